//! What the reader knows of a function's own macros before it reads its body.

use std::sync::Arc;

use tree_sitter::Node;

use super::super::{Reader, literal, macro_kind::MacroUse};
use super::macros::MacroText;
use super::own_macros::{OwnMacro, OwnMacros};

/// What the reader knew of a macro before the function that defines it.
pub(super) struct Before {
    name: String,
    text: Option<MacroText>,
    kind: Option<MacroUse>,
}

impl Reader<'_> {
    /// Knows a function's own macros before its body is read; answers what it knew before.
    pub(super) fn know_own(&mut self, own: &OwnMacros<'_>, of: Node<'_>) -> Vec<Before> {
        let mut before = Vec::new();
        for OwnMacro { name, text, has_parameters, .. } in &own.certain {
            let name = (*name).to_owned();
            let kind = self.macro_uses.get(&name).cloned();
            before.push(Before { text: self.macro_texts.text_of(&name), kind, name: name.clone() });
            let inside =
                text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text).trim();
            let is_number = !has_parameters && literal::integer(inside).is_some();
            let of = match is_number {
                true => MacroUse::Value,
                false if text.is_empty() && !has_parameters => MacroUse::Nothing,
                false => self.use_of_macro(text, of),
            };
            let of = match self.macro_uses.remove(&name) {
                Some(known) => known.or(of),
                None => of,
            };
            self.macro_uses.insert(name.clone(), of);
            if !is_number || self.macro_texts.knows(&name) {
                self.note_macro_text(&name, text, *has_parameters);
            }
        }
        before
    }

    /// Forgets them: they are known when their definitions are read.
    pub(super) fn forget_own(&mut self, before: Vec<Before>) {
        for Before { name, text, kind } in before {
            if self.macro_texts.knows(&name) || text.is_some() {
                Arc::make_mut(&mut self.macro_texts).set_text(&name, text);
            }
            match kind {
                Some(kind) => drop(self.macro_uses.insert(name, kind)),
                None => drop(self.macro_uses.remove(&name)),
            }
        }
    }
}
