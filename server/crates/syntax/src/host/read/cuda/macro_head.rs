//! Functions whose head a macro writes: `DEFINE_KERNEL(name, bool Flag) { .. }`.

use std::{ops::Range, sync::Arc};

use tree_sitter::Node;

use super::kind::KindOf as _;
use super::{
    Reader,
    field::{self, FieldOf as _},
    named_children,
};
use crate::annotation::Name;
use crate::expr::{Expr, ExprKind};
use crate::host::parse_part;
use crate::preprocessor::Macro;
use crate::program::{Function, Item};

/// A longer head is not read.
const MAX_HEAD: usize = 4096;

impl Reader<'_> {
    /// The function, without its body, whose head the macro that is called here writes.
    pub(super) fn function_of_macro(&self, declarator: Node<'_>, range: Range<usize>) -> Option<Function> {
        if self.macro_heads.is_empty() || declarator.word() != "function_declarator" {
            return None;
        }
        let called = declarator.field(&field::DECLARATOR)?;
        let (parameters, text) = self.macro_heads.get(self.text(called))?;
        let list = declarator.field(&field::PARAMETERS)?;
        let inside = self.text(list).strip_prefix('(')?.strip_suffix(')')?;
        let arguments = arguments(inside);
        let mut head = String::new();
        for word in words(text) {
            match parameters.iter().position(|parameter| parameter == word) {
                Some(at) if word == "__VA_ARGS__" => head.push_str(&arguments.get(at..)?.join(",")),
                Some(at) => head.push_str(arguments.get(at)?),
                // What such a macro says of a parameter or function says nothing of a layout.
                None if self.is_empty_macro(word) => head.push(' '),
                None => head.push_str(word),
            }
        }
        head.push_str(" {}");
        if head.len() > MAX_HEAD {
            return None;
        }
        let tree = parse_part(&head, 0..head.len())?;
        if tree.root_node().has_error() || named_children(tree.root_node()).len() != 1 {
            return None;
        }
        let mut items = super::program(&head, &tree).items;
        let Some(Item::Function(mut function)) = items.pop() else { return None };
        let at = called.byte_range();
        let nowhere = |name: &mut Name| name.range = at.start..at.start;
        for parameter in &mut function.template {
            parameter.name.iter_mut().for_each(nowhere);
            parameter.default.iter().all(|default| matches!(default.kind, ExprKind::Int(_))).then_some(())?;
        }
        for parameter in &mut function.parameters {
            parameter.name.iter_mut().for_each(nowhere);
            parameter.range = at.clone();
            let is_plain = |of: &mut Expr| {
                of.range = at.clone();
                matches!(of.kind, ExprKind::Name(_))
            };
            parameter.declared_type.iter_mut().all(is_plain).then_some(())?;
            parameter.default.is_none().then_some(())?;
        }
        let is_named = function.specialization.is_empty()
            && function.returns.iter().all(|of| matches!(of.kind, ExprKind::Name(_)));
        is_named.then_some(())?;
        Some(Function {
            name: Name { text: function.name.text, range: at },
            path: self.namespaces.as_slice().into(),
            returns: None,
            attributes: Vec::new(),
            body: Arc::default(),
            range,
            is_broken: false,
            ..function
        })
    }

    /// Whether a macro of the file is none that stands for a number.
    fn is_empty_macro(&self, name: &str) -> bool {
        self.macros.defines(name) && !matches!(self.macros.known(name), Macro::Number(_))
    }
}

/// What stands between the commas that no parenthesis holds, as the preprocessor reads it.
pub(super) fn arguments(text: &str) -> Vec<&str> {
    let (mut all, mut depth, mut start) = (Vec::new(), 0_usize, 0);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                all.push(text.get(start..at).unwrap_or_default().trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    all.push(text.get(start..).unwrap_or_default().trim());
    all
}

/// The words of a text and what stands between them.
pub(super) fn words(text: &str) -> Vec<&str> {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let mut all = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_first = is_word(first);
        let end = rest.find(|character| is_word(character) != is_first).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        all.push(word);
        rest = behind;
    }
    all
}
