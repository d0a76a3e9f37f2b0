//! Calls, kernel launches and lambdas.

use tree_sitter::Node;

use super::expression::unfinished;
use super::kind::KindOf as _;
use super::{
    Reader, children,
    field::{self, FieldOf as _},
    named_children,
};
use crate::annotation::Name;
use crate::expr::{BinaryOperator, Expr, ExprKind};
use crate::program::{
    Argument, COPY_OF_THIS, Declaration, DeclarationKind, Function, HostStatement, MUTABLE, REFERENCE_CAST,
    StatementKind,
};

impl Reader<'_> {
    /// `f(a)`, `f<<<grid, block>>>(a)`.
    pub(super) fn call(&mut self, node: Node<'_>) -> ExprKind {
        if let Some(comparison) = self.misread_template(node) {
            return comparison;
        }
        let (Some(function), Some(list)) = (node.field(&field::FUNCTION), node.field(&field::ARGUMENTS))
        else {
            return unfinished();
        };
        if let [value] = named_children(list)[..]
            && let Some(cast) = reference_cast(self.text(function))
        {
            let value = self.operand(value);
            return match cast {
                ReferenceCast::OfOneType => value.kind,
                ReferenceCast::ToAnother => {
                    let name = Expr {
                        kind: ExprKind::Name(REFERENCE_CAST.to_owned()),
                        range: function.byte_range(),
                    };
                    let arguments = self.template_arguments(function);
                    let kind = ExprKind::Specialize { base: Box::new(name), arguments };
                    let callee = Box::new(Expr { kind, range: function.byte_range() });
                    ExprKind::Invoke { callee, arguments: vec![Argument { keyword: None, value }] }
                }
            };
        }
        // The mask makes `decltype(x){}` the call `decltype(x)()` of a call.
        if self.text(function) == "decltype" {
            return self.first_named(list, |of| ExprKind::TypeOf(Box::new(of)));
        }
        let callee = match function.word() {
            // Whether it is a template, the call behind it told.
            "template_function" | "qualified_identifier" => {
                Expr { kind: self.name_kind(function), range: function.byte_range() }
            }
            _ => self.operand(function),
        };
        // It makes `A<B>{}` the call `A(B)()` of a call.
        match self.text(list).bytes().next() {
            Some(b'{') => return self.braces(Some(callee), list),
            Some(b'<') => {
                let arguments = named_children(list);
                return ExprKind::Specialize { base: Box::new(callee), arguments: self.list(&arguments) };
            }
            _ => {}
        }
        let callee = Box::new(callee);
        let launch = children(node).into_iter().find(|child| child.word() == "kernel_call_syntax");
        let configuration = launch.map(|launch| {
            let elements = named_children(launch);
            self.list(&elements)
        });
        let arguments = self.arguments(list);
        match configuration {
            Some(configuration) => ExprKind::Launch { kernel: callee, configuration, arguments },
            None => ExprKind::Invoke { callee, arguments },
        }
    }

    /// What stands between the parentheses of a call.
    pub(super) fn arguments(&mut self, list: Node<'_>) -> Vec<Argument> {
        let elements = named_children(list);
        self.list(&elements).into_iter().map(|value| Argument { keyword: None, value }).collect()
    }

    /// The call `f(x, g(y))` that tree-sitter takes for a function's declaration with the parameters `x` and `g(y)`;
    /// `None` when it is one.
    pub(super) fn call_of_parameters(&mut self, callee: Expr, list: Node<'_>) -> Option<ExprKind> {
        let mut arguments = Vec::new();
        for parameter in children(list).into_iter().filter(|child| child.is_named() || child.word() == "...")
        {
            if parameter.word() != "parameter_declaration" {
                return None;
            }
            arguments.push(Argument { keyword: None, value: self.parameter_as_value(parameter)? });
        }
        Some(ExprKind::Invoke { callee: Box::new(callee), arguments })
    }

    /// `x`, `f(x)` and `a * b` in the place of a parameter.
    fn parameter_as_value(&mut self, parameter: Node<'_>) -> Option<Expr> {
        let of = parameter.field(&field::TYPE)?;
        let declarator = parameter.field(&field::DECLARATOR);
        let is_plain = named_children(parameter).len() == 1 + usize::from(declarator.is_some());
        if !is_plain
            || matches!(of.word(), "primitive_type" | "sized_type_specifier" | "placeholder_type_specifier")
        {
            return None;
        }
        let callee = self.expression(of);
        let Some(declarator) = declarator else { return Some(callee) };
        let kind = match declarator.word() {
            "abstract_function_declarator" => {
                self.call_of_parameters(callee, declarator.field(&field::PARAMETERS)?)?
            }
            "parenthesized_declarator" => {
                let [inner] = named_children(declarator)[..] else { return None };
                let value = (inner.word() == "identifier").then(|| self.expression(inner))?;
                let arguments = vec![Argument { keyword: None, value }];
                ExprKind::Invoke { callee: Box::new(callee), arguments }
            }
            "pointer_declarator" => {
                let [inner] = named_children(declarator)[..] else { return None };
                let right = Box::new((inner.word() == "identifier").then(|| self.expression(inner))?);
                ExprKind::Binary { operator: BinaryOperator::Multiply, left: Box::new(callee), right }
            }
            _ => return None,
        };
        Some(Expr { kind, range: parameter.byte_range() })
    }

    /// `[&](auto x) { .. }`. `[n = e]` declares `n` first in the body.
    pub(super) fn lambda(&mut self, node: Node<'_>) -> ExprKind {
        let mut outer_effects = std::mem::take(&mut self.effects);
        if let Some(captures) = node.field(&field::CAPTURES) {
            self.unread_writes(captures);
            outer_effects.append(&mut self.effects);
        }
        let template = match node.field(&field::TEMPLATE_PARAMETERS) {
            Some(list) => self.template_parameters(list),
            None => Vec::new(),
        };
        let declarator = node.field(&field::DECLARATOR);
        let list = declarator.and_then(|declarator| declarator.field(&field::PARAMETERS));
        let (mut attributes, mut body) = self.captures(node);
        let parameters = self.parameters(list, &mut body);
        let returns = declarator.and_then(|declarator| self.trailing_return_type(declarator));
        let returns_reference = declarator.is_some_and(|declarator| self.is_trailing_reference(declarator));
        if let Some(block) = node.field(&field::BODY) {
            self.function_body(block, &mut body);
        }
        self.effects = outer_effects;
        let is_mutable = declarator.is_some_and(|declarator| {
            children(declarator).into_iter().any(|child| self.text(child) == "mutable")
        });
        // One that may assign to variables around it is read as any other, so that these are forgotten.
        let refers = node.field(&field::CAPTURES).is_some_and(|captures| self.text(captures).contains('&'));
        if is_mutable && !refers {
            attributes.push(Expr { kind: ExprKind::Name(MUTABLE.to_owned()), range: node.byte_range() });
        }
        ExprKind::Lambda(Box::new(Function {
            name: Name { text: String::new(), range: node.start_byte()..node.start_byte() },
            path: self.namespaces.as_slice().into(),
            template,
            parameters,
            returns,
            attributes,
            body: body.into(),
            returns_reference,
            range: node.byte_range(),
            is_broken: node.has_error(),
            ..Function::default()
        }))
    }

    /// What is captured, and declarations of captures with a value.
    fn captures(&mut self, lambda: Node<'_>) -> (Vec<Expr>, Vec<HostStatement>) {
        let (mut captured, mut declarations) = (Vec::new(), Vec::new());
        let Some(captures) = lambda.field(&field::CAPTURES) else { return (captured, declarations) };
        let mut is_reference = false;
        if self.text(captures).contains("*this") {
            let kind = ExprKind::Name(COPY_OF_THIS.to_owned());
            captured.push(Expr { kind, range: captures.byte_range() });
        }
        for capture in children(captures) {
            let initialised = (capture.word() == "lambda_capture_initializer")
                .then(|| (capture.field(&field::LEFT), capture.field(&field::RIGHT)));
            if let Some((Some(left), Some(right))) = initialised {
                is_reference = self.text(capture).starts_with('&');
                let value = Some(self.expression(right));
                let declaration = Declaration {
                    names: vec![self.name(left)],
                    kind: DeclarationKind::Constant,
                    is_reference,
                    value,
                    ..Declaration::default()
                };
                self.push(&mut declarations, capture, StatementKind::Declare(declaration));
            }
            let name = match initialised {
                Some((Some(left), _)) => left,
                _ => capture,
            };
            if name.is_named() {
                let mark = if is_reference { "&" } else { "" };
                let kind = ExprKind::Name(format!("{mark}{}", self.text(name)));
                captured.push(Expr { kind, range: capture.byte_range() });
            }
            is_reference = capture.word() == "&";
        }
        (captured, declarations)
    }
}

/// A cast to a reference.
enum ReferenceCast {
    /// `const_cast<T&>(x)`, `static_cast<int&>(x)`: what it is of.
    OfOneType,
    /// `static_cast<Base&>(x)`: the same object, seen as one of another class.
    ToAnother,
}

/// Which one a text is: `static_cast<T&>` or the like.
fn reference_cast(text: &str) -> Option<ReferenceCast> {
    const NUMBERS: [&str; 9] =
        ["auto", "bool", "char", "double", "float", "int", "long", "short", "unsigned"];
    let (cast, of) = text.split_once('<')?;
    let of = of.trim_end().strip_suffix('>')?.trim_end().strip_suffix('&')?;
    let mut words = of.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    match cast.trim() {
        "const_cast" => Some(ReferenceCast::OfOneType),
        "static_cast" | "dynamic_cast" => {
            Some(match words.any(|word| NUMBERS.contains(&word)) && !of.contains('<') {
                true => ReferenceCast::OfOneType,
                false => ReferenceCast::ToAnother,
            })
        }
        _ => None,
    }
}
