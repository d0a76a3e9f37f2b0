//! The functions of a Python program, with what is known of their text.

use std::{cell::OnceCell, sync::Arc};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::state::implicit_code::{Code, ImplicitCode};

/// The functions of a program, with what is known of their text.
#[derive(Debug)]
pub(crate) struct ProgramFunctions<'a> {
    pub(crate) all: Vec<(Code<'a>, OnceCell<Text>)>,
    pub(crate) by_name: FxHashMap<&'a str, Vec<usize>>,
    /// What functions write with all that they call, by the functions that were asked for.
    pub(crate) closures: FxHashMap<Vec<usize>, Arc<Written>>,
}

/// What the text of one function says.
#[derive(Debug)]
pub(crate) struct Text {
    pub(crate) writes: ImplicitCode,
    pub(crate) calls: Vec<String>,
}

/// What a function and all that it calls may write.
#[derive(Debug, Default)]
pub(crate) struct Written {
    /// Names of attributes and variables.
    pub(crate) names: FxHashSet<String>,
    /// Whether elements of lists are changed that come from elsewhere.
    pub(crate) changes_lists: bool,
}

impl Written {
    pub(crate) fn add(&mut self, writes: &ImplicitCode) {
        self.names.extend(writes.names().cloned());
        self.changes_lists |= writes.changes_lists;
    }
}
