//! Types: names with their arguments. `Composed<Swizzle<2,3,3>,0,L<..>>` is read as it is nested.

use tree_sitter::Node;

use super::{Reader, children, opaque};
use crate::annotation::Name;
use crate::expr::{Expr, ExprKind};
use crate::program::TemplateParameter;

impl Reader<'_> {
    /// A type without references.
    pub(super) fn type_name(&mut self, node: Node<'_>) -> Expr {
        let read = |reader: &mut Self| reader.type_here(node);
        self.deeper(read).unwrap_or_else(|| opaque(node, "nested too deep to be read"))
    }

    fn type_here(&mut self, node: Node<'_>) -> Expr {
        let kind = match node.kind() {
            "type_identifier" | "primitive_type" | "identifier" | "self" | "crate" | "super" => {
                ExprKind::Name(self.slice(node).to_owned())
            }
            "scoped_type_identifier" | "scoped_identifier" => return self.scoped(node),
            "generic_type" => {
                let Some(base) = node.child_by_field_name("type") else {
                    return opaque(node, "a type without a name");
                };
                let base = Box::new(self.type_name(base));
                let arguments = node.child_by_field_name("type_arguments");
                let arguments = arguments.map(|list| self.type_arguments(list)).unwrap_or_default();
                ExprKind::Specialize { base, arguments }
            }
            "reference_type" | "pointer_type" => {
                return match node.child_by_field_name("type") {
                    Some(inner) => self.type_name(inner),
                    None => opaque(node, "a reference to nothing"),
                };
            }
            "tuple_type" => {
                ExprKind::Tuple(children(node).into_iter().map(|element| self.type_name(element)).collect())
            }
            "unit_type" => ExprKind::Tuple(Vec::new()),
            kind => ExprKind::Opaque(format!("`{}` is not read", kind.replace('_', " ")).into()),
        };
        Expr { kind, range: node.byte_range() }
    }

    /// What stands between `<` and `>`, lifetimes left out.
    pub(super) fn type_arguments(&mut self, list: Node<'_>) -> Vec<Expr> {
        let is_argument = |node: &Node<'_>| !matches!(node.kind(), "lifetime" | "trait_bounds");
        let mut arguments = Vec::new();
        for node in children(list).into_iter().filter(is_argument) {
            let is_value = node.kind().ends_with("_literal") || node.kind() == "block";
            arguments.push(if is_value { self.expression(node) } else { self.type_name(node) });
        }
        arguments
    }

    /// `a::b`: one name where all of its parts are plain, else a member of a type with arguments.
    pub(super) fn scoped(&mut self, node: Node<'_>) -> Expr {
        let field = |name| node.child_by_field_name(name);
        let range = node.byte_range();
        match (field("path"), field("name")) {
            (Some(path), Some(name)) if !self.slice(path).contains('<') => {
                let text = format!("{}::{}", self.path_text(path), self.slice(name));
                Expr { kind: ExprKind::Name(text), range }
            }
            (Some(path), Some(name)) => {
                let path = if path.kind() == "bracketed_type" {
                    children(path).first().copied().unwrap_or(path)
                } else {
                    path
                };
                let base = Box::new(self.type_name(path));
                Expr { kind: ExprKind::Member { base, name: self.name(name) }, range }
            }
            _ => Expr { kind: ExprKind::Name(self.path_text(node)), range },
        }
    }

    /// `<T, const N: i64 = 3>`, lifetimes left out.
    pub(super) fn type_parameters(&mut self, node: Node<'_>) -> Vec<TemplateParameter> {
        let list = node.child_by_field_name("type_parameters").map(children).unwrap_or_default();
        let mut parameters = Vec::new();
        for parameter in list {
            let field = |name| parameter.child_by_field_name(name);
            let name: Option<Name> = field("name").map(|name| self.name(name));
            let (is_type, default) = match parameter.kind() {
                "type_parameter" => (true, field("default_type").map(|default| self.type_name(default))),
                "const_parameter" => (false, field("value").map(|default| self.expression(default))),
                _ => continue,
            };
            parameters.push(TemplateParameter {
                name,
                is_type,
                declared_type: None,
                is_pack: false,
                default,
            });
        }
        parameters
    }
}
