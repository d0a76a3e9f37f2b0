//! What the parameters of templates stand for that launches name: told by the calls of the functions of the host in which the
//! launches stand, and by the types of what is given.

use std::rc::Rc;

use tree_sitter::Node;

use crate::code::{Bound, Declared, Expr, Function, Integer, Kind, Operator, TemplateArgument, Type};
use crate::file::File;
use crate::host::{Host, function_around, locals};
use crate::read::Reader;
use crate::uses::words;

/// How many functions are followed from one to that which calls it.
const MOST_CALLERS: usize = 4;

/// The most meanings of one template that are looked at.
const MOST_MEANINGS: usize = 4;

/// The most calls that are looked at for one launch.
const MOST_CALLS: usize = 64;

/// Methods that give a pointer to what their template's argument names.
const POINTERS: [&str; 4] = ["data_ptr", "mutable_data_ptr", "const_data_ptr", "data"];

/// What the template of a function of the host is called with in the file; one of no names where nothing is known of it.
pub(crate) fn meanings(file: &File<'_>, function: Option<Node<'_>>) -> Rc<[Bound]> {
    let is_template = |node: &Node<'_>| file.read_function(*node).is_some_and(|one| !one.template.is_empty());
    let Some(function) = function.filter(is_template) else { return [Bound::new()].into() };
    let place = function.start_byte();
    if let Some(known) = file.meanings.borrow().get(&place) {
        return Rc::clone(known);
    }
    let mut calls_left = MOST_CALLS;
    let found = called_with(file, function, MOST_CALLERS, &mut calls_left);
    let found: Rc<[Bound]> = if found.is_empty() { [Bound::new()].into() } else { found.into() };
    file.meanings.borrow_mut().insert(place, Rc::clone(&found));
    found
}

fn called_with(file: &File<'_>, function: Node<'_>, callers: usize, calls_left: &mut usize) -> Vec<Bound> {
    let mut found: Vec<Bound> = Vec::new();
    let Some(called) = file.read_function(function) else { return found };
    if called.template.is_empty() || callers == 0 {
        return found;
    }
    for call in calls(file, function, &called) {
        if *calls_left == 0 {
            break;
        }
        *calls_left -= 1;
        let Some(around) = function_around(call) else { continue };
        let expr = Reader::new(file.text, file.macros).expression(call);
        let Kind::Call { template, arguments, .. } = &expr.kind else { continue };
        let outer = called_with(file, around, callers - 1, calls_left);
        let outer = if outer.is_empty() { vec![Bound::new()] } else { outer };
        for outer in outer {
            let mut caller = Caller::new(file, Some(around), outer);
            let bound: Bound = (called.template.iter().enumerate())
                .filter_map(|(at, parameter)| {
                    let given = template.get(at).cloned();
                    let given = given
                        .or_else(|| caller.deduced(&called, &parameter.name, arguments))
                        .or_else(|| parameter.default.clone())?;
                    Some((parameter.name.clone(), caller.known(given)?))
                })
                .collect();
            let is_new = found.iter().all(|known| spelled(known) != spelled(&bound));
            if !bound.is_empty() && is_new && found.len() < MOST_MEANINGS {
                found.push(bound);
            }
        }
    }
    found
}

/// The calls of a function in its file, where no other of its name may be meant.
fn calls<'a, 't>(
    file: &'a File<'t>,
    function: Node<'t>,
    called: &'a Function,
) -> impl Iterator<Item = Node<'t>> + use<'a, 't> {
    let code = file.code();
    let own = function.byte_range();
    let places = words(code, &called.name, &(0..code.len())).filter(move |at| !own.contains(at));
    let call_at = move |at: usize| {
        let mut node = file.node_at(at..at + called.name.len())?;
        while let Some(parent) = node.parent() {
            match parent.kind() {
                "template_function" | "qualified_identifier" => node = parent,
                "call_expression" if parent.child_by_field_name("function") == Some(node) => {
                    return Some(parent);
                }
                _ => return None,
            }
        }
        None
    };
    let is_meant = move |call: &Node<'_>| {
        let count = call.child_by_field_name("arguments").map_or(0, |list| list.named_child_count());
        let meant = file.function(&called.name, count);
        meant.is_some_and(|meant| meant.name == called.name && meant.template.len() == called.template.len())
    };
    places.filter_map(call_at).filter(is_meant)
}

/// A function of the host in which something is called.
pub(crate) struct Caller<'f, 't> {
    file: &'f File<'t>,
    function: Option<Rc<Function>>,
    locals: Rc<[Declared]>,
    bound: Bound,
}

impl<'f, 't> Caller<'f, 't> {
    pub(crate) fn new(file: &'f File<'t>, function: Option<Node<'t>>, bound: Bound) -> Self {
        let locals = function.map(|node| locals(file, node)).unwrap_or_default();
        Self { file, function: function.and_then(|node| file.read_function(node)), locals, bound }
    }

    /// What a parameter of a template is, by the types of what is given: `T` of `const T* x`.
    pub(crate) fn deduced(
        &self,
        called: &Function,
        name: &str,
        arguments: &[Expr],
    ) -> Option<TemplateArgument> {
        called.parameters.iter().zip(arguments).find_map(|(parameter, argument)| {
            let of = &parameter.of;
            if of.name != name || of.is_array || parameter.has_dimensions || !of.arguments.is_empty() {
                return None;
            }
            let given = self.type_of(argument, 0)?;
            let pointers = given.pointers.checked_sub(of.pointers)?;
            let of = Type { pointers, is_reference: false, is_constant: false, ..given };
            Some(TemplateArgument::Type(of))
        })
    }

    /// The type of an expression, as far as it is spelled.
    fn type_of(&self, expr: &Expr, depth: usize) -> Option<Type> {
        if depth > 8 {
            return None;
        }
        let of = match &expr.kind {
            Kind::Cast { to, .. } => to.clone(),
            Kind::AddressOf(value) => {
                let of = self.type_of(value, depth + 1)?;
                Type { pointers: of.pointers.checked_add(1)?, ..of }
            }
            Kind::Index { base, .. } | Kind::Dereference(base) => {
                let of = self.type_of(base, depth + 1)?;
                Type { pointers: of.pointers.checked_sub(1)?, ..of }
            }
            Kind::Binary { operator: Operator::Add | Operator::Subtract, left, .. } => {
                self.type_of(left, depth + 1).filter(|of| of.pointers > 0)?
            }
            Kind::Name(name) => self.type_of_name(name, depth)?,
            Kind::Call { callee, template, .. } => match (&callee.kind, template.as_slice()) {
                (Kind::Member { name, .. }, [given]) if POINTERS.contains(&name.as_str()) => {
                    let of = as_type(given)?;
                    Type { pointers: of.pointers.checked_add(1)?, ..of }
                }
                _ => return None,
            },
            _ => return None,
        };
        (!of.is_array).then_some(of)
    }

    fn type_of_name(&self, name: &str, depth: usize) -> Option<Type> {
        let mut own =
            self.locals.iter().filter(|declared| declared.name == name && !declared.of.name.is_empty());
        if let Some(declared) = own.next() {
            // Two of one name are not told apart.
            let is_plain = own.next().is_none() && declared.dimensions.is_empty() && !declared.is_taken_apart;
            return match declared.of.name.as_str() {
                _ if !is_plain => None,
                "auto" => self.type_of(declared.value.as_ref()?, depth + 1),
                _ => Some(declared.of.clone()),
            };
        }
        let parameters = &self.function.as_ref()?.parameters;
        let parameter = parameters.iter().find(|parameter| parameter.name == name)?;
        let is_plain = !parameter.has_dimensions && parameter.of.name != "auto";
        is_plain.then(|| parameter.of.clone())
    }

    /// An argument of a template without names that only this function knows; `None` where it is made of some.
    pub(crate) fn known(&mut self, argument: TemplateArgument) -> Option<TemplateArgument> {
        let name = match &argument {
            TemplateArgument::Type(of) => of.name.clone(),
            TemplateArgument::Value(Expr { kind: Kind::Name(name), .. }) => name.clone(),
            TemplateArgument::Value(value) => return Some(self.numbered(value)),
        };
        if let Some((_, bound)) = self.bound.iter().find(|(known, _)| *known == name) {
            return Some(match (&argument, bound) {
                (TemplateArgument::Type(of), TemplateArgument::Type(bound)) => {
                    let pointers = bound.pointers.checked_add(of.pointers)?;
                    TemplateArgument::Type(Type { pointers, ..bound.clone() })
                }
                _ => bound.clone(),
            });
        }
        let function = self.function.as_ref();
        let is_of_template =
            function.is_some_and(|function| function.template.iter().any(|parameter| parameter.name == name));
        if is_of_template {
            return None;
        }
        if self.locals.iter().any(|declared| declared.name == name) {
            let value = Expr { kind: Kind::Name(name), range: 0..0 };
            let number = self.numbered(&value);
            return matches!(&number, TemplateArgument::Value(Expr { kind: Kind::Int(..), .. }))
                .then_some(number);
        }
        Some(argument)
    }

    fn numbered(&mut self, value: &Expr) -> TemplateArgument {
        let number = Host::new(self.file, Rc::clone(&self.locals), &self.bound).number(value);
        TemplateArgument::Value(match number {
            Some(number) => Expr { kind: Kind::Int(number, Integer::INT), range: 0..0 },
            None => value.clone(),
        })
    }
}

/// A type, or the name of one.
fn as_type(argument: &TemplateArgument) -> Option<Type> {
    match argument {
        TemplateArgument::Type(of) => Some(of.clone()),
        TemplateArgument::Value(Expr { kind: Kind::Name(name), .. }) => {
            Some(Type { name: name.clone(), ..Type::default() })
        }
        TemplateArgument::Value(_) => None,
    }
}

/// How an argument of a template is written.
pub(crate) fn spelled_argument(argument: &TemplateArgument) -> String {
    match argument {
        TemplateArgument::Type(of) => {
            let inner: Vec<String> = of.arguments.iter().map(spelled_argument).collect();
            let inner = if inner.is_empty() { String::new() } else { format!("<{}>", inner.join(", ")) };
            format!("{}{inner}{}", of.name, "*".repeat(usize::from(of.pointers)))
        }
        TemplateArgument::Value(Expr { kind: Kind::Int(value, _), .. }) => value.to_string(),
        TemplateArgument::Value(Expr { kind: Kind::Name(name), .. }) => name.clone(),
        TemplateArgument::Value(_) => "..".to_owned(),
    }
}

fn spelled(bound: &Bound) -> Vec<String> {
    bound.iter().map(|(name, argument)| format!("{name}={}", spelled_argument(argument))).collect()
}
