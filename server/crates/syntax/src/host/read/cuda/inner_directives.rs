//! What the directives of functions and classes say of macros, until the file is read.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use crate::program::MacroDefinition;

/// What the directives say that do not stand outside of functions and classes.
#[derive(Debug, Default)]
pub(super) struct InnerMacros {
    /// Whether the directive that is read stands in a function or class.
    pub(super) is_inside: bool,
    /// The `#if` around it of which it is not known which branch counts, where that begins, and which branch it stands in.
    pub(super) branch: Option<(usize, usize)>,
    /// By where each begins: a function may be read more than once.
    pub(super) found: BTreeMap<usize, InnerMacro>,
    /// The names of the macros that are defined outside, too.
    pub(super) outside: HashSet<String>,
}

/// A directive.
#[derive(Debug)]
pub(super) struct InnerMacro {
    pub(super) name: String,
    pub(super) range: Range<usize>,
    /// What it stands for from here on, if it stands for something.
    pub(super) definition: Option<MacroDefinition>,
    /// The `#if` around it, and which branch of that it stands in.
    pub(super) branch: Option<(usize, usize)>,
}

impl InnerMacros {
    /// Whether what a directive says is told to the whole file: it stands in a function or class, and in no `#if`.
    pub(super) fn is_told(&self, conditions: usize) -> bool {
        self.is_inside && self.branch.is_none() && conditions == 0
    }
}

/// Of the macros that stand in an `#if`, whether each of its branches says one thing of them, and nothing else does.
pub(super) fn conditional(found: &BTreeMap<usize, InnerMacro>) -> HashMap<String, bool> {
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
