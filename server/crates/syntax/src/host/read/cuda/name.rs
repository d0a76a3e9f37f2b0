//! Names and types: qualified, with template arguments, `decltype`.

use tree_sitter::Node;

use super::expression::unfinished;
use super::kind::KindOf as _;
use super::{
    MAX_DEPTH, Reader, children,
    field::{self, FieldOf as _},
    named_children, opaque,
};
use crate::Language;
use crate::annotation::Name;
use crate::expr::{Expr, ExprKind};
use crate::opaque::Opaque;
use crate::program::FUNCTION_OF_INT;

/// How many stars and references a type may have that is written without a name.
const MAX_STARS: usize = 16;

impl Reader<'_> {
    /// A name or a type, with or without qualification and template arguments.
    pub(super) fn name_kind(&mut self, node: Node<'_>) -> ExprKind {
        match node.word() {
            "qualified_identifier" => self.qualified(node),
            "template_function" | "template_type" | "template_method" => {
                let Some(name) = node.field(&field::NAME) else { return unfinished() };
                let base = Box::new(self.expression(name));
                ExprKind::Specialize { base, arguments: self.template_arguments(node) }
            }
            "dependent_name" | "dependent_type" => match named_children(node).last() {
                Some(&inner) => self.expression(inner).kind,
                None => unfinished(),
            },
            "decltype" => match named_children(node)[..] {
                [of] => ExprKind::TypeOf(Box::new(self.expression(of))),
                _ => unfinished(),
            },
            "type_descriptor" => self.type_descriptor(node),
            "struct_specifier" | "class_specifier" | "union_specifier" | "enum_specifier" => {
                match node.field(&field::NAME) {
                    Some(name) => self.expression(name).kind,
                    None => ExprKind::Name(self.unnamed.name(node, self.text)),
                }
            }
            _ => plain_name(self.text(node)),
        }
    }

    /// `a::b<c>::d`. Plain names are joined; behind template arguments, names are members.
    fn qualified(&mut self, node: Node<'_>) -> ExprKind {
        let mut found: Option<Expr> = None;
        let mut rest = Some(node);
        let mut parts = 0;
        let is_global = node.field(&field::SCOPE).is_none();
        while let Some(node) = rest {
            parts += 1;
            self.note_depth(parts);
            if parts + self.depth > MAX_DEPTH {
                return ExprKind::Opaque("it is nested too deep".into());
            }
            let is_qualified = node.word() == "qualified_identifier";
            let part = if is_qualified { node.field(&field::SCOPE) } else { Some(node) };
            // `::a` has no scope.
            if let Some(part) = part {
                let is_first = found.is_none();
                found = Some(self.qualified_part(found, part));
                if is_first && is_global {
                    found = found.map(global);
                }
            }
            rest = if is_qualified { node.field(&field::NAME) } else { None };
        }
        found.map_or_else(unfinished, |found| found.kind)
    }

    fn qualified_part(&mut self, scope: Option<Expr>, part: Node<'_>) -> Expr {
        let Some(scope) = scope else { return self.expression(part) };
        let range = scope.range.start..part.end_byte();
        let kind = match part.word() {
            "template_function" | "template_type" | "template_method" => {
                let Some(name) = part.field(&field::NAME) else {
                    return Expr { kind: unfinished(), range };
                };
                let base = Box::new(self.qualified_part(Some(scope), name));
                ExprKind::Specialize { base, arguments: self.template_arguments(part) }
            }
            "dependent_name" => match named_children(part).last() {
                Some(&inner) => return self.qualified_part(Some(scope), inner),
                None => unfinished(),
            },
            "identifier"
            | "type_identifier"
            | "field_identifier"
            | "namespace_identifier"
            | "operator_name" => {
                let text: String = self.text(part).split_whitespace().collect();
                match scope.kind {
                    ExprKind::Name(scope) => plain_name(&format!("{scope}::{text}")),
                    _ => {
                        let name = Name { text, range: part.byte_range() };
                        ExprKind::Member { base: Box::new(scope), name }
                    }
                }
            }
            kind => ExprKind::Opaque(format!("a {} is not read", kind.replace('_', " ")).into()),
        };
        Expr { kind, range }
    }

    /// The arguments between `<` and `>`: types and values.
    pub(super) fn template_arguments(&mut self, node: Node<'_>) -> Vec<Expr> {
        self.arguments_of_template(node, false)
    }

    /// What a specialisation is for: `const` and references decide.
    pub(super) fn template_pattern(&mut self, node: Node<'_>) -> Vec<Expr> {
        self.arguments_of_template(node, true)
    }

    fn arguments_of_template(&mut self, node: Node<'_>, is_pattern: bool) -> Vec<Expr> {
        let Some(list) = node.field(&field::ARGUMENTS) else { return Vec::new() };
        let mut arguments: Vec<Expr> = Vec::new();
        let name = node.field(&field::NAME).map_or("", |name| self.text(name));
        // What these make of a reference is no object that holds it.
        let is_passed_on =
            matches!(name, "declval" | "forward" | "static_cast" | "const_cast" | "dynamic_cast");
        let is_compared = is_pattern || matches!(name, "is_same" | "is_same_v");
        for child in children(list) {
            if !is_pattern && (self.is_qualified(child) || is_array(child)) {
                self.reference_types.qualified.insert(name.to_owned());
            }
            if is_compared && self.is_qualified(child) {
                arguments
                    .push(opaque("`const` and references of types that are compared are not read", child));
            } else if child.is_named() && !is_passed_on && self.is_reference_argument(child) {
                self.reference_arguments += 1;
                arguments.push(opaque(Opaque::ReferenceArgument, child));
            } else if child.is_named() {
                arguments.push(self.expression(child));
            } else if child.word() == "..."
                && let Some(pack) = arguments.pop()
            {
                let range = pack.range.start..child.end_byte();
                arguments.push(Expr { kind: ExprKind::Expand(Box::new(pack)), range });
            }
        }
        arguments
    }

    /// `T const`, `T volatile`, `T&`, `T&&`.
    fn is_qualified(&self, node: Node<'_>) -> bool {
        let is_reference =
            |of: Node<'_>| of.word() == "abstract_reference_declarator" || self.text(of).contains('&');
        node.word() == "type_descriptor"
            && (children(node).into_iter().any(|word| word.word() == "type_qualifier")
                || node.field(&field::DECLARATOR).is_some_and(is_reference))
    }

    /// `T&` that may be written through, not `T const&`.
    fn is_reference_argument(&self, node: Node<'_>) -> bool {
        if node.word() != "type_descriptor" {
            return false;
        }
        let is_reference = match node.field(&field::DECLARATOR) {
            Some(declarator) => {
                declarator.word() == "abstract_reference_declarator" && self.text(declarator).trim() == "&"
            }
            None => node.field(&field::TYPE).is_some_and(|of| self.is_reference_type(of)),
        };
        is_reference && !children(node).into_iter().any(|word| self.text(word) == "const")
    }

    /// Whether a function takes numbers of the type `int` alone, and gives one or nothing.
    fn is_of_int(&self, gives: Node<'_>, parameters: Option<Node<'_>>) -> bool {
        let takes_int = |parameter: Node<'_>| {
            parameter.word() == "parameter_declaration"
                && parameter.field(&field::TYPE).is_some_and(|of| self.text(of) == "int")
        };
        matches!(self.text(gives), "int" | "void")
            && parameters.is_some_and(|list| named_children(list).into_iter().all(takes_int))
    }

    /// `T`, `T const&`, `T*`, and `f(x)` where tree-sitter takes it for the type of a function.
    fn type_descriptor(&mut self, node: Node<'_>) -> ExprKind {
        let Some(of) = node.field(&field::TYPE) else { return unfinished() };
        let mut described = self.expression(of);
        // Brackets, the last ones first.
        let mut brackets = Vec::new();
        let mut rest = node.field(&field::DECLARATOR);
        for _ in 0..MAX_STARS {
            let Some(declarator) = rest else { return self.with_brackets(of, described, &brackets) };
            rest = match declarator.word() {
                "abstract_pointer_declarator" if brackets.is_empty() => {
                    let base = Expr { kind: ExprKind::Name("*".to_owned()), range: declarator.byte_range() };
                    let range = described.range.start..declarator.end_byte();
                    let kind = ExprKind::Specialize { base: Box::new(base), arguments: vec![described] };
                    described = Expr { kind, range };
                    declarator.field(&field::DECLARATOR)
                }
                "abstract_reference_declarator" if brackets.is_empty() => {
                    named_children(declarator).first().copied()
                }
                "abstract_function_declarator" | "abstract_array_declarator" => {
                    brackets.push(declarator);
                    declarator.field(&field::DECLARATOR)
                }
                _ => return ExprKind::Opaque("the type of an array is not read".into()),
            }
        }
        ExprKind::Opaque("a type of so many stars is not read".into())
    }

    /// A name with brackets behind it where tree-sitter takes it for the type of an array or a function: it cannot know that
    /// `steps` is no type in `Int<steps[1][0]>` and in `Int<f(x)[0]>`.
    fn with_brackets(&mut self, of: Node<'_>, named: Expr, last_first: &[Node<'_>]) -> ExprKind {
        let mut described = named;
        for brackets in last_first.iter().rev() {
            if brackets.word() == "abstract_array_declarator" {
                let Some(size) = brackets.field(&field::SIZE) else {
                    return ExprKind::Opaque("the type of an array is not read".into());
                };
                let range = described.range.start..brackets.end_byte();
                let kind =
                    ExprKind::Index { base: Box::new(described), indices: vec![self.expression(size)] };
                described = Expr { kind, range };
                continue;
            }
            let parameters = brackets.field(&field::PARAMETERS);
            if self.is_of_int(of, parameters) {
                return ExprKind::Name(FUNCTION_OF_INT.to_owned());
            }
            let range = described.range.start..brackets.end_byte();
            let Some(kind) = parameters.and_then(|list| self.call_of_parameters(described, list)) else {
                return ExprKind::Opaque("the type of a function is not read".into());
            };
            described = Expr { kind, range };
        }
        described.kind
    }
}

/// Whether a node is the type of an array, `int[3]`, or may be one.
fn is_array(node: Node<'_>) -> bool {
    node.word() == "type_descriptor"
        && node.field(&field::DECLARATOR).is_some_and(|of| of.word() == "abstract_array_declarator")
}

/// Whether a namespace is a library's, and nothing else is called so.
fn is_of_library(namespace: &str) -> bool {
    namespace == "std" || Language::Cuda.library_names().contains(&namespace)
}

/// `::a`: the name of the file's outermost scope. A library's namespace stays as it is.
fn global(first: Expr) -> Expr {
    let kind = match first.kind {
        ExprKind::Name(name) if !is_of_library(&name) => ExprKind::Name(format!("::{name}")),
        ExprKind::Specialize { base, arguments } => {
            ExprKind::Specialize { base: Box::new(global(*base)), arguments }
        }
        kind => kind,
    };
    Expr { kind, range: first.range }
}

/// `_` keeps a mode, wherever it stands; other names lose their blanks.
fn plain_name(text: &str) -> ExprKind {
    match text {
        "_" | "cute::_" => ExprKind::Keep,
        _ => ExprKind::Name(text.split_whitespace().collect::<Vec<_>>().join(" ")),
    }
}
