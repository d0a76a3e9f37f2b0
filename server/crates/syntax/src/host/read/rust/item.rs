//! Items: what stands outside of functions.

use tree_sitter::Node;

use super::{Reader, children, opaque};
use crate::expr::{Expr, ExprKind};
use crate::program::{Class, Declaration, DeclarationKind, Function, HostStatement, Item, StatementKind};

impl Reader<'_> {
    /// The items of a file, module, `impl` or trait.
    pub(super) fn items(&mut self, node: Node<'_>, out: &mut Vec<Item>) {
        let mut attributes = Vec::new();
        let mut cursor = node.walk();
        let all: Vec<_> = node.named_children(&mut cursor).collect();
        for node in all {
            if node.kind() == "attribute_item" {
                attributes.extend(self.attribute(node));
                continue;
            }
            if matches!(node.kind(), "line_comment" | "block_comment") {
                continue;
            }
            let attributes = std::mem::take(&mut attributes);
            if self.deeper(|reader| reader.item(node, attributes, out)).is_none() {
                self.unread_item(node, "nested too deep to be read", out);
            }
        }
    }

    /// `#[test]`, `#[cfg(..)]`: its name, and its arguments unread.
    fn attribute(&self, node: Node<'_>) -> Option<Expr> {
        let attribute = *children(node).first()?;
        let name = *children(attribute).first()?;
        Some(Expr { kind: ExprKind::Name(self.path_text(name)), range: attribute.byte_range() })
    }

    fn item(&mut self, node: Node<'_>, attributes: Vec<Expr>, out: &mut Vec<Item>) {
        match node.kind() {
            "line_comment" | "block_comment" | "inner_attribute_item" | "empty_statement" | "shebang" => {}
            "use_declaration" if !node.has_error() => self.use_declaration(node),
            "mod_item" => {
                let Some(name) = node.child_by_field_name("name") else { return };
                self.inside(self.slice(name).to_owned(), node, out);
            }
            "impl_item" => {
                let name = node.child_by_field_name("type").map(|name| self.base_name(name));
                self.inside(name.unwrap_or_default(), node, out);
            }
            "trait_item" => {
                let Some(name) = node.child_by_field_name("name") else { return };
                self.inside(self.slice(name).to_owned(), node, out);
            }
            "function_item" | "function_signature_item" => match self.function(node, attributes) {
                Some(function) => out.push(Item::Function(function)),
                None => self.unread_item(node, "a function without a name", out),
            },
            "struct_item" | "enum_item" | "union_item" => match self.class(node, attributes) {
                Some(class) => out.push(Item::Class(class)),
                None => self.unread_item(node, "a type without a name", out),
            },
            "const_item" | "static_item" | "type_item" if !node.has_error() => {
                let kind = self.constant(node);
                out.push(Item::Statement(HostStatement { kind, range: node.byte_range() }));
            }
            "associated_type" | "extern_crate_declaration" | "macro_definition" | "foreign_mod_item" => {}
            "macro_invocation" | "expression_statement" if !node.has_error() => {}
            _ if node.has_error() => self.unread_item(node, "a syntax error", out),
            kind => self.unread_item(node, &format!("`{}` is not read", kind.replace('_', " ")), out),
        }
    }

    fn unread_item(&mut self, node: Node<'_>, reason: &str, out: &mut Vec<Item>) {
        let mut statements = Vec::new();
        self.unread(node, reason, &mut statements);
        out.extend(statements.into_iter().map(Item::Statement));
    }

    /// The items in the braces of a module or `impl`, which are below the name `part`.
    fn inside(&mut self, part: String, node: Node<'_>, out: &mut Vec<Item>) {
        self.path.push(part);
        if let Some(body) = node.child_by_field_name("body") {
            self.items(body, out);
        }
        self.path.pop();
    }

    /// `Layout` of `Layout<S>`.
    fn base_name(&self, node: Node<'_>) -> String {
        let text = self.path_text(node.child_by_field_name("type").unwrap_or(node));
        text.trim_start_matches('&').to_owned()
    }

    /// `const N: i64 = 8;`, `static N: i64 = 8;`, `type A = L<..>;`.
    pub(super) fn constant(&mut self, node: Node<'_>) -> StatementKind {
        let field = |name| node.child_by_field_name(name);
        let names = field("name").map(|name| self.name(name)).into_iter().collect();
        let is_type = node.kind() == "type_item";
        let written_type = field("type").map(|written| self.type_name(written));
        let value = field("value").map(|value| self.expression(value));
        let is_reference = field("type").is_some_and(|written| written.kind() == "reference_type");
        let changes = children(node).iter().any(|child| child.kind() == "mutable_specifier");
        let (kind, declared_type, value) = match (is_type, changes) {
            (true, _) => (DeclarationKind::Alias, None, written_type),
            (false, true) => {
                (DeclarationKind::Variable, written_type, Some(opaque(node, "may be assigned anywhere")))
            }
            (false, false) => {
                let value = value.unwrap_or_else(|| opaque(node, "its value is given elsewhere"));
                (DeclarationKind::Constant, written_type, Some(value))
            }
        };
        StatementKind::Declare(Declaration {
            names,
            path: self.path.as_slice().into(),
            template: self.type_parameters(node),
            kind,
            declared_type,
            is_reference: is_reference && !is_type,
            value,
            ..Declaration::default()
        })
    }

    /// A struct with its named fields; what an enum holds is not read.
    pub(super) fn class(&mut self, node: Node<'_>, attributes: Vec<Expr>) -> Option<Class> {
        let name = self.name(node.child_by_field_name("name")?);
        let mut members = Vec::new();
        for field in node.child_by_field_name("body").map(children).unwrap_or_default() {
            let part = |name| field.child_by_field_name(name);
            if let ("field_declaration", false, Some(name), Some(written)) =
                (field.kind(), field.has_error(), part("name"), part("type"))
            {
                let (names, declared_type) = (vec![self.name(name)], Some(self.type_name(written)));
                let declaration = Declaration { names, declared_type, ..Declaration::default() };
                let (kind, range) = (StatementKind::Declare(declaration), field.byte_range());
                members.push(Item::Statement(HostStatement { kind, range }));
            }
        }
        Some(Class {
            name,
            path: self.path.as_slice().into(),
            template: self.type_parameters(node),
            specialization: Vec::new(),
            bases: Vec::new(),
            attributes,
            members: members.into(),
            range: node.byte_range(),
        })
    }

    /// A function as an item or inside of another.
    pub(super) fn function(&mut self, node: Node<'_>, attributes: Vec<Expr>) -> Option<Function> {
        let field = |name| node.child_by_field_name(name);
        let name = self.name(field("name")?);
        let parameters = field("parameters").map(|list| self.parameters(list)).unwrap_or_default();
        let path = std::mem::take(&mut self.path);
        let body = field("body").map(|body| self.function_body(body)).unwrap_or_default();
        self.path = path;
        Some(Function {
            name,
            path: self.path.as_slice().into(),
            template: self.type_parameters(node),
            parameters,
            returns: field("return_type").map(|written| self.type_name(written)),
            attributes,
            body: body.into(),
            range: node.byte_range(),
            is_broken: node.has_error(),
            ..Function::default()
        })
    }
}
