//! What stands in functions of the host: variables, and what expressions of numbers come to.

use std::rc::Rc;

use tree_sitter::Node;

use crate::code::{Bound, Declared, Expr, Kind, Statement, TemplateArgument, Type};
use crate::file::File;
use crate::read::{Reader, children};

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

/// Variables of a function of the host, by what declares and what assigns them. Each function is read once, however many
/// launches stand in it.
pub(crate) fn locals(file: &File<'_>, function: Node<'_>) -> Rc<[Declared]> {
    file.locals(function, read_locals)
}

fn read_locals(file: &File<'_>, function: Node<'_>) -> Rc<[Declared]> {
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
    all.into()
}

/// What expressions of the host come to, as far as numbers stand there.
pub(crate) struct Host<'f, 't> {
    file: &'f File<'t>,
    locals: Rc<[Declared]>,
    /// What names of the function's template stand for.
    bound: &'f Bound,
    pub(crate) depth: usize,
}

impl<'f, 't> Host<'f, 't> {
    pub(crate) fn new(file: &'f File<'t>, locals: Rc<[Declared]>, bound: &'f Bound) -> Self {
        Self { file, locals, bound, depth: 0 }
    }

    /// The variable of this name, where there is one and no other.
    pub(crate) fn local(&self, name: &str) -> Option<Option<&Declared>> {
        let mut all = self.locals.iter().filter(|declared| declared.name == name);
        match (all.next(), all.next()) {
            (None, _) => None,
            (Some(one), None) => Some(Some(one)),
            _ => Some(None),
        }
    }

    /// The block that an expression comes to.
    pub(crate) fn block(&mut self, expr: &Expr) -> Option<[i64; 3]> {
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
