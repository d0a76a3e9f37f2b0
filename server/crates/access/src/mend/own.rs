//! Whether expressions are made of what a thread has for itself.

use std::ops::Range;

use tree_sitter::Node;

use crate::mask::is_word;
use crate::read::children;
use crate::uses::words;

/// Functions of numbers, and what converts them.
const PURE: [&str; 19] = [
    "fmaf",
    "fmaxf",
    "fminf",
    "fabsf",
    "fabs",
    "expf",
    "__expf",
    "exp2f",
    "sqrtf",
    "rsqrtf",
    "max",
    "min",
    "float",
    "int",
    "int32_t",
    "uint32_t",
    "unsigned",
    "double",
    "static_cast",
];

fn is_pure(name: &str) -> bool {
    let name = name.split('<').next().unwrap_or(name).trim();
    // `__float2half_rn`, `__int2float_rd`.
    let converts = name.strip_prefix("__").and_then(|rest| rest.split_once('2')).is_some_and(|(from, to)| {
        ["float", "half", "bfloat16", "int", "uint", "double", "ll", "ull"].contains(&from)
            && ["float", "half", "bfloat16", "int", "uint", "double", "ll", "ull"]
                .iter()
                .any(|kind| to.starts_with(kind))
    });
    PURE.contains(&name) || converts
}

/// A kernel's text without comments, asked what in it is the thread's own.
#[derive(Clone, Copy)]
pub(super) struct Own<'c> {
    pub(super) code: &'c str,
    pub(super) kernel: &'c Range<usize>,
}

impl Own<'_> {
    /// Whether a statement calls nothing that may write, and is made of what is followed here.
    pub(super) fn is_calm(&self, node: Node<'_>) -> bool {
        let is_calm = match node.kind() {
            "call_expression" => {
                let called =
                    node.child_by_field_name("function").and_then(|name| self.code.get(name.byte_range()));
                called.is_some_and(is_pure)
            }
            "lambda_expression"
            | "gnu_asm_expression"
            | "new_expression"
            | "delete_expression"
            | "co_await_expression" => false,
            _ => true,
        };
        is_calm && children(node).into_iter().all(|child| self.is_calm(child))
    }

    /// Whether an expression reads variables of the thread alone: nothing that a write may change.
    pub(super) fn is_made_of_variables(&self, node: Node<'_>) -> bool {
        let mut called = Vec::new();
        self.is_made_of_variables_and_calls(node, &mut called) && called.is_empty()
    }

    /// The same where functions of which nothing is known here may be given such; tells their names.
    pub(super) fn is_made_of_variables_and_calls(&self, node: Node<'_>, called: &mut Vec<String>) -> bool {
        match node.kind() {
            "number_literal"
            | "char_literal"
            | "true"
            | "false"
            | "primitive_type"
            | "type_identifier"
            | "sized_type_specifier" => true,
            "identifier" => self.is_variable(self.code.get(node.byte_range()).unwrap_or_default()),
            "field_expression" => {
                let (from, to) = (node.start_byte(), node.end_byte());
                let argument = node.child_by_field_name("argument");
                !self.code.get(from..to).unwrap_or_default().contains("->")
                    && argument.is_some_and(|argument| self.is_made_of_variables_and_calls(argument, called))
            }
            "subscript_expression" => {
                let argument = node.child_by_field_name("argument");
                let is_array = argument.is_some_and(|argument| {
                    argument.kind() == "identifier"
                        && self.is_array_of_thread(self.code.get(argument.byte_range()).unwrap_or_default())
                });
                is_array
                    && children(node)
                        .into_iter()
                        .filter(|child| Some(*child) != argument)
                        .all(|child| self.is_made_of_variables_and_calls(child, called))
            }
            "call_expression" => {
                let Some(function) = node.child_by_field_name("function") else { return false };
                let name = self.code.get(function.byte_range()).unwrap_or_default();
                let is_named = matches!(
                    function.kind(),
                    "identifier" | "template_function" | "qualified_identifier" | "primitive_type"
                );
                if !is_pure(name) {
                    called.push(name.split('<').next().unwrap_or(name).trim().to_owned());
                }
                is_named
                    && node.child_by_field_name("arguments").is_some_and(|list| {
                        children(list).into_iter().all(|one| self.is_made_of_variables_and_calls(one, called))
                    })
            }
            "binary_expression"
            | "unary_expression"
            | "parenthesized_expression"
            | "conditional_expression"
            | "cast_expression"
            | "type_descriptor"
            | "subscript_argument_list" => {
                children(node).into_iter().all(|child| self.is_made_of_variables_and_calls(child, called))
            }
            _ => false,
        }
    }

    /// Whether no `&` makes a name a reference or gives its place away.
    pub(super) fn is_variable(&self, name: &str) -> bool {
        words(self.code, name, self.kernel).all(|at| {
            let before = self.code[..at].trim_end();
            let behind = self.code[at + name.len()..].trim_start();
            match before.ends_with("&&") {
                // `auto&& r = x`, which `a && b` is not.
                true => !behind.starts_with('=') || behind.starts_with("=="),
                false => !before.ends_with('&'),
            }
        })
    }

    /// The same of a pointer: the address of an element is none of its own.
    pub(super) fn is_pointer(&self, name: &str) -> bool {
        words(self.code, name, self.kernel).all(|at| {
            let (before, behind) = (self.code[..at].trim_end(), self.code[at + name.len()..].trim_start());
            !before.ends_with('&') || before.ends_with("&&") || behind.starts_with('[')
        })
    }

    /// Whether each declaration of a name is that of an array of the thread.
    fn is_array_of_thread(&self, name: &str) -> bool {
        let mut is_declared = false;
        let all = words(self.code, name, self.kernel).all(|at| {
            let before = self.code[..at].trim_end();
            let is_declaration = before.bytes().last().is_some_and(is_word) && !before.ends_with("return");
            let start = before.rfind([';', '{', '}', '(']).map_or(0, |found| found + 1);
            let head = &before[start..];
            let is_array = self.code[at + name.len()..].trim_start().starts_with('[')
                && !["__shared__", "extern", "static"].iter().any(|word| head.contains(word));
            is_declared |= is_declaration && is_array;
            !before.ends_with(['&', '*']) && (!is_declaration || is_array)
        });
        all && is_declared
    }
}
