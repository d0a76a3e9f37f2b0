//! What Python makes element by element, when it is asked for the next one: generators, `map`, `zip`. What they are read
//! as depends on who goes over them, and on how far.

use tree_sitter::Node;

use super::{Reader, children};
use crate::expr::{Expr, ExprKind};
use crate::program::{Argument, GONE_OVER_IN_PART, GONE_OVER_IN_ROUNDS, GONE_OVER_LATER};

/// Functions that go over all of what they are given before they do anything else.
const TAKE_ALL: &[&str] = &[
    "list",
    "tuple",
    "sum",
    "sorted",
    "set",
    "frozenset",
    "dict",
    "min",
    "max",
    "prod",
    "join",
    "extend",
    "update",
];

/// Functions that may leave what they are given before its end, and ask it for nothing later.
const TAKE_SOME: &[&str] = &["any", "all", "next"];

/// Functions of Python that give what is made element by element.
const LAZY: &[&str] = &["map", "filter", "zip", "enumerate", "reversed", "iter"];

/// Functions of Python that call nothing of the program for a number or a text.
const PLAIN: &[&str] = &["int", "str", "len", "abs", "bool", "tuple", "list", "sum", "max", "min"];

/// How what is made element by element is gone over.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gone {
    /// To its end, at once.
    Over,
    /// As far as who asks likes, at once.
    InPart,
    /// One element in each round of a loop.
    InRounds,
    /// At any time, any number of elements.
    Later,
}

impl Reader<'_> {
    /// A call, as what is gone over later where it makes such a thing.
    pub(super) fn lazy_call(&self, node: Node<'_>, call: ExprKind) -> ExprKind {
        let ExprKind::Invoke { callee, arguments } = &call else { return call };
        let name = match &callee.kind {
            ExprKind::Name(name) if LAZY.contains(&name.as_str()) => name.as_str(),
            _ => return call,
        };
        let calls_back = matches!(name, "map" | "filter")
            && !arguments.first().is_some_and(|function| {
                matches!(&function.value.kind, ExprKind::Name(name) if PLAIN.contains(&name.as_str()))
            });
        match self.gone_over(node) {
            Gone::InPart | Gone::InRounds if !calls_back => call,
            Gone::Later if !calls_back && is_named(node) => call,
            gone => self.as_gone_over(node, gone, call),
        }
    }

    /// A generator, as what is gone over like this.
    pub(super) fn generator(&self, node: Node<'_>, made: ExprKind) -> ExprKind {
        match self.gone_over(node) {
            Gone::Over => named_call(node, "iter", made),
            gone => self.as_gone_over(node, gone, made),
        }
    }

    fn as_gone_over(&self, node: Node<'_>, gone: Gone, made: ExprKind) -> ExprKind {
        match gone {
            Gone::Over => made,
            Gone::InPart => named_call(node, GONE_OVER_IN_PART, made),
            Gone::InRounds => self.with_bound(node, named_call(node, GONE_OVER_IN_ROUNDS, made)),
            Gone::Later => self.with_bound(node, named_call(node, GONE_OVER_LATER, made)),
        }
    }

    /// Such a call is also given the names that `:=` binds in it.
    fn with_bound(&self, node: Node<'_>, mut call: ExprKind) -> ExprKind {
        let ExprKind::Invoke { arguments, .. } = &mut call else { return call };
        let mut pending = vec![node];
        while let Some(inner) = pending.pop() {
            pending.extend(children(inner));
            let bound = (inner.kind() == "named_expression").then(|| inner.child_by_field_name("name"));
            arguments.extend(bound.flatten().map(|name| {
                let kind = ExprKind::Name(self.slice(name).to_owned());
                Argument { keyword: None, value: Expr { kind, range: name.byte_range() } }
            }));
        }
        call
    }

    fn gone_over(&self, node: Node<'_>) -> Gone {
        let (mut inner, mut is_in_part) = (node, false);
        let gone = loop {
            let Some(around) = inner.parent() else { break Gone::Later };
            let is_field = |name| around.child_by_field_name(name) == Some(inner);
            match around.kind() {
                "parenthesized_expression" => inner = around,
                "list_splat" => break Gone::Over,
                "for_statement" | "for_in_clause" if is_field("right") => break Gone::InRounds,
                "assignment" if is_field("right") => {
                    let target = around.child_by_field_name("left");
                    let is_taken_apart = target.is_some_and(|target| {
                        matches!(target.kind(), "pattern_list" | "tuple_pattern" | "list_pattern")
                    });
                    break if is_taken_apart { Gone::Over } else { Gone::Later };
                }
                "comparison_operator" => {
                    let is_searched = inner.prev_sibling().is_some_and(|sign| sign.kind().ends_with("in"));
                    break if is_searched { Gone::InPart } else { Gone::Later };
                }
                "argument_list" => {
                    let Some(call) = around.parent() else { break Gone::Later };
                    let is_only = children(around).len() == 1;
                    match self.called(call) {
                        "enumerate" => inner = call,
                        // Of two that are gone over side by side, what one does comes between what the other does.
                        "zip" if !self.zips_generators(around) => {
                            is_in_part = true;
                            inner = call;
                        }
                        "sorted" => break Gone::Over,
                        name if TAKE_ALL.contains(&name) && is_only => break Gone::Over,
                        name if TAKE_SOME.contains(&name) => break Gone::InPart,
                        _ => break Gone::Later,
                    }
                }
                "call" if is_field("arguments") => match self.called(around) {
                    "enumerate" => inner = around,
                    name if TAKE_ALL.contains(&name) => break Gone::Over,
                    name if TAKE_SOME.contains(&name) => break Gone::InPart,
                    _ => break Gone::Later,
                },
                _ => break Gone::Later,
            }
        };
        match gone {
            Gone::Over if is_in_part => Gone::InPart,
            gone => gone,
        }
    }

    /// The name under which a call calls; empty where it is computed.
    fn called(&self, call: Node<'_>) -> &str {
        let Some(function) = call.child_by_field_name("function") else { return "" };
        match function.kind() {
            "identifier" => self.slice(function),
            "attribute" => function.child_by_field_name("attribute").map_or("", |name| self.slice(name)),
            _ => "",
        }
    }

    /// Whether more than one of these arguments is made by calls, element by element.
    fn zips_generators(&self, list: Node<'_>) -> bool {
        let is_made = |argument: &Node<'_>| {
            argument.kind() == "generator_expression"
                || argument.kind() == "call" && matches!(self.called(*argument), "map" | "filter")
        };
        children(list).iter().filter(|argument| is_made(argument)).count() > 1
    }
}

/// Whether something is given a name, `x = zip(..)`: what is done with it under the name is not followed anyway.
fn is_named(node: Node<'_>) -> bool {
    node.parent().is_some_and(|around| matches!(around.kind(), "assignment" | "expression_statement"))
}

fn named_call(node: Node<'_>, name: &str, of: ExprKind) -> ExprKind {
    let start = node.start_byte();
    let callee = Expr { kind: ExprKind::Name(name.to_owned()), range: start..start };
    let value = Expr { kind: of, range: node.byte_range() };
    ExprKind::Invoke { callee: Box::new(callee), arguments: vec![Argument { keyword: None, value }] }
}
