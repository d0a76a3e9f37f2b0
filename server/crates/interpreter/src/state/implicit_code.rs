//! What code writes that runs where no call of it stands.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use layoutlens_syntax::program::{Class, Function};

use crate::state::address::Address;

/// What implicit code writes.
#[derive(Debug, Default)]
pub(crate) struct ImplicitCode {
    /// Attributes of objects and classes; `*` where any may be.
    pub(crate) attributes: FxHashSet<String>,
    /// Variables outside of functions, and of functions around.
    pub(crate) variables: FxHashSet<String>,
    /// Whether it changes elements of lists that come from elsewhere.
    pub(crate) changes_lists: bool,
    /// Whether all variables of the module may be written by their names.
    pub(crate) reaches_all: bool,
    /// Names that some class computes, or may: of properties, of what sets them, of what a call in a class makes.
    pub(crate) computed: FxHashSet<String>,
    /// Whether some object is made one of another class that was not made at that place: `x.__class__ = B` of a parameter.
    pub(crate) changes_classes: bool,
    /// Classes of which a call makes others: `type("S", (K,), {..})`.
    pub(crate) bases_of_calls: FxHashSet<String>,
    /// Names that are assigned on modules of the program, wherever that is.
    pub(crate) on_modules: FxHashSet<String>,
    /// Names that are assigned on modules which are not the program's: the first part of the module's path, and the name.
    pub(crate) on_foreign: FxHashSet<(String, String)>,
    /// Whether a function is assigned what it does.
    pub(crate) rewrites_functions: bool,
}

/// What code writes for itself.
pub(crate) struct Own<'f> {
    /// The first parameter of a method.
    pub(crate) object: Option<&'f str>,
    /// Variables of the function.
    pub(crate) local: Vec<&'f str>,
    /// Whether it is code of the file at hand.
    pub(crate) is_of_file: bool,
}

/// A function of the program, with its class.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Code<'a> {
    pub(crate) function: &'a Function,
    pub(crate) class: Option<&'a Class>,
    /// Whether it stands in the file at hand.
    pub(crate) is_own: bool,
}

/// What operators of classes write, by the address of the class's definition.
pub(crate) type ImplicitWrites = FxHashMap<Address, (Arc<Class>, Arc<FxHashSet<String>>)>;
