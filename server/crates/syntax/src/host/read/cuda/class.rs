//! Classes and enumerations.

use std::{ops::Range, sync::Arc};

use tree_sitter::Node;

use super::kind::KindOf as _;
use super::{
    Place, Reader, children,
    field::{self, FieldOf as _},
    named_children,
};
use crate::annotation::Name;
use crate::expr::{Expr, ExprKind};
use crate::program::{Class, FORWARD, HostStatement, StatementKind, TemplateParameter, UNION};

impl Reader<'_> {
    /// A class where it stands. In a function of broken code, one that begins in the first column is outside: a `}` is missing.
    pub(super) fn class_in(
        &mut self,
        node: Node<'_>,
        template: Vec<TemplateParameter>,
        place: Place,
        out: &mut Vec<HostStatement>,
    ) {
        if place != Place::Function || node.start_position().column > 0 || !is_in_broken_code(node) {
            self.class_definition(node, template, out);
            return;
        }
        let mut outside = Vec::new();
        self.class_definition(node, template, &mut outside);
        self.outside.append(&mut outside);
    }

    /// A class, struct or union with its members; nothing for one that is only declared and no template.
    pub(super) fn class_definition(
        &mut self,
        node: Node<'_>,
        template: Vec<TemplateParameter>,
        out: &mut Vec<HostStatement>,
    ) {
        let body = node.field(&field::BODY);
        // What is declared is known by its parameters; what it holds stands in its specialisations.
        if body.is_none() && template.is_empty() {
            return;
        }
        let named = node.field(&field::NAME).map(|name| self.declarator(name)).unwrap_or_default();
        let start = node.start_byte();
        let name = named.names.into_iter().next();
        let name =
            name.unwrap_or_else(|| Name { text: self.unnamed.name(node, self.text), range: start..start });
        if body.is_some_and(|body| self.has_methods_of_macros(body)) {
            self.class_of_macros(node, name, out);
            return;
        }
        let bases = self.bases(node);
        let mut members = Vec::new();
        body.into_iter().for_each(|body| self.block(body, Place::Class, &mut members));
        if body.is_some_and(|body| self.may_change_though_constant(node, body)) {
            self.reference_types.changing.insert(name.text.clone());
        }
        let class = Class {
            name,
            path: self.namespaces.iter().cloned().chain(named.scope).collect(),
            template,
            specialization: named.specialization,
            bases,
            attributes: match body {
                None => vec![attribute(FORWARD, node)],
                Some(body) => {
                    let is_union = node.word() == "union_specifier" || has_nameless_union(body);
                    is_union.then(|| attribute(UNION, node)).into_iter().collect()
                }
            },
            members: members.into_iter().map(super::item).collect(),
            range: node.byte_range(),
        };
        self.push(out, node, StatementKind::Class(class));
    }

    /// Whether objects of a class change though they are `const`, or hold some that do.
    fn may_change_though_constant(&self, node: Node<'_>, body: Node<'_>) -> bool {
        let names_one = |of: Node<'_>| {
            let changing = &self.reference_types.changing;
            let mut words = self.text(of).split(|letter: char| !letter.is_alphanumeric() && letter != '_');
            !changing.is_empty() && words.any(|word| changing.contains(word))
        };
        let mut bases = children(node).into_iter().filter(|child| child.word() == "base_class_clause");
        has_mutable_field(body)
            || bases.any(names_one)
            || fields_of(body).into_iter().filter_map(|of| of.field(&field::TYPE)).any(names_one)
    }

    /// A class without its members, from its name.
    pub(super) fn class_head(
        &mut self,
        name: Node<'_>,
        template: Option<Node<'_>>,
        range: Range<usize>,
    ) -> Option<Class> {
        let named = self.declarator(name);
        let template = template.map(|list| self.template_parameters(list)).unwrap_or_default();
        Some(Class {
            name: named.names.into_iter().next()?,
            path: self.namespaces.iter().cloned().chain(named.scope).collect(),
            template,
            specialization: named.specialization,
            bases: Vec::new(),
            attributes: Vec::new(),
            members: Arc::default(),
            range,
        })
    }

    fn bases(&mut self, node: Node<'_>) -> Vec<Expr> {
        let clause = children(node).into_iter().find(|child| child.word() == "base_class_clause");
        let mut bases: Vec<Expr> = Vec::new();
        for child in clause.map(children).unwrap_or_default() {
            match child.word() {
                "access_specifier" | "attribute_declaration" | "virtual" => {}
                "..." => {
                    if let Some(pack) = bases.pop() {
                        let range = pack.range.start..child.end_byte();
                        bases.push(Expr { kind: ExprKind::Expand(Box::new(pack)), range });
                    }
                }
                _ if child.is_named() => bases.push(self.expression(child)),
                _ => {}
            }
        }
        bases
    }

    /// `: a(x), b{y}` assigns to the members; to those that are called like a base class or the class itself, too.
    pub(super) fn member_initializers(&mut self, list: Node<'_>, body: &mut Vec<HostStatement>) {
        for node in named_children(list) {
            let [of, value] = named_children(node)[..] else {
                self.spoiled_initializer(node, body);
                continue;
            };
            if self.is_broken(node) {
                self.spoiled_initializer(node, body);
                continue;
            }
            let base = Box::new(Expr { kind: ExprKind::Name("this".to_owned()), range: of.byte_range() });
            let target =
                Expr { kind: ExprKind::Member { base, name: self.last_name(of) }, range: of.byte_range() };
            let kind = match self.braces(None, value) {
                ExprKind::Construct { mut arguments, .. } if arguments.len() == 1 => arguments.remove(0),
                kind => Expr { kind, range: value.byte_range() },
            };
            self.push(body, node, StatementKind::Assign { target, operator: None, value: kind });
        }
    }

    /// `B` of `a::B<T>`.
    fn last_name(&self, mut of: Node<'_>) -> Name {
        while let Some(inner) = of.field(&field::NAME) {
            of = inner;
        }
        self.name(of)
    }
}

fn attribute(name: &str, node: Node<'_>) -> Expr {
    Expr { kind: ExprKind::Name(name.to_owned()), range: node.byte_range() }
}

/// Whether objects of a class change though they are `const`.
fn has_mutable_field(body: Node<'_>) -> bool {
    fields_of(body).into_iter().flat_map(children).any(|child| {
        child.word() == "type_qualifier" && children(child).iter().any(|word| word.word() == "mutable")
    })
}

/// The declarations of a class's fields, those under conditions of the preprocessor and of nameless structs and unions
/// among them.
fn fields_of(body: Node<'_>) -> Vec<Node<'_>> {
    let (mut fields, mut rest) = (Vec::new(), vec![body]);
    while let Some(node) = rest.pop() {
        match node.word() {
            "field_declaration" => {
                let of = node.field(&field::TYPE).filter(|_| node.field(&field::DECLARATOR).is_none());
                rest.extend(of.and_then(|of| of.field(&field::BODY)));
                fields.push(node);
            }
            kind if kind.starts_with("preproc_") || kind == "field_declaration_list" => {
                rest.extend(named_children(node));
            }
            _ => {}
        }
    }
    fields
}

/// Whether the fields of a union without a name are among those of a class.
fn has_nameless_union(body: Node<'_>) -> bool {
    fields_of(body).into_iter().any(|member| {
        let of = member.field(&field::TYPE).filter(|_| member.field(&field::DECLARATOR).is_none());
        of.is_some_and(|of| of.word() == "union_specifier" && of.field(&field::NAME).is_none())
    })
}

/// Whether the function around a node has a syntax error. No more than that is asked: what is read of a function is kept while
/// the code around it changes.
fn is_in_broken_code(node: Node<'_>) -> bool {
    let mut around = std::iter::successors(node.parent(), Node::parent);
    around.find(|outer| outer.word() == "function_definition").is_none_or(|function| function.has_error())
}
