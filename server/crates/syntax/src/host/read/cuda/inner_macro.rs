//! Macros that functions and classes define: they hold behind these, too, whatever block their directives stand in.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use super::macro_definition::{body_of, is_loose};
use super::{Reader, literal};
use crate::annotation::Name;
use crate::expr::{Expr, ExprKind};
use crate::program::{HostStatement, MacroDefinition, StatementKind};

/// How many texts are read of macros that are defined again; what the others say is not known.
const MAX_INNER: usize = 1024;

/// What the directives say that do not stand outside of functions and classes.
#[derive(Debug, Default)]
pub(super) struct InnerMacros {
    /// Whether the directive that is read stands in a function or class.
    pub(super) is_inside: bool,
    /// The `#if` around it of which it is not known which branch counts, where that begins, and which branch it stands in.
    pub(super) branch: Option<(usize, usize)>,
    /// By where each begins: a function may be read more than once.
    found: BTreeMap<usize, InnerMacro>,
    /// The names of the macros that are defined outside, too.
    outside: HashSet<String>,
}

#[derive(Debug)]
struct InnerMacro {
    name: String,
    range: Range<usize>,
    /// What it stands for from here on, if it stands for something.
    definition: Option<MacroDefinition>,
    /// The `#if` around it, and which branch of that it stands in.
    branch: Option<(usize, usize)>,
}

impl InnerMacros {
    /// Whether what a directive says is told to the whole file: it stands in a function or class, and in no `#if`.
    pub(super) fn is_told(&self, conditions: usize) -> bool {
        self.is_inside && self.branch.is_none() && conditions == 0
    }
}

/// Of the macros that stand in an `#if`, whether each of its branches says one thing of them, and nothing else does.
fn conditional(found: &BTreeMap<usize, InnerMacro>) -> HashMap<String, bool> {
    let mut branches: HashMap<&str, Vec<Option<(usize, usize)>>> = HashMap::new();
    for of in found.values() {
        branches.entry(&of.name).or_default().push(of.branch);
    }
    let is_conditional = |of: &Vec<Option<(usize, usize)>>| of.iter().any(Option::is_some);
    let is_plain = |of: &[Option<(usize, usize)>]| {
        let different: HashSet<_> = of.iter().collect();
        let ifs: HashSet<_> = of.iter().map(|branch| branch.map(|(at, _)| at)).collect();
        different.len() == of.len() && ifs.len() == 1
    };
    let conditional = branches.into_iter().filter(|(_, of)| is_conditional(of));
    conditional.map(|(name, of)| (name.to_owned(), is_plain(&of))).collect()
}

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
