//! Functions: definitions and declarations, parameters.

use std::{ops::Range, sync::Arc};

use tree_sitter::Node;

use super::kind::KindOf as _;
use super::{
    Place, Reader, children,
    compiled_loop::is_compiled,
    field::{self, FieldOf as _},
    named_children, opaque,
};
use crate::expr::{Expr, ExprKind};
use crate::mask::EMPTY_DEFAULT;
use crate::program::{
    Argument, Declaration, Function, HostStatement, Parameter, StatementKind, TemplateParameter,
};

impl Reader<'_> {
    /// A function with its body.
    pub(super) fn function_definition(&mut self, node: Node<'_>, place: Place, out: &mut Vec<HostStatement>) {
        self.function(node, Vec::new(), place, out);
    }

    pub(super) fn function(
        &mut self,
        node: Node<'_>,
        template: Vec<TemplateParameter>,
        place: Place,
        out: &mut Vec<HostStatement>,
    ) {
        if place == Place::Function {
            self.function_in_function(node, template, out);
            return;
        }
        let Some(declarator) = node.field(&field::DECLARATOR) else {
            self.broken(node, place, out);
            return;
        };
        let mut body = Vec::new();
        let function = match self.function_of_macro(declarator, node.byte_range()) {
            Some(function) => Some(function),
            None => self.signature(&children(node), declarator, template, node.byte_range(), &mut body),
        };
        let Some(mut function) = function else {
            self.broken(node, place, out);
            return;
        };
        for initializers in
            children(node).into_iter().filter(|child| child.word() == "field_initializer_list")
        {
            self.member_initializers(initializers, &mut body);
        }
        let block = node.field(&field::BODY);
        let block =
            block.or_else(|| children(node).into_iter().find(|child| child.word() == "try_statement"));
        if let Some(block) = block {
            let runs = is_compiled(&function) && !block.has_error();
            let around = std::mem::replace(&mut self.is_compiled, runs);
            self.sure_outside(|this| this.function_body(block, &mut body));
            self.is_compiled = around;
        }
        let code = children(node).into_iter().filter(|child| child.word() == "field_initializer_list");
        function.passed_over = self.passed_over(code.chain(block), &mut body);
        function.body = body.into();
        self.push(out, node, StatementKind::Function(function));
    }

    /// `{ .. }` or `try { .. }` of a function.
    pub(super) fn function_body(&mut self, block: Node<'_>, body: &mut Vec<HostStatement>) {
        if self.is_open_body(block, body) {
            return;
        }
        self.unsure_body(block, body, |this, body| match block.word() {
            "compound_statement" => this.block(block, Place::Function, body),
            _ => this.member_statement(block, Place::Function, body),
        });
    }

    /// `T f(a);`
    pub(super) fn function_declaration(
        &mut self,
        node: Node<'_>,
        declarator: Node<'_>,
        template: Vec<TemplateParameter>,
        place: Place,
        out: &mut Vec<HostStatement>,
    ) {
        let mut body = Vec::new();
        // A function declared in a function, or `S s();`: no variable either way.
        if place != Place::Function
            && let Some(function) =
                self.signature(&children(node), declarator, template, node.byte_range(), &mut body)
        {
            let function = Function { is_only_declared: true, ..function };
            self.push(out, node, StatementKind::Function(function));
        } else {
            let reason = "a function declared inside of a function is not read";
            self.push(out, node, StatementKind::Unread(reason.to_owned()));
            // It hides those of its name outside of the function, so that which one a call means is not what they say.
            let names = self.declarator(declarator).names;
            if place == Place::Function && matches!(names.as_slice(), [name] if !name.text.contains("::")) {
                let value = Some(opaque(reason, declarator));
                self.push(
                    out,
                    declarator,
                    StatementKind::Declare(Declaration { names, value, ..Declaration::default() }),
                );
            }
        }
    }

    /// All of a function but its body, from the nodes of its head; parameters that cannot be read are declared in `body`.
    pub(super) fn signature(
        &mut self,
        head: &[Node<'_>],
        declarator: Node<'_>,
        template: Vec<TemplateParameter>,
        range: Range<usize>,
        body: &mut Vec<HostStatement>,
    ) -> Option<Function> {
        let found = self.declarator(declarator);
        let function = found.function?;
        let name = found.names.into_iter().next()?;
        let list = function.field(&field::PARAMETERS);
        let parameters = self.parameters(list, body);
        let returned = returned_type(head, |node| self.text(node)).and_then(|of| self.declared_type(of));
        let returned = returned.map(|of| if found.is_pointer { pointer_to(of) } else { of });
        let returns = self.trailing_return_type(function).or(returned);
        let returns_reference = found.is_reference || self.may_return_reference(head, function);
        if returns_reference {
            self.reference_types.functions.insert(name.text.clone());
        }
        let (template, around) = self.own_template(template, &found.scope_arguments);
        Some(Function {
            outer_names: Vec::new(),
            name,
            path: self.namespaces.iter().cloned().chain(found.scope).collect(),
            template,
            around,
            specialization: found.specialization,
            parameters,
            returns,
            attributes: self.attributes(head),
            body: Arc::default(),
            range,
            is_broken: head.iter().any(Node::has_error)
                || list.is_some_and(|list| self.names_statement_macro(list)),
            is_async: false,
            is_only_declared: false,
            is_constant: children(function).into_iter().any(|word| self.text(word) == "const"),
            returns_reference,
            passed_over: Vec::new(),
        })
    }

    /// Whether a return type may be a reference without a sign of its own: `decltype(auto)`, `-> T&`.
    fn may_return_reference(&self, head: &[Node<'_>], declarator: Node<'_>) -> bool {
        let of = head.iter().find(|node| is_type(**node));
        of.is_some_and(|of| self.text(*of).starts_with("decltype") || self.is_reference_type(*of))
            || self.is_trailing_reference(declarator)
    }

    /// Whether the type behind the parameters is a reference, or may be one: `-> T&`, `-> decltype(auto)`.
    pub(super) fn is_trailing_reference(&self, declarator: Node<'_>) -> bool {
        let trailing = children(declarator).into_iter().find(|child| child.word() == "trailing_return_type");
        let Some(of) = trailing.and_then(|trailing| named_children(trailing).first().copied()) else {
            return false;
        };
        self.text(of).contains('&') || self.text(of).contains("decltype") || self.is_reference_type(of)
    }

    /// `-> T` behind the parameters.
    pub(super) fn trailing_return_type(&mut self, declarator: Node<'_>) -> Option<Expr> {
        let trailing =
            children(declarator).into_iter().find(|child| child.word() == "trailing_return_type")?;
        let of = named_children(trailing).first().copied()?;
        let is_auto = of.field(&field::TYPE).is_some_and(|of| of.word() == "placeholder_type_specifier");
        (!is_auto).then(|| self.expression(of))
    }

    /// `__global__`, `static`, `explicit`, `__launch_bounds__(128)` in front of a function.
    fn attributes(&mut self, head: &[Node<'_>]) -> Vec<Expr> {
        let mut attributes = Vec::new();
        for &child in head {
            let name = |text: &str| Expr { kind: ExprKind::Name(text.to_owned()), range: child.byte_range() };
            match child.word() {
                "launch_bounds" => {
                    let values = named_children(child);
                    let values = self.list(&values).into_iter();
                    let arguments = values.map(|value| Argument { keyword: None, value }).collect();
                    let kind = ExprKind::Invoke { callee: Box::new(name("__launch_bounds__")), arguments };
                    attributes.push(Expr { kind, range: child.byte_range() });
                }
                "storage_class_specifier" | "type_qualifier" | "virtual" | "explicit_function_specifier" => {
                    attributes.push(name(self.text(child)));
                }
                kind if kind.starts_with("__") => attributes.push(name(kind)),
                _ => {}
            }
        }
        attributes
    }

    /// The parameters of a function. When one has a syntax error, their number is not known: none is read, and their
    /// names are declared in `body` without a value.
    pub(super) fn parameters(
        &mut self,
        list: Option<Node<'_>>,
        body: &mut Vec<HostStatement>,
    ) -> Vec<Parameter> {
        let Some(list) = list else { return Vec::new() };
        if self.is_broken(list) || self.names_statement_macro(list) {
            self.spoiled_parameters(list, body);
            return Vec::new();
        }
        let mut parameters = Vec::new();
        for node in named_children(list) {
            let node = match node.word() {
                "explicit_object_parameter_declaration" => match named_children(node).last() {
                    Some(&inner) => inner,
                    None => continue,
                },
                _ => node,
            };
            parameters.push(self.parameter(node));
        }
        // `f(void)`
        let is_void = |parameter: &Parameter| {
            let of = parameter.declared_type.as_ref().map(|of| &of.kind);
            parameter.name.is_none()
                && !parameter.is_pointer
                && of == Some(&ExprKind::Name("void".to_owned()))
        };
        parameters.retain(|parameter| !is_void(parameter));
        // `f(...)` takes anything, where nothing else does.
        if let Some(dots) = children(list).into_iter().find(|child| child.word() == "...") {
            parameters.push(Parameter { is_pack: true, range: dots.byte_range(), ..Parameter::default() });
        }
        parameters
    }

    fn parameter(&mut self, node: Node<'_>) -> Parameter {
        let declarator = match node.field(&field::DECLARATOR) {
            Some(declarator) => self.declarator(declarator),
            None => super::declarator::Declarator::default(),
        };
        let of = node.field(&field::TYPE);
        let declared_type = if declarator.function.is_some() {
            Some(opaque("the type of a function is not read", node))
        } else {
            of.and_then(|of| self.declared_type(of))
        };
        let default = node.field(&field::DEFAULT_VALUE).map(|value| match self.text(value) {
            EMPTY_DEFAULT if value.word() == "string_literal" => Expr {
                kind: ExprKind::Construct { constructed: None, arguments: Vec::new() },
                range: value.byte_range(),
            },
            _ => self.expression(value),
        });
        Parameter {
            name: declarator.names.into_iter().next(),
            declared_type,
            is_pointer: declarator.is_pointer || declarator.is_array,
            is_reference: declarator.is_reference || of.is_some_and(|of| self.is_reference_type(of)),
            is_constant: self
                .declaration_words(node)
                .iter()
                .any(|word| matches!(*word, "const" | "constexpr")),
            is_pack: declarator.is_pack || node.word() == "variadic_parameter_declaration",
            is_positional: false,
            default,
            range: node.byte_range(),
        }
    }

    /// `void f() { .. }` inside a function: the function before it lacks a `}`. `MACRO(x) { .. }`: whether and how
    /// often the block runs is the macro's to say.
    fn function_in_function(
        &mut self,
        node: Node<'_>,
        template: Vec<TemplateParameter>,
        out: &mut Vec<HostStatement>,
    ) {
        if node.field(&field::TYPE).is_some() {
            let mut outside = Vec::new();
            self.function(node, template, Place::Namespace, &mut outside);
            self.outside.append(&mut outside);
            return;
        }
        let (mut body, mut given) = (Vec::new(), Vec::new());
        if let Some(block) = node.field(&field::BODY) {
            given = self.names_given_before(block);
            Self::declare_given(given.clone(), node, &mut body);
            self.function_body(block, &mut body);
        }
        self.push(
            out,
            node,
            StatementKind::Loop { variables: Vec::new(), counts: false, over: None, condition: None, body },
        );
        self.given_to_block(given, node, out);
    }
}

/// Whether a node of a function's head is the type that it returns.
/// The node of the type that a function returns. Where a macro that is not known stands in front of it, as in
/// `DEVICE static int f()`, the grammar takes the macro for the type, and the type for an error.
fn returned_type<'t>(head: &[Node<'t>], text: impl Fn(Node<'t>) -> &'t str) -> Option<Node<'t>> {
    let at = head.iter().position(|node| is_type(*node))?;
    let (first, behind) = (*head.get(at)?, head.get(at + 1..)?);
    if first.word() != "type_identifier" || !is_in_capitals(text(first)) {
        return Some(first);
    }
    let next =
        behind.iter().find(|node| !matches!(node.word(), "storage_class_specifier" | "type_qualifier"));
    let inside = next.filter(|node| node.is_error()).map(|error| named_children(*error));
    match inside.as_deref() {
        Some([of]) if of.word() == "identifier" && !is_in_capitals(text(*of)) => Some(*of),
        _ => Some(first),
    }
}

/// Whether a name is written as macros are; one letter is a parameter of a template.
fn is_in_capitals(name: &str) -> bool {
    let is_capital = |character: char| matches!(character, 'A'..='Z' | '0'..='9' | '_');
    name.len() > 2 && name.chars().all(is_capital)
}

fn is_type(node: Node<'_>) -> bool {
    matches!(
        node.word(),
        "type_identifier"
            | "primitive_type"
            | "sized_type_specifier"
            | "qualified_identifier"
            | "template_type"
            | "dependent_type"
            | "decltype"
            | "placeholder_type_specifier"
            | "struct_specifier"
            | "class_specifier"
            | "enum_specifier"
    )
}

/// `T*`.
fn pointer_to(of: Expr) -> Expr {
    let base = Expr { kind: ExprKind::Name("*".to_owned()), range: of.range.clone() };
    let range = of.range.clone();
    Expr { kind: ExprKind::Specialize { base: Box::new(base), arguments: vec![of] }, range }
}
