//! Declarators: the part of a declaration that names what is declared.

use tree_sitter::Node;

use super::kind::KindOf as _;
use super::{
    Reader,
    field::{self, FieldOf as _},
    named_children,
};
use crate::annotation::Name;
use crate::expr::{Expr, ExprKind};

/// What a declarator says.
#[derive(Default)]
pub(super) struct Declarator<'t> {
    /// One name; several for `[a, b]`; none when it has no name or is not understood.
    pub(super) names: Vec<Name>,
    /// `S`, `T` in front of the name in `S::T::f`, without template arguments.
    pub(super) scope: Vec<String>,
    /// The template arguments of each part of the scope that has some.
    pub(super) scope_arguments: Vec<Vec<Expr>>,
    /// The arguments of a specialisation, `f<int>`.
    pub(super) specialization: Vec<Expr>,
    pub(super) is_pointer: bool,
    pub(super) is_reference: bool,
    pub(super) is_array: bool,
    pub(super) is_pack: bool,
    /// Whether it names the parts of a value: `[a, b]`.
    pub(super) takes_apart: bool,
    /// The parameters and what follows, where it is that of a function.
    pub(super) function: Option<Node<'t>>,
}

impl Reader<'_> {
    /// Takes a declarator apart, from outside to the name.
    pub(super) fn declarator<'t>(&mut self, node: Node<'t>) -> Declarator<'t> {
        let mut found = Declarator::default();
        let mut rest = Some(node);
        // To the name however many stars and parentheses there are: a name that is lost would leave an outer variable
        // of its name in force.
        while let Some(node) = rest {
            rest = match node.word() {
                "pointer_declarator" | "pointer_type_declarator" | "abstract_pointer_declarator" => {
                    found.is_pointer = true;
                    node.field(&field::DECLARATOR)
                }
                "reference_declarator" | "abstract_reference_declarator" => {
                    found.is_reference = true;
                    named_children(node).last().copied()
                }
                "array_declarator" | "abstract_array_declarator" => {
                    found.is_array = true;
                    node.field(&field::DECLARATOR)
                }
                "init_declarator" => node.field(&field::DECLARATOR),
                "parenthesized_declarator" | "abstract_parenthesized_declarator" => {
                    named_children(node).last().copied()
                }
                "attributed_declarator" => named_children(node).first().copied(),
                "variadic_declarator" => {
                    found.is_pack = true;
                    named_children(node).first().copied()
                }
                "function_declarator" => {
                    found.function = Some(node);
                    node.field(&field::DECLARATOR)
                }
                "structured_binding_declarator" => {
                    found.takes_apart = true;
                    found.names = named_children(node).into_iter().map(|name| self.name(name)).collect();
                    None
                }
                "operator_cast" => {
                    found.function = node.field(&field::DECLARATOR);
                    let to = node.field(&field::TYPE).map_or("", |to| self.text(to));
                    found.names = vec![Name { text: format!("operator {to}"), range: node.byte_range() }];
                    None
                }
                _ => {
                    self.declared_name(node, &mut found);
                    None
                }
            };
        }
        found
    }

    /// `f`, `S<T>::f`, `f<int>`, `operator()`.
    fn declared_name(&mut self, node: Node<'_>, found: &mut Declarator<'_>) {
        let mut node = node;
        while node.word() == "qualified_identifier" {
            if let Some(scope) = node.field(&field::SCOPE) {
                if scope.word() == "template_type" {
                    let arguments = self.template_arguments(scope);
                    found.scope_arguments.push(arguments);
                }
                let scope = scope.field(&field::NAME).unwrap_or(scope);
                found.scope.push(self.text(scope).to_owned());
            }
            let Some(name) = node.field(&field::NAME) else { return };
            node = name;
        }
        match node.word() {
            "identifier" | "field_identifier" | "type_identifier" => found.names = vec![self.name(node)],
            "template_function" | "template_method" | "template_type" => {
                found.specialization = self.template_pattern(node);
                if node.word() == "template_type" && found.specialization.is_empty() {
                    found.specialization = vec![no_arguments(node)];
                } else if found.scope_arguments.iter().any(|arguments| self.are_of_one(arguments)) {
                    let of_one = |pattern: &mut Expr| {
                        let kind = ExprKind::Opaque("what is specialised in one specialisation alone".into());
                        *pattern = Expr { kind, range: pattern.range.clone() };
                    };
                    found.specialization.iter_mut().for_each(of_one);
                }
                found.names = node.field(&field::NAME).map(|name| self.name(name)).into_iter().collect();
            }
            "operator_name" | "destructor_name" => {
                let text = self.text(node).split_whitespace().collect();
                found.names = vec![Name { text, range: node.byte_range() }];
            }
            _ => {}
        }
    }

    /// Whether a class template's arguments name one of its classes, `S<int>`, where `S<T>` names all of them.
    fn are_of_one(&self, arguments: &[Expr]) -> bool {
        let is_parameter = |argument: &Expr| {
            let argument = match &argument.kind {
                ExprKind::Expand(of) => &of.kind,
                kind => kind,
            };
            let mut around = self.outer_templates.iter().flatten();
            matches!(argument, ExprKind::Name(name)
                if around.any(|own| own.name.as_ref().is_some_and(|own| own.text == *name)))
        };
        !arguments.iter().all(is_parameter)
    }
}

/// The pattern of `struct S<>`: a pack of nothing.
fn no_arguments(node: Node<'_>) -> Expr {
    let part = |kind| Expr { kind, range: node.byte_range() };
    part(ExprKind::Expand(Box::new(part(ExprKind::Tuple(Vec::new())))))
}
