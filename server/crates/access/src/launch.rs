//! With what blocks and template arguments a kernel is launched.

use std::hash::{DefaultHasher, Hash, Hasher};

use tree_sitter::Node;

use crate::code::{Bound, Expr, Function, Kind, TemplateArgument};
use crate::file::File;
use crate::host::{Host, function_around, locals};
use crate::instance::{Caller, meanings, spelled_argument};
use crate::read::{Reader, children};

/// The most different launches of a kernel that are looked at.
const MOST: usize = 4;

/// A kernel as it is launched.
#[derive(Debug, Clone, Default)]
pub(crate) struct Configuration {
    pub(crate) template: Vec<TemplateArgument>,
    /// How the template's arguments are written.
    pub(crate) template_text: String,
    pub(crate) block: Option<[i64; 3]>,
    /// Its arguments, as far as they are numbers.
    pub(crate) arguments: Vec<Option<i64>>,
    /// Whether the kernel asks for its threads' x alone: a block of any multiple of 32 threads is looked at then.
    pub(crate) is_along_x: bool,
}

impl Configuration {
    /// Equal for launches in which a kernel does the same; for some others, too, which only say so by their places in the text,
    /// it may differ.
    pub(crate) fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.template_text, self.block, &self.arguments, self.is_along_x).hash(&mut hasher);
        for argument in &self.template {
            match argument {
                TemplateArgument::Value(Expr { kind: Kind::Int(value, of), .. }) => {
                    (0_u8, value, of).hash(&mut hasher)
                }
                TemplateArgument::Value(Expr { kind: Kind::Name(name), .. }) => {
                    (1_u8, name).hash(&mut hasher)
                }
                other => (2_u8, format!("{other:?}")).hash(&mut hasher),
            }
        }
        hasher.finish()
    }
}

/// The launches of a kernel that the file shows; where it shows none, one of which nothing is known.
pub(crate) fn configurations(
    file: &File<'_>,
    kernel: Node<'_>,
    name: &str,
    stated: Option<[i64; 3]>,
) -> Vec<Configuration> {
    let text = file.text.get(kernel.byte_range()).unwrap_or_default();
    let has_others = ["threadIdx.y", "threadIdx.z", "thread_index()"].iter().any(|axis| text.contains(axis));
    let is_along_x = !has_others;
    let mut found: Vec<Configuration> = Vec::new();
    let mut add = |one: Configuration| {
        let is_known = found.iter().any(|known| {
            known.block == one.block
                && known.template_text == one.template_text
                && known.arguments == one.arguments
        });
        if !is_known && found.len() < MOST {
            found.push(one);
        }
    };
    for launch in &file.launches {
        let Some(function) = launch.child_by_field_name("function") else { continue };
        let (called, template, template_text) = named(file, function);
        if called != name || !file.is_meant(kernel, &spelled(file, function)) {
            continue;
        }
        let function = file.read_function(kernel);
        for bound in meanings(file, function_around(*launch)).iter() {
            let block = stated.or_else(|| block(file, *launch, bound));
            let arguments = arguments(file, *launch, bound);
            let mut template_text = template_text.clone();
            let mut template = template.clone();
            if let Some(function) = &function {
                (template, template_text) =
                    completed(file, *launch, function, template, &template_text, bound);
            }
            let template = of_host(file, *launch, template, bound);
            add(Configuration { template, template_text, block, arguments, is_along_x });
        }
    }
    for instantiation in &file.instantiations {
        let Some(function) = find_template(*instantiation) else { continue };
        let (called, template, template_text) = named(file, function);
        if called == name && file.is_meant(kernel, &spelled(file, function)) {
            let arguments = Vec::new();
            add(Configuration { template, template_text, block: stated, arguments, is_along_x });
        }
    }
    // What is known of one launch says more than that there is another.
    if found.iter().any(|one| one.block.is_some()) {
        found.retain(|one| one.block.is_some());
    }
    if found.is_empty() {
        found.push(Configuration { block: stated, is_along_x, ..Configuration::default() });
    }
    found
}

fn find_template(node: Node<'_>) -> Option<Node<'_>> {
    let mut rest = vec![node];
    while let Some(node) = rest.pop() {
        if node.kind() == "template_function" {
            return Some(node);
        }
        rest.extend(children(node));
    }
    None
}

/// A name as it is spelled, without the arguments of its templates: `a::k` of `a::k<32>`.
fn spelled(file: &File<'_>, function: Node<'_>) -> String {
    let mut node = function;
    let mut parts = Vec::new();
    let word = |node: Node<'_>| {
        let text = file.text.get(node.byte_range()).unwrap_or_default();
        text.split('<').next().unwrap_or_default().trim().to_owned()
    };
    while node.kind() == "qualified_identifier"
        && let Some(name) = node.child_by_field_name("name")
    {
        parts.extend(node.child_by_field_name("scope").map(word));
        node = name;
    }
    parts.push(word(node));
    parts.join("::")
}

fn named(file: &File<'_>, function: Node<'_>) -> (String, Vec<TemplateArgument>, String) {
    let mut node = function;
    while node.kind() == "qualified_identifier" {
        match node.child_by_field_name("name") {
            Some(name) => node = name,
            None => break,
        }
    }
    let word = |node: Node<'_>| file.text.get(node.byte_range()).unwrap_or_default();
    if node.kind() == "template_function" {
        let name = node.child_by_field_name("name").map(word).unwrap_or_default();
        let text = node.child_by_field_name("arguments").map(word).unwrap_or_default();
        let mut reader = Reader::new(file.text, file.macros);
        return (
            name.to_owned(),
            reader.arguments_of_template(node),
            text.split_whitespace().collect::<Vec<_>>().join(" "),
        );
    }
    (word(node).to_owned(), Vec::new(), String::new())
}

/// The arguments of a kernel's template, with those that what is given says, and what names of the host's template stand for; and how
/// they are written.
fn completed(
    file: &File<'_>,
    launch: Node<'_>,
    kernel: &Function,
    given: Vec<TemplateArgument>,
    text: &str,
    bound: &Bound,
) -> (Vec<TemplateArgument>, String) {
    let mut caller = Caller::new(file, function_around(launch), bound.clone());
    let list = launch.child_by_field_name("arguments").map(children).unwrap_or_default();
    let list: Vec<Expr> =
        list.into_iter().map(|node| Reader::new(file.text, file.macros).expression(node)).collect();
    let (mut template, mut is_changed) = (Vec::new(), false);
    for (at, parameter) in kernel.template.iter().enumerate() {
        let written = given.get(at).cloned();
        let is_written = written.is_some();
        let Some(argument) = written.or_else(|| caller.deduced(kernel, &parameter.name, &list)) else {
            break;
        };
        let known = caller.known(argument.clone());
        // What is not written and not known is open.
        if known.is_none() && !is_written {
            break;
        }
        let argument_text = spelled_argument(&argument);
        let argument = known.unwrap_or(argument);
        let is_number = matches!(&argument, TemplateArgument::Value(_));
        is_changed |= !is_written || (!is_number && spelled_argument(&argument) != argument_text);
        template.push(argument);
    }
    if template.len() < given.len() {
        return (given, text.to_owned());
    }
    let names_bound = |(name, _): &(String, TemplateArgument)| {
        text.split(|sign: char| !sign.is_alphanumeric() && sign != '_').any(|word| word == name)
    };
    if !is_changed && !bound.iter().any(names_bound) {
        return (template, text.to_owned());
    }
    let written: Vec<String> = template.iter().map(spelled_argument).collect();
    (template, format!("<{}>", written.join(", ")))
}

/// Arguments of a template as the function of the host knows them in which they stand.
fn of_host(
    file: &File<'_>,
    launch: Node<'_>,
    template: Vec<TemplateArgument>,
    bound: &Bound,
) -> Vec<TemplateArgument> {
    let Some(function) = function_around(launch) else { return template };
    let mut host = Host::new(file, locals(file, function), bound);
    let known = |argument: TemplateArgument| {
        let name = match &argument {
            TemplateArgument::Type(of) if of.pointers == 0 && of.arguments.is_empty() => of.name.clone(),
            TemplateArgument::Value(Expr { kind: Kind::Name(name), .. }) => name.clone(),
            _ => return argument,
        };
        if host.local(&name).is_none() {
            return argument;
        }
        let range = 0..0;
        host.depth = 0;
        let kind = match host.number(&Expr { kind: Kind::Name(name), range: range.clone() }) {
            Some(value) => Kind::Int(value, crate::code::Integer::INT),
            None => Kind::Unread("it is not known here", Vec::new()),
        };
        TemplateArgument::Value(Expr { kind, range })
    };
    template.into_iter().map(known).collect()
}

/// The arguments of a launch, as far as numbers say what they are.
fn arguments(file: &File<'_>, launch: Node<'_>, bound: &Bound) -> Vec<Option<i64>> {
    let locals = function_around(launch).map(|node| locals(file, node)).unwrap_or_default();
    let mut host = Host::new(file, locals, bound);
    let list = launch.child_by_field_name("arguments").map(children).unwrap_or_default();
    let number = |node: Node<'_>| {
        host.depth = 0;
        host.number(&Reader::new(file.text, file.macros).expression(node))
    };
    list.into_iter().map(number).collect()
}

/// The block of a launch, where numbers say what it is.
fn block(file: &File<'_>, launch: Node<'_>, bound: &Bound) -> Option<[i64; 3]> {
    let mut cursor = launch.walk();
    let syntax = launch.children(&mut cursor).find(|child| child.kind() == "kernel_call_syntax")?;
    let given = children(syntax);
    let expr = Reader::new(file.text, file.macros).expression(*given.get(1)?);
    let locals = function_around(launch).map(|node| locals(file, node)).unwrap_or_default();
    Host::new(file, locals, bound).block(&expr)
}
