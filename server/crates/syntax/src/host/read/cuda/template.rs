//! `template <..>` and what it stands before.

use tree_sitter::Node;

use super::kind::KindOf as _;
use super::{
    Place, Reader, children,
    field::{self, FieldOf as _},
    named_children,
};
use crate::expr::{Expr, ExprKind};
use crate::program::{HostStatement, StatementKind, TemplateParameter};

impl Reader<'_> {
    /// `template <class T> ..`, of which a template's member template has several.
    pub(super) fn template(&mut self, node: Node<'_>, place: Place, out: &mut Vec<HostStatement>) {
        let parameters = match node.field(&field::PARAMETERS) {
            Some(list) => self.template_parameters(list),
            None => Vec::new(),
        };
        let before = out.len();
        for child in named_children(node) {
            match child.word() {
                "template_declaration" => {
                    self.outer_templates.push(parameters.clone());
                    self.member_statement(child, place, out);
                    self.outer_templates.pop();
                }
                "function_definition" => self.function(child, parameters.clone(), place, out),
                "class_specifier" | "struct_specifier" | "union_specifier" => {
                    self.class_in(child, parameters.clone(), place, out);
                }
                "alias_declaration" => self.alias(child, parameters.clone(), place, out),
                "declaration" => self.declaration(child, parameters.clone(), place, out),
                "friend_declaration" => self.member_statement(child, place, out),
                "ERROR" => self.broken(child, place, out),
                // The parameters, a `requires` clause, a concept.
                _ => {}
            }
        }
        let is_special = node.field(&field::PARAMETERS).is_some() && parameters.is_empty();
        if is_special {
            out.iter_mut().skip(before).for_each(mark_special);
        }
    }

    /// The parameters of a function itself, and those of the class templates in whose scope it is defined:
    /// `template <class T> template <int N> void S<T>::f()`. All are its own where the scope says other arguments.
    pub(super) fn own_template(
        &self,
        innermost: Vec<TemplateParameter>,
        scope: &[Vec<Expr>],
    ) -> (Vec<TemplateParameter>, Vec<TemplateParameter>) {
        let mut lists: Vec<&[TemplateParameter]> = self.outer_templates.iter().map(Vec::as_slice).collect();
        lists.push(&innermost);
        let of_classes = lists.iter().zip(scope).all(|(list, arguments)| is_named_by(list, arguments));
        if scope.is_empty() || lists.len() < scope.len() || lists.len() > scope.len() + 1 || !of_classes {
            return (innermost, Vec::new());
        }
        let around: Vec<TemplateParameter> =
            lists.iter().take(scope.len()).flat_map(|list| list.iter().cloned()).collect();
        let own = if lists.len() > scope.len() { innermost } else { Vec::new() };
        (own, around)
    }

    /// `template void f<int, 4>(int*);` and `template struct S<int, 4>;`.
    pub(super) fn instantiation(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        let declarator = node.field(&field::DECLARATOR);
        let function = declarator.and_then(|declarator| self.declarator(declarator).function);
        // The parser misses a declarator behind a class.
        let is_of_class = declarator.is_none_or(|declarator| declarator.is_missing());
        let class = || {
            let of = node.field(&field::TYPE).filter(|of| is_of_class && !of.has_error())?;
            let is_class = matches!(of.word(), "struct_specifier" | "class_specifier" | "union_specifier");
            of.field(&field::NAME).filter(|_| is_class && of.field(&field::BODY).is_none())
        };
        let name = function.and_then(|function| function.field(&field::DECLARATOR)).or_else(class);
        let Some(name) = name else { return };
        if is_of_class || !self.is_broken(node) {
            let (function, path) = (self.expression(name), self.namespaces.as_slice().into());
            self.push(out, node, StatementKind::Instantiate { function, path });
        }
    }

    pub(super) fn template_parameters(&mut self, list: Node<'_>) -> Vec<TemplateParameter> {
        named_children(list).into_iter().map(|node| self.template_parameter(node)).collect()
    }

    fn template_parameter(&mut self, node: Node<'_>) -> TemplateParameter {
        match node.word() {
            "type_parameter_declaration" | "variadic_type_parameter_declaration" => TemplateParameter {
                name: named_children(node).last().map(|&name| self.name(name)),
                is_type: true,
                declared_type: None,
                is_pack: node.word().starts_with("variadic"),
                default: None,
            },
            "optional_type_parameter_declaration" => TemplateParameter {
                name: node.field(&field::NAME).map(|name| self.name(name)),
                is_type: true,
                declared_type: None,
                is_pack: false,
                default: node.field(&field::DEFAULT_TYPE).map(|of| self.expression(of)),
            },
            // `template <class> class T` has the parameter `class T` as its last child.
            "template_template_parameter_declaration" => {
                let inner = children(node).into_iter().rfind(Node::is_named);
                let inner = inner.filter(|inner| inner.word() != "template_parameter_list");
                inner.map_or_else(TemplateParameter::unnamed_type, |inner| self.template_parameter(inner))
            }
            _ => {
                let declarator = node.field(&field::DECLARATOR);
                let declarator = declarator.map(|declarator| self.declarator(declarator)).unwrap_or_default();
                TemplateParameter {
                    name: declarator.names.into_iter().next(),
                    is_type: false,
                    declared_type: node.field(&field::TYPE).and_then(|of| self.declared_type(of)),
                    is_pack: declarator.is_pack || node.word().starts_with("variadic"),
                    default: node.field(&field::DEFAULT_VALUE).map(|value| self.expression(value)),
                }
            }
        }
    }
}

impl TemplateParameter {
    fn unnamed_type() -> Self {
        Self { name: None, is_type: true, declared_type: None, is_pack: false, default: None }
    }
}

/// Whether arguments are the parameters of a template, in order: `template <class T, int... N> .. S<T, N...>`.
fn is_named_by(parameters: &[TemplateParameter], arguments: &[Expr]) -> bool {
    let is_it = |(parameter, argument): (&TemplateParameter, &Expr)| {
        let argument = match &argument.kind {
            ExprKind::Expand(of) if parameter.is_pack => &of.kind,
            kind => kind,
        };
        matches!((&parameter.name, argument), (Some(own), ExprKind::Name(name)) if own.text == *name)
    };
    parameters.len() == arguments.len() && parameters.iter().zip(arguments).all(is_it)
}

/// Marks a function behind `template <>`, whose arguments are not written: it specialises another one.
fn mark_special(statement: &mut HostStatement) {
    if let StatementKind::Function(function) = &mut statement.kind
        && function.specialization.is_empty()
    {
        let kind = ExprKind::Opaque("the arguments of a specialisation are deduced".into());
        function.specialization = vec![Expr { kind, range: function.name.range.clone() }];
    }
}
