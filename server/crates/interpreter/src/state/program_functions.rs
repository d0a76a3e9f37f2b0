//! The functions of a Python program, with what is known of their text.

use std::{cell::OnceCell, sync::Arc};

use rustc_hash::{FxHashMap, FxHashSet};

use layoutlens_syntax::program::Function;

use crate::state::{
    implicit_code::{Code, ImplicitCode},
    own_objects::OwnObjects,
};

/// Which of a program's functions it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct CodeId(usize);

/// The functions of a program, with what is known of their text.
#[derive(Debug, Default)]
pub(crate) struct ProgramFunctions<'a> {
    all: Vec<(Code<'a>, OnceCell<Text>)>,
    by_name: FxHashMap<&'a str, Vec<CodeId>>,
    /// Lambdas.
    pub(crate) lambdas: Vec<&'a Function>,
    /// Names that stand for something else than what is called by them.
    pub(crate) named_uncalled: FxHashSet<&'a str>,
    /// Whether functions are asked for by names that are computed.
    pub(crate) computes_names: bool,
    /// What lambdas and functions with such names write, once it is asked.
    pub(crate) stored: Option<Arc<Written>>,
    /// Which classes one object may be of.
    pub(crate) own_objects: Arc<OwnObjects<'a>>,
    /// What functions write with all that they call, by the functions that were asked for and whether constructors count.
    pub(crate) closures: FxHashMap<(Vec<CodeId>, bool), Arc<Written>>,
}

impl<'a> ProgramFunctions<'a> {
    pub(crate) fn add(&mut self, code: Code<'a>) {
        let id = CodeId(self.all.len());
        self.by_name.entry(&code.function.name.text).or_default().push(id);
        self.all.push((code, OnceCell::new()));
    }

    /// A function that [`add`](Self::add) added, and its text once that was looked at.
    pub(crate) fn get(&self, id: CodeId) -> Option<(Code<'a>, &OnceCell<Text>)> {
        self.all.get(id.0).map(|(code, text)| (*code, text))
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = CodeId> + use<> {
        (0..self.all.len()).map(CodeId)
    }

    pub(crate) fn named(&self, name: &str) -> &[CodeId] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }
}

/// What the text of one function says.
#[derive(Debug)]
pub(crate) struct Text {
    /// What it writes, but for attributes of the object that it is called on where that is of its class.
    pub(crate) writes: ImplicitCode,
    /// Attributes of that object which it writes, and the class.
    pub(crate) own: Option<(String, FxHashSet<String>)>,
    pub(crate) calls: Vec<String>,
}

/// What a function and all that it calls may write.
#[derive(Debug, Clone, Default)]
pub(crate) struct Written {
    /// Names of attributes, of whatever object.
    pub(crate) attributes: FxHashSet<String>,
    /// Names of variables outside of the functions.
    pub(crate) variables: FxHashSet<String>,
    /// Names of attributes that methods write to the object they are called on, with the names of their classes.
    pub(crate) own: FxHashMap<String, FxHashSet<String>>,
    /// Whether elements of lists are changed that come from elsewhere.
    pub(crate) changes_lists: bool,
}

impl Written {
    pub(crate) fn add(&mut self, text: &Text) {
        self.attributes.extend(text.writes.attributes.iter().cloned());
        self.variables.extend(text.writes.variables.iter().cloned());
        self.changes_lists |= text.writes.changes_lists;
        let Some((class, attributes)) = &text.own else { return };
        for attribute in attributes {
            self.own.entry(attribute.clone()).or_default().insert(class.clone());
        }
    }

    /// Adds what other functions write.
    pub(crate) fn add_all(&mut self, other: &Self) {
        self.attributes.extend(other.attributes.iter().cloned());
        self.variables.extend(other.variables.iter().cloned());
        self.changes_lists |= other.changes_lists;
        for (attribute, classes) in &other.own {
            self.own.entry(attribute.clone()).or_default().extend(classes.iter().cloned());
        }
    }
}
