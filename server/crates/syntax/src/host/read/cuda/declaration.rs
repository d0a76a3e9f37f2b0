//! Declarations of variables, fields and types.

use tree_sitter::Node;

use super::declarator::Declarator;
use super::kind::KindOf as _;
use super::{
    Place, Reader, children,
    field::{self, FieldOf as _},
    fields, named_children, opaque,
    unread::called_with,
};
use crate::annotation::Name;
use crate::expr::{Expr, ExprKind};
use crate::program::{
    BIT_FIELD, Declaration, DeclarationKind, HostStatement, StatementKind, TemplateParameter,
};

/// One of the things that a declaration declares: `x = 3` and `*y` in `int x = 3, *y;`.
struct Part<'t> {
    declarator: Node<'t>,
    /// What initializes it.
    value: Option<Node<'t>>,
}

impl<'t> Reader<'t> {
    /// `T x = e, y;` in a file, class or function; also a function without a body.
    pub(super) fn declaration(
        &mut self,
        node: Node<'_>,
        template: Vec<TemplateParameter>,
        place: Place,
        out: &mut Vec<HostStatement>,
    ) {
        if self.is_broken(node) {
            self.broken(node, place, out);
            return;
        }
        let of = node.field(&field::TYPE);
        let parts = parts(node);
        if let Some(defined) = of {
            self.type_in_declaration(defined, !parts.is_empty(), place, out);
        }
        let is_single = parts.len() == 1;
        for part in parts {
            let declarator = self.declarator(part.declarator);
            let range_of = if is_single { node } else { part.declarator };
            let is_variable = place != Place::Class && self.points_to_function(&part, &declarator)
                || self.is_variable(&declarator, part.declarator, place);
            if declarator.function.is_some() && !is_variable {
                self.function_declaration(node, part.declarator, template.clone(), place, out);
                continue;
            }
            let kind = self.variable(node, of, &part, declarator, template.clone(), place);
            let names = match &kind {
                StatementKind::Declare(declaration) => declaration.names.clone(),
                _ => Vec::new(),
            };
            self.push(out, range_of, kind);
            // Something else may write it at any time.
            if place == Place::Function && self.declaration_words(node).contains(&"volatile") {
                names.into_iter().for_each(|name| self.written_at_any_time(name, out));
            }
        }
    }

    /// `struct S {..} x;` defines `S`, too. The members of one with neither a name nor a variable are those of the
    /// class around it.
    fn type_in_declaration(
        &mut self,
        of: Node<'_>,
        is_used: bool,
        place: Place,
        out: &mut Vec<HostStatement>,
    ) {
        let Some(body) = of.field(&field::BODY) else { return };
        match of.word() {
            "struct_specifier" | "union_specifier" if !is_used && of.field(&field::NAME).is_none() => {
                self.block(body, place, out);
            }
            "enum_specifier" => self.enumeration(of, place, out),
            "struct_specifier" | "class_specifier" | "union_specifier" => {
                self.class_definition(of, Vec::new(), out);
            }
            _ => {}
        }
    }

    /// `T x(a, b);` inside a function declares a variable wherever it can be one; `T x();` declares a function.
    fn is_variable(&mut self, declarator: &Declarator<'_>, node: Node<'_>, place: Place) -> bool {
        let is_plain =
            matches!(node.word(), "function_declarator" | "pointer_declarator" | "reference_declarator");
        let list = declarator.function.and_then(|function| function.field(&field::PARAMETERS));
        let Some(list) = list else { return false };
        let callee = Expr { kind: ExprKind::Any, range: node.byte_range() };
        place == Place::Function
            && is_plain
            && !named_children(list).is_empty()
            && self.call_of_parameters(callee, list).is_some()
    }

    fn variable(
        &mut self,
        node: Node<'_>,
        of: Option<Node<'_>>,
        part: &Part<'_>,
        declarator: Declarator<'_>,
        template: Vec<TemplateParameter>,
        place: Place,
    ) -> StatementKind {
        if place == Place::Function
            && part.value.is_none()
            && !declarator.is_array
            && let [name] = declarator.names.as_slice()
            && let words = self.declaration_words(node)
            && words.contains(&"extern")
            && !words.contains(&"__shared__")
        {
            // `extern int n;` in a function names the one outside.
            let outside = Expr { kind: ExprKind::Name(name.text.clone()), range: name.range.clone() };
            return StatementKind::Expression(outside);
        }
        let is_function_pointer = self.points_to_function(part, &declarator);
        let is_bit_field =
            part.declarator.next_named_sibling().is_some_and(|next| next.word() == "bitfield_clause");
        // `decltype(auto) r = x;` is of the type with which `x` is declared.
        let of_its_value = of.filter(|of| self.text(*of).starts_with("decltype(auto)")).and(part.value);
        let of_its_value = of_its_value.filter(|value| is_unparenthesized_name(*value));
        let declared_type = match is_bit_field {
            true => {
                Some(Expr { kind: ExprKind::Name(BIT_FIELD.to_owned()), range: part.declarator.byte_range() })
            }
            // `void (*p)(int) = f;` is no `void`.
            false if is_function_pointer && !declarator.is_array => None,
            false if let Some(value) = of_its_value => {
                let kind = ExprKind::TypeOf(Box::new(self.expression(value)));
                Some(Expr { kind, range: value.byte_range() })
            }
            false => of.and_then(|of| self.declared_type(of)),
        };
        let words = self.declaration_words(node);
        // What is `constinit` or in `__constant__` memory may be written: by anyone, and by the host.
        let is_constant = words.iter().any(|word| matches!(*word, "const" | "constexpr"));
        let mut value = self.initial_value(part, &declarator, declared_type.as_ref(), is_constant);
        // A variable of a thread is kept from call to call as one that is static.
        let is_kept = place == Place::Function && words.contains(&"thread_local");
        let is_static = words.contains(&"static") || is_kept;
        // One of a function that is `constexpr` is what the compiler computes, whichever call comes first.
        let is_computed = place == Place::Function && words.contains(&"constexpr");
        if words.contains(&"extern") && value.is_none() {
            value = Some(opaque("it is defined elsewhere", part.declarator));
        } else if is_static && !is_constant && place == Place::Function {
            if let Some(value) = value.take().filter(|_| part.value.is_some_and(has_call)) {
                let range = value.range.clone();
                let condition = opaque("it is the first call", node);
                let then =
                    vec![HostStatement { kind: StatementKind::Expression(value), range: range.clone() }];
                let kind = StatementKind::If { condition, is_constant: false, then, otherwise: Vec::new() };
                self.effects.push(HostStatement { kind, range });
            }
            value = Some(opaque("a static variable keeps what an earlier call left in it", part.declarator));
        } else if words.contains(&"__shared__") && !declarator.is_array && value.is_none() {
            value = Some(opaque("it is in shared memory", part.declarator));
        }
        if declarator.is_array
            && place != Place::Class
            && let (Some(list), Some(of)) = (part.value, &declared_type)
            && value.as_ref().is_some_and(|value| matches!(value.kind, ExprKind::Opaque(_)))
        {
            self.made_elements(list, of);
        }
        let is_read_array = declarator.is_array
            && value.as_ref().is_some_and(|value| matches!(value.kind, ExprKind::Construct { .. }));
        let path: &[String] = if place == Place::Namespace { &self.namespaces } else { &[] };
        let path = path.iter().cloned().chain(declarator.scope).collect();
        StatementKind::Declare(Declaration {
            names: declarator.names,
            path,
            template,
            specialization: declarator.specialization,
            kind: if is_constant && !declarator.is_pointer {
                DeclarationKind::Constant
            } else {
                DeclarationKind::Variable
            },
            declared_type: declared_type.filter(|_| !is_read_array),
            is_pointer: declarator.is_pointer || declarator.is_array && !is_read_array,
            is_reference: declarator.is_reference
                || of_its_value.is_none() && of.is_some_and(|of| self.is_reference_type(of)),
            value,
            takes_apart: declarator.takes_apart,
            is_internal: is_static && !is_computed,
        })
    }

    /// The value of `= e`, `{e}`, `(e)`.
    fn initial_value(
        &mut self,
        part: &Part<'_>,
        declarator: &Declarator<'_>,
        declared_type: Option<&Expr>,
        is_constant: bool,
    ) -> Option<Expr> {
        if declarator.is_array {
            return Some(self.array(part, declared_type, is_constant));
        }
        let is_function_pointer = self.points_to_function(part, declarator);
        if let Some(list) = declarator.function.and_then(|function| function.field(&field::PARAMETERS))
            && !is_function_pointer
        {
            let kind = self.call_of_parameters(declared_type?.clone(), list)?;
            return Some(self.direct(kind, list, declarator, declared_type));
        }
        let Some(value) = part.value else {
            return declarator.is_pointer.then(|| opaque("a pointer without a value", part.declarator));
        };
        match value.word() {
            "argument_list" => {
                let arguments = self.arguments(value);
                let callee = Box::new(declared_type.cloned().unwrap_or_else(|| opaque("auto", value)));
                let kind = ExprKind::Invoke { callee, arguments };
                Some(self.direct(kind, value, declarator, declared_type))
            }
            "initializer_list" => {
                let constructed = declared_type.filter(|_| !declarator.is_pointer).cloned();
                let kind = self.braces(constructed, value);
                Some(self.direct(kind, value, declarator, declared_type))
            }
            _ => Some(self.expression(value)),
        }
    }

    /// `void (*p)(int) = f;` and `void (*p[])(int) = {f};`, where `f` is no method.
    fn points_to_function(&self, part: &Part<'_>, declarator: &Declarator<'_>) -> bool {
        let is_pointer = |function: Node<'_>| {
            function.field(&field::DECLARATOR).is_some_and(|inner| {
                inner.word() == "parenthesized_declarator" && !self.text(inner).contains("::")
            })
        };
        part.value.is_some() && declarator.is_pointer && declarator.function.is_some_and(is_pointer)
    }

    /// `int const x[2] = {1, 2}` is a `std::array` in all that counts; the elements of others may change.
    fn array(&mut self, part: &Part<'_>, declared_type: Option<&Expr>, is_constant: bool) -> Expr {
        let list = part.value.filter(|value| is_constant && value.word() == "initializer_list");
        let (Some(list), Some(of)) = (list, declared_type) else {
            if let Some(value) = part.value {
                self.unread_writes(value);
            }
            return opaque("an array is not read", part.declarator);
        };
        let range = list.byte_range();
        let base = Expr { kind: ExprKind::Name("std::array".to_owned()), range: range.clone() };
        let kind = ExprKind::Specialize { base: Box::new(base), arguments: vec![of.clone()] };
        let kind = self.braces(Some(Expr { kind, range: range.clone() }), list);
        Expr { kind, range }
    }

    /// `std::reference_wrapper<int> x[2] = {a, b};`: what the elements are made of, which they may hold.
    fn made_elements(&mut self, list: Node<'_>, of: &Expr) {
        let mut rest = vec![list];
        while let Some(list) = rest.pop() {
            for element in named_children(list) {
                match element.word() {
                    "initializer_list" => rest.push(element),
                    "identifier"
                    | "field_expression"
                    | "pointer_expression"
                    | "qualified_identifier"
                    | "template_function" => {
                        let range = element.byte_range();
                        let base =
                            Expr { kind: ExprKind::Name("std::array".to_owned()), range: range.clone() };
                        let kind = ExprKind::Specialize { base: Box::new(base), arguments: vec![of.clone()] };
                        let declaration = Declaration {
                            declared_type: Some(Expr { kind, range: range.clone() }),
                            value: Some(self.expression(element)),
                            ..Declaration::default()
                        };
                        self.effects.push(HostStatement { kind: StatementKind::Declare(declaration), range });
                    }
                    _ => {}
                }
            }
        }
    }

    /// `auto x{e}`, `auto x(e)`, `T* x(e)` and `T& x{e}` hold `e` itself.
    fn direct(
        &mut self,
        kind: ExprKind,
        node: Node<'_>,
        declarator: &Declarator<'_>,
        declared_type: Option<&Expr>,
    ) -> Expr {
        let is_itself = declared_type.is_none() || declarator.is_pointer || declarator.is_reference;
        let kind = match kind {
            ExprKind::Invoke { mut arguments, .. } if is_itself && arguments.len() == 1 => {
                return arguments.remove(0).value;
            }
            ExprKind::Construct { mut arguments, .. } if is_itself && arguments.len() == 1 => {
                return arguments.remove(0);
            }
            kind => kind,
        };
        Expr { kind, range: node.byte_range() }
    }

    /// The type of a declaration; `None` for `auto`.
    pub(super) fn declared_type(&mut self, of: Node<'_>) -> Option<Expr> {
        (of.word() != "placeholder_type_specifier").then(|| self.expression(of))
    }

    /// `static`, `constexpr`, `__shared__`, .. in front of the declarators.
    pub(super) fn declaration_words(&self, node: Node<'_>) -> Vec<&'t str> {
        let is_word = |child: &Node<'_>| {
            matches!(child.word(), "type_qualifier" | "storage_class_specifier") || !child.is_named()
        };
        children(node).into_iter().filter(is_word).map(|child| self.text(child)).collect()
    }

    /// What the values of a declaration in the head of a loop do; what its references refer to may be written in the loop.
    pub(super) fn initial_effects(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        let of = node.field(&field::TYPE);
        // An object of a class is made by its constructor, whatever that is given.
        let is_class = of.is_some_and(|of| {
            !matches!(
                of.word(),
                "primitive_type" | "sized_type_specifier" | "placeholder_type_specifier" | "decltype"
            )
        });
        for part in parts(node) {
            let declarator = self.declarator(part.declarator);
            if is_class && !declarator.is_pointer && !declarator.is_reference {
                self.made_in_head(&part, &declarator, of, out);
                continue;
            }
            let Some(value) = part.value else { continue };
            if declarator.is_reference {
                self.unread_target(value);
            }
            if holds(value, &["lambda_expression"]) {
                let value = self.expression(value);
                self.push(out, part.declarator, StatementKind::Expression(called_with(value)));
            } else if holds(value, DOING) {
                let value = self.expression(value);
                self.push(out, part.declarator, StatementKind::Expression(value));
            }
        }
        out.append(&mut self.effects);
    }

    /// `for (Guard guard{n}; ..)`: the object as it is made, without its name, which may stand for another one in each round.
    fn made_in_head(
        &mut self,
        part: &Part<'_>,
        declarator: &Declarator<'_>,
        of: Option<Node<'_>>,
        out: &mut Vec<HostStatement>,
    ) {
        let declared_type = of.and_then(|of| self.declared_type(of));
        let made = self.initial_value(part, declarator, declared_type.as_ref(), false).or_else(|| {
            let (constructed, arguments) = (declared_type.map(Box::new), Vec::new());
            let kind = ExprKind::Construct { constructed, arguments };
            Some(Expr { kind, range: part.declarator.byte_range() })
        });
        out.append(&mut self.effects);
        if let Some(value) = made {
            let holds_lambda = part.value.is_some_and(|value| holds(value, &["lambda_expression"]));
            let value = if holds_lambda { called_with(value) } else { value };
            self.push(out, part.declarator, StatementKind::Expression(value));
        }
    }

    /// The names that a declaration declares, as the head of a loop does.
    pub(super) fn declared_names(&mut self, node: Node<'_>) -> Vec<Name> {
        parts(node).into_iter().flat_map(|part| self.declarator(part.declarator).names).collect()
    }

    /// Whether all that a head declares are integers: by their type, or because they begin with one or `update` counts them.
    pub(super) fn counts(&mut self, declared: Node<'_>, update: Option<Node<'_>>) -> bool {
        if let Some(by_type) = self.declares_integers(declared) {
            return by_type;
        }
        let updated = update.map(|update| self.counted(update)).unwrap_or_default();
        parts(declared).into_iter().all(|part| {
            let literal = part.value.filter(|value| value.word() == "number_literal");
            match literal {
                Some(literal) => !self.text(literal).contains('.'),
                None => {
                    let names = self.declarator(part.declarator).names;
                    names.iter().all(|name| updated.contains(&name.text.as_str()))
                }
            }
        })
    }

    /// The variables that the update of a loop counts up or down: `++i, j += 2`.
    fn counted(&self, update: Node<'_>) -> Vec<&'t str> {
        let one = match update.word() {
            "comma_expression" => {
                return named_children(update).into_iter().flat_map(|part| self.counted(part)).collect();
            }
            "update_expression" => update.field(&field::ARGUMENT),
            "assignment_expression" => {
                let is_plain = children(update).iter().any(|child| child.word() == "=");
                let is_computed =
                    update.field(&field::RIGHT).is_some_and(|right| right.word() == "binary_expression");
                update.field(&field::LEFT).filter(|_| !is_plain || is_computed)
            }
            _ => None,
        };
        let named = one.filter(|node| node.word() == "identifier");
        named.map(|node| self.text(node)).into_iter().collect()
    }

    /// Whether the type of a declaration is one of integers; `None` where the type does not say it.
    pub(super) fn declares_integers(&mut self, declared: Node<'_>) -> Option<bool> {
        // A reference is to an integer.
        if declared.field(&field::DECLARATOR).is_some_and(|declarator| self.declarator(declarator).is_pointer)
        {
            return Some(false);
        }
        let of = declared.field(&field::TYPE)?;
        let text = self.text(of);
        match of.word() {
            "primitive_type" => Some(!matches!(text, "float" | "double" | "void")),
            "sized_type_specifier" => Some(!text.contains("double")),
            "template_type" => Some(false),
            _ => None,
        }
    }

    /// `using X = T;`
    pub(super) fn alias(
        &mut self,
        node: Node<'_>,
        template: Vec<TemplateParameter>,
        place: Place,
        out: &mut Vec<HostStatement>,
    ) {
        let (Some(name), Some(of)) = (node.field(&field::NAME), node.field(&field::TYPE)) else {
            self.broken(node, place, out);
            return;
        };
        if self.is_broken(node) {
            self.broken(node, place, out);
            return;
        }
        let before = self.reference_arguments;
        let value = self.expression(of);
        self.note_alias(self.text(name), of, self.text(of).trim_end().ends_with('&'), before);
        let kind = self.alias_of(self.name(name), value, template, place);
        self.push(out, node, kind);
    }

    fn alias_of(
        &mut self,
        name: Name,
        value: Expr,
        template: Vec<TemplateParameter>,
        place: Place,
    ) -> StatementKind {
        let path: &[String] = if place == Place::Namespace { &self.namespaces } else { &[] };
        StatementKind::Declare(Declaration {
            names: vec![name],
            path: path.into(),
            template,
            kind: DeclarationKind::Alias,
            value: Some(value),
            ..Declaration::default()
        })
    }

    /// `typedef T X, *P;`
    pub(super) fn type_definition(&mut self, node: Node<'_>, place: Place, out: &mut Vec<HostStatement>) {
        let Some(of) = node.field(&field::TYPE) else { return };
        if self.is_broken(node) {
            self.broken(node, place, out);
            return;
        }
        self.type_in_declaration(of, true, place, out);
        for part in parts(node) {
            let declarator = self.declarator(part.declarator);
            let is_plain = !declarator.is_pointer && !declarator.is_array && declarator.function.is_none();
            let before = self.reference_arguments;
            let value = if is_plain {
                self.expression(of)
            } else {
                opaque("the type of a pointer, array or function is not read", node)
            };
            for name in &declarator.names {
                self.note_alias(&name.text, of, declarator.is_reference, before);
            }
            for name in declarator.names {
                let kind = self.alias_of(name, value.clone(), Vec::new(), place);
                self.push(out, node, kind);
            }
        }
    }

    /// `using Base::x;` in a class.
    pub(super) fn inherited_member(&mut self, node: Node<'_>, named: Node<'_>, out: &mut Vec<HostStatement>) {
        let names = self.declarator(named).names;
        let value = self.expression(named);
        for name in names {
            let kind = self.alias_of(name, value.clone(), Vec::new(), Place::Class);
            self.push(out, node, kind);
        }
    }
}

/// Nodes that do something, or take an address.
const DOING: &[&str] =
    &["call_expression", "assignment_expression", "update_expression", "pointer_expression"];

/// Whether something is called in an expression, or assigned.
fn has_call(node: Node<'_>) -> bool {
    holds(node, &["call_expression", "assignment_expression", "update_expression"])
}

/// Whether an expression has a node of one of these kinds.
fn holds(node: Node<'_>, kinds: &[&str]) -> bool {
    let mut rest = vec![node];
    while let Some(node) = rest.pop() {
        if kinds.contains(&node.word()) {
            return true;
        }
        rest.extend(children(node));
    }
    false
}

/// What a declaration declares, with the values that stand beside the declarators.
fn parts(node: Node<'_>) -> Vec<Part<'_>> {
    let mut parts: Vec<Part<'_>> = Vec::new();
    for (field, child) in fields(node) {
        match field {
            Some("declarator") => {
                let value = child.field(&field::VALUE);
                parts.push(Part { declarator: child, value });
            }
            Some("default_value" | "value") => {
                if let Some(last) = parts.last_mut() {
                    last.value = Some(child);
                }
            }
            _ => {}
        }
    }
    parts
}

/// Whether an expression is a name or a member that stands in no parentheses: `decltype` of it is what it is declared as.
fn is_unparenthesized_name(value: Node<'_>) -> bool {
    matches!(value.word(), "identifier" | "qualified_identifier" | "field_expression")
}
