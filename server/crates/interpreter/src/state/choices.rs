//! Which branches of conditional compilation the program at hand holds.

use std::collections::BTreeMap;

use layoutlens_host_value::{evaluation::HostFile, value::HostValue};
use layoutlens_operation::Value;
use layoutlens_syntax::{
    preprocessor::{self, Macro},
    program::Alternative,
};

use crate::state::{change::Changes, flow::Flow};

/// The conditions of an `#if` and its `#elif`s. Every `#if` with the same ones is decided in the same way.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Condition {
    texts: Vec<String>,
    /// Whether there is an `#else`.
    pub(crate) is_complete: bool,
}

/// The branch that is taken for each condition; one past the last where none is.
pub(crate) type Choices = BTreeMap<Condition, usize>;

impl Condition {
    /// The conditions of these branches.
    pub(crate) fn of(branches: &[Alternative]) -> Self {
        let texts = branches.iter().map(|branch| branch.condition.trim()).filter(|text| !text.is_empty());
        let is_complete = branches.last().is_some_and(|branch| branch.condition.trim().is_empty());
        Self { texts: texts.map(str::to_owned).collect(), is_complete }
    }

    /// Whether macros of these files have a say in it. Whether it holds then depends on what else the program holds.
    pub(crate) fn names_macro_of(&self, files: &[&HostFile]) -> bool {
        let defines =
            |name: &str| files.iter().any(|file| file.program.macros.iter().any(|defined| defined == name));
        self.texts.iter().any(|text| preprocessor::macros(text).into_iter().any(defines))
    }

    /// Whether the branch may be the one that is taken when the macros are these.
    pub(crate) fn may_choose(&self, chosen: usize, known: impl Fn(&str) -> Macro) -> bool {
        let holds = |text: &String| preprocessor::holds(text, &known);
        let others_fail = self.texts.iter().take(chosen).all(|text| holds(text) != Some(true));
        others_fail && self.texts.get(chosen).is_none_or(|text| holds(text) != Some(false))
    }

    /// Whether it asks for a macro of this name: `#ifndef NAME`, `#if !defined(NAME) && ..`.
    pub(crate) fn asks_for(&self, name: &str) -> bool {
        self.texts.iter().any(|text| preprocessor::macros(text).contains(&name))
    }

    /// The branch that is taken when the macros are these; `None` where they do not decide it.
    pub(crate) fn decided(&self, known: impl Fn(&str) -> Macro) -> Option<usize> {
        for (index, text) in self.texts.iter().enumerate() {
            if preprocessor::holds(text, &known)? {
                return Some(index);
            }
        }
        Some(self.texts.len())
    }

    /// The conditions as written.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(String::as_str)
    }

    /// How many ways there are to decide it.
    pub(crate) fn ways(&self) -> usize {
        self.texts.len() + 1
    }

    /// What holds when this branch is taken: `defined(FOO)`, `not defined(FOO)`.
    pub(crate) fn label(&self, chosen: usize) -> String {
        match self.texts.get(chosen) {
            Some(text) => text.clone(),
            None => format!("not {}", self.texts.join(", not ")),
        }
    }
}

/// Whether the branches leave different values in a place, of the kinds that layouts are made from.
pub(crate) fn differ(ends: &[(Changes, Flow)]) -> bool {
    let going: Vec<&Changes> =
        ends.iter().filter(|(_, flow)| *flow != Flow::Leaves).map(|(changes, _)| changes).collect();
    let is_of_layouts = |value: &HostValue| match value {
        HostValue::Value(value) => !matches!(value, Value::Unknown(_)),
        HostValue::Tensor(_) | HostValue::Type(_) | HostValue::Tuple(_) => true,
        _ => false,
    };
    going.iter().flat_map(|changes| &changes.all).any(|(place, before, after)| {
        let Some(after) = after else { return false };
        let mut others = going.iter().filter_map(|changes| changes.after(place).unwrap_or(before).as_ref());
        is_of_layouts(&after.value) && others.any(|other| other.value != after.value)
    })
}
