//! With what blocks and template arguments a kernel is launched.

use std::hash::{DefaultHasher, Hash, Hasher};

use tree_sitter::Node;

use crate::code::{Declared, Expr, Function, Kind, Statement, TemplateArgument, Type};
use crate::file::File;
use crate::instance::{Bound, Caller, meanings, spelled_argument};
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

/// The function in which something stands.
pub(crate) fn function_around(node: Node<'_>) -> Option<Node<'_>> {
    let mut around = node.parent();
    while let Some(node) = around {
        if node.kind() == "function_definition" {
            return Some(node);
        }
        around = node.parent();
    }
    None
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

/// Variables of a function of the host that are declared once.
pub(crate) fn locals(file: &File<'_>, function: Node<'_>) -> Vec<Declared> {
    let mut all = Vec::new();
    let mut rest = vec![function];
    while let Some(node) = rest.pop() {
        if node.kind() == "declaration" {
            let mut reader = Reader::new(file.text, file.macros);
            if let Some(Statement::Declare(declared)) = reader.statement_at(node) {
                all.extend(declared);
            }
        }
        // What is assigned later is not what it was declared with.
        if matches!(node.kind(), "assignment_expression" | "update_expression") {
            let target = node.child_by_field_name("left").or_else(|| node.child_by_field_name("argument"));
            let text = target.and_then(|target| file.text.get(target.byte_range())).unwrap_or_default();
            let name = text.split(['.', '[', '-']).next().unwrap_or_default().trim().to_owned();
            all.push(Declared {
                name,
                of: Type::default(),
                dimensions: Vec::new(),
                storage: crate::code::Storage::Thread,
                value: None,
                is_taken_apart: false,
                range: node.byte_range(),
            });
        }
        rest.extend(children(node));
    }
    all
}

/// What expressions of the host come to, as far as numbers stand there.
pub(crate) struct Host<'f, 't> {
    file: &'f File<'t>,
    locals: Vec<Declared>,
    /// What names of the function's template stand for.
    bound: &'f Bound,
    depth: usize,
}

impl<'f, 't> Host<'f, 't> {
    pub(crate) fn new(file: &'f File<'t>, locals: Vec<Declared>, bound: &'f Bound) -> Self {
        Self { file, locals, bound, depth: 0 }
    }

    pub(crate) fn into_locals(self) -> Vec<Declared> {
        self.locals
    }

    fn local(&self, name: &str) -> Option<Option<&Declared>> {
        let mut all = self.locals.iter().filter(|declared| declared.name == name);
        match (all.next(), all.next()) {
            (None, _) => None,
            (Some(one), None) => Some(Some(one)),
            _ => Some(None),
        }
    }

    fn block(&mut self, expr: &Expr) -> Option<[i64; 3]> {
        self.depth += 1;
        if self.depth > 20 {
            return None;
        }
        let sizes = match &expr.kind {
            Kind::Call { callee, arguments, .. } if matches!(&callee.kind, Kind::Name(name) if name == "dim3") => {
                self.sizes(arguments)?
            }
            Kind::Construct { of, arguments } if of.as_ref().is_none_or(|of| of.name == "dim3") => {
                self.sizes(arguments)?
            }
            Kind::Name(name) => match self.local(name).map(|one| one.cloned()) {
                Some(Some(declared)) if declared.of.name == "dim3" || declared.of.name == "auto" => {
                    self.block(declared.value.as_ref()?)?
                }
                Some(None) => return None,
                _ => match self.file.constant(name).filter(|declared| declared.of.name == "dim3") {
                    Some(declared) => self.block(declared.value.as_ref()?)?,
                    None => [self.number(expr)?, 1, 1],
                },
            },
            _ => [self.number(expr)?, 1, 1],
        };
        let threads = sizes.iter().try_fold(1_i64, |all, size| all.checked_mul(*size))?;
        (sizes.iter().all(|size| *size > 0) && threads <= 1024).then_some(sizes)
    }

    fn sizes(&mut self, arguments: &[Expr]) -> Option<[i64; 3]> {
        let mut sizes = [1; 3];
        if arguments.len() > 3 || arguments.is_empty() {
            return None;
        }
        for (to, argument) in sizes.iter_mut().zip(arguments) {
            *to = self.number(argument)?;
        }
        Some(sizes)
    }

    /// What an expression comes to.
    pub(crate) fn number(&mut self, expr: &Expr) -> Option<i64> {
        use crate::code::Operator;
        self.depth += 1;
        if self.depth > 60 {
            return None;
        }
        match &expr.kind {
            Kind::Int(value, _) => Some(*value),
            Kind::Name(name) => {
                if let (None, Some((_, TemplateArgument::Value(value)))) =
                    (self.local(name), self.bound.iter().find(|(known, _)| known == name))
                {
                    return match &value.kind {
                        Kind::Int(value, _) => Some(*value),
                        _ => None,
                    };
                }
                let declared = match self.local(name) {
                    Some(one) => one?.clone(),
                    None => self.file.constant(name).filter(|declared| declared.of.is_constant)?,
                };
                self.number(declared.value.as_ref()?)
            }
            Kind::Construct { arguments, .. } => match arguments.as_slice() {
                [one] => self.number(one),
                _ => None,
            },
            Kind::Cast { value, .. } => self.number(value),
            Kind::Binary { operator, left, right } => {
                let (a, b) = (self.number(left)?, self.number(right)?);
                match operator {
                    Operator::Add => a.checked_add(b),
                    Operator::Subtract => a.checked_sub(b),
                    Operator::Multiply => a.checked_mul(b),
                    Operator::Divide => a.checked_div(b),
                    Operator::ShiftLeft => a.checked_shl(u32::try_from(b).ok()?),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
