//! Functions: decorators, parameters, bodies.

use tree_sitter::Node;

use super::{Reader, children, opaque};
use crate::annotation::Name;
use crate::expr::{Expr, ExprKind};
use crate::opaque::Opaque;
use crate::program::{Function, HostStatement, Parameter, StatementKind, TemplateParameter};

impl Reader<'_> {
    /// A function or class with its decorators.
    pub(super) fn definition(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        let mut attributes = Vec::new();
        let definition = node.child_by_field_name("definition").unwrap_or(node);
        for decorator in children(node).into_iter().filter(|child| child.kind() == "decorator") {
            attributes.extend(children(decorator).first().map(|&attribute| self.expression(attribute)));
        }
        let kind = match definition.kind() {
            "function_definition" => self.function(definition, node, attributes).map(StatementKind::Function),
            "class_definition" => self.class(definition, node, attributes).map(StatementKind::Class),
            _ => None,
        };
        match kind {
            Some(kind) => self.push(node, kind, out),
            None => self.unread(node, "a definition without a name", out),
        }
        // The body of a class is run where it stands.
        for (text, is_global) in std::mem::take(&mut self.globals_of_class) {
            if !self.in_class {
                let reason = format!("a class assigns it: `global {text}`");
                out.push(super::unknown_value(Name { text: text.clone(), range: self.range(node) }, reason));
            }
            self.outer_names.push((text, is_global));
        }
        // What a function assigns of the functions around it has no certain value there; a class has no such variables.
        if !self.in_class {
            let names = std::mem::take(&mut self.nonlocals);
            out.extend(names.iter().map(|name| super::unknown_value(name.clone(), Opaque::AssignedInside)));
            self.inner_nonlocals.extend(names);
        }
    }

    fn function(&mut self, node: Node<'_>, whole: Node<'_>, attributes: Vec<Expr>) -> Option<Function> {
        let name = self.name(node.child_by_field_name("name")?);
        let parameters = node.child_by_field_name("parameters").map(|list| self.parameters(list));
        let returns = node.child_by_field_name("return_type").map(|declared| self.expression(declared));
        let unread = self.recovery.unread;
        let around = std::mem::take(&mut self.outer_names);
        let inner = std::mem::take(&mut self.inner_nonlocals);
        let body = self.body(node, false);
        let mut outer_names = std::mem::replace(&mut self.outer_names, around);
        // What functions inside assign may be a variable of a function further out.
        for name in std::mem::replace(&mut self.inner_nonlocals, inner) {
            let own = parameters.iter().flatten().filter_map(|parameter| parameter.name.as_ref());
            let is_own = own.chain(&bound_names(&body)).any(|own| own.text == name.text);
            if !is_own && outer_names.iter().all(|(outer, _)| *outer != name.text) {
                outer_names.push((name.text.clone(), false));
                self.nonlocals.push(name);
            }
        }
        Some(Function {
            outer_names,
            name,
            template: self.type_parameters(node),
            parameters: parameters.unwrap_or_default(),
            returns,
            attributes,
            body: body.into(),
            range: self.range(whole),
            is_async: node.child(0).is_some_and(|word| word.kind() == "async"),
            is_broken: self.recovery.unread > unread,
            ..Function::default()
        })
    }

    /// `def f[T](..)`.
    pub(super) fn type_parameters(&self, node: Node<'_>) -> Vec<TemplateParameter> {
        let list = node.child_by_field_name("type_parameters").map(children).unwrap_or_default();
        let parameter = |node: Node<'_>| TemplateParameter {
            name: Some(self.name(node)),
            is_type: true,
            declared_type: None,
            is_pack: false,
            default: None,
        };
        list.into_iter().map(parameter).collect()
    }

    /// The parameters of a function or `lambda`. A bare `*` is a pack without a name; `**kwargs` is only given by
    /// keyword, as any keyword that no other parameter takes, and its value is not known.
    pub(super) fn parameters(&mut self, list: Node<'_>) -> Vec<Parameter> {
        let mut parameters: Vec<Parameter> = Vec::new();
        for node in children(list) {
            let inner = match node.kind() {
                "typed_parameter" => children(node).first().copied().unwrap_or(node),
                "positional_separator" => {
                    parameters.iter_mut().for_each(|before| before.is_positional = true);
                    continue;
                }
                _ => node,
            };
            let field = |name| node.child_by_field_name(name);
            let mut parameter = Parameter {
                name: self.parameter_name(field("name").unwrap_or(inner)),
                declared_type: field("type").map(|declared| self.expression(declared)),
                is_pack: matches!(inner.kind(), "list_splat_pattern" | "keyword_separator"),
                default: field("value").map(|default| self.expression(default)),
                range: node.byte_range(),
                ..Parameter::default()
            };
            if inner.kind() == "dictionary_splat_pattern" {
                if !parameters.iter().any(|before| before.is_pack) {
                    parameters.push(keyword_marker(node));
                }
                parameter.default = Some(opaque(node, "keyword arguments that no parameter takes"));
            }
            parameters.push(parameter);
        }
        parameters
    }

    /// `x`, `*x`, `**x`; a pattern that takes an argument apart has no name.
    fn parameter_name(&self, node: Node<'_>) -> Option<Name> {
        match node.kind() {
            "identifier" => Some(self.name(node)),
            "list_splat_pattern" | "dictionary_splat_pattern" => {
                children(node).first().filter(|name| name.kind() == "identifier").map(|&name| self.name(name))
            }
            _ => None,
        }
    }
}

fn keyword_marker(node: Node<'_>) -> Parameter {
    Parameter { is_pack: true, range: node.byte_range(), ..Parameter::default() }
}

/// The names that statements of a function bind, but for what functions inside do to them.
fn bound_names(body: &[HostStatement]) -> Vec<Name> {
    let mut names = Vec::new();
    let mut pending: Vec<&HostStatement> = body.iter().collect();
    while let Some(statement) = pending.pop() {
        match &statement.kind {
            StatementKind::Declare(declaration) => {
                let is_opaque = matches!(
                    &declaration.value,
                    Some(Expr { kind: ExprKind::Opaque(Opaque::AssignedInside), .. })
                );
                if !is_opaque {
                    names.extend(declaration.names.iter().cloned());
                }
            }
            StatementKind::If { then, otherwise, .. } => pending.extend(then.iter().chain(otherwise)),
            StatementKind::Loop { variables, body, .. } => {
                names.extend(variables.iter().cloned());
                pending.extend(body);
            }
            StatementKind::Block(body) | StatementKind::Finally(body) => pending.extend(body),
            StatementKind::Function(function) => names.push(function.name.clone()),
            StatementKind::Class(class) => names.push(class.name.clone()),
            // These bind nothing: `:=` is a declaration of its own, and `n += 1` changes what is bound elsewhere.
            StatementKind::Assign { .. }
            | StatementKind::Expression(_)
            | StatementKind::Return(_)
            | StatementKind::Assert(_)
            | StatementKind::Jump(_)
            | StatementKind::Unread(_) => {}
            // No statements of Python.
            StatementKind::Try { .. }
            | StatementKind::Label(_)
            | StatementKind::Alternatives(_)
            | StatementKind::Macro(_)
            | StatementKind::Instantiate { .. } => {}
        }
    }
    names
}
