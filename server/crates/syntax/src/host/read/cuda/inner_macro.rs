//! Macros that functions and classes define: they hold behind these, too, whatever block their directives stand in.

use std::collections::HashMap;
use std::ops::Range;

use super::inner_directives::{InnerMacro, InnerMacros, conditional};
use super::macro_definition::{body_of, is_loose};
use super::{Reader, literal};
use crate::annotation::Name;
use crate::expr::{Expr, ExprKind};
use crate::program::{HostStatement, MacroDefinition, StatementKind};

/// How many texts are read of macros that are defined again; what the others say is not known.
const MAX_INNER: usize = 1024;

impl Reader<'_> {
    /// Notes a definition, or what takes one back: `None`, as for one that says nothing.
    pub(super) fn note_inner_macro(
        &mut self,
        name: &str,
        range: Range<usize>,
        definition: Option<MacroDefinition>,
    ) {
        let inner = &mut self.inner_macros;
        if !inner.is_inside {
            inner.outside.insert(name.to_owned());
        } else {
            let unknown = (self.conditions > 0).then_some((range.start, 0));
            let branch = inner.branch.or(unknown);
            let found = InnerMacro { name: name.to_owned(), range: range.clone(), definition, branch };
            inner.found.insert(range.start, found);
        }
    }

    /// Notes a macro without parameters that stands for a number, or is defined again.
    pub(super) fn note_inner_constant(&mut self, name: Name, text: &str, range: Range<usize>) {
        if !self.inner_macros.is_inside {
            return self.note_inner_macro(&name.text, range, None);
        }
        let is_number = literal::integer(text).is_some();
        let kind = if is_number { literal::number(text, range.clone()) } else { self.inner_body(text) };
        let is_loose = is_loose(&kind, text, &[]);
        let body = Expr { kind, range: range.clone() };
        let known = name.text.clone();
        let definition = MacroDefinition {
            name,
            parameters: None,
            body,
            is_loose,
            written: Vec::new(),
            leaves: Vec::new(),
            taken_back: None,
        };
        self.note_inner_macro(&known, range, Some(definition));
    }

    /// What the text of a macro is that is defined again.
    pub(super) fn inner_body(&self, text: &str) -> ExprKind {
        match self.inner_macros.found.len() < MAX_INNER {
            true => body_of(text),
            false => ExprKind::Opaque("the file has too many macros".into()),
        }
    }

    /// What the macros are that functions and classes define, to the rest of the file.
    pub(super) fn inner_macros(&mut self) -> Vec<HostStatement> {
        let InnerMacros { found, outside, .. } = std::mem::take(&mut self.inner_macros);
        let mut last: HashMap<String, Range<usize>> = HashMap::new();
        let conditional = conditional(&found);
        let mut statements = Vec::new();
        for InnerMacro { name, range, definition, .. } in found.into_values().rev() {
            let end = self.text.len();
            let taken_back = Some(last.insert(name.clone(), range.clone()).unwrap_or(end..end));
            let is_conditional = conditional.get(&name).copied();
            let is_open = outside.contains(&name) || is_conditional == Some(false);
            // Where nothing else defines it, its branches say what it is in the blocks around them.
            if is_conditional == Some(true) && !is_open {
                continue;
            }
            let nothing = || MacroDefinition {
                name: Name { text: name.clone(), range: range.clone() },
                parameters: None,
                body: Expr { kind: ExprKind::Opaque("".into()), range: range.clone() },
                is_loose: false,
                written: Vec::new(),
                leaves: Vec::new(),
                taken_back: None,
            };
            let definition = match definition {
                None if !is_open => continue,
                definition => definition.unwrap_or_else(nothing),
            };
            let definition = match is_open {
                true => {
                    let reason = ExprKind::Opaque("the macro has several definitions".into());
                    let body = Expr { kind: reason, range: range.clone() };
                    MacroDefinition { body, ..definition }
                }
                false => MacroDefinition { taken_back, ..definition },
            };
            statements.push(HostStatement { kind: StatementKind::Macro(definition), range });
        }
        statements
    }
}
