//! What host code can call.

use std::{any::Any, collections::BTreeMap, sync::Arc};

use layoutlens_syntax::program::{Declaration, Function};

use crate::{call::LibraryFunction, object::ClassValue, scope::Scope, value::HostValue};

/// What can be called.
#[derive(Debug, Clone)]
pub enum Callable {
    /// Functions of the program that share a name; overloads are chosen by the arguments.
    Functions {
        /// The overloads, in the order of the text.
        overloads: Vec<Arc<Function>>,
        /// Template arguments given so far, in order: `kernel<T, 8>`.
        template: Vec<HostValue>,
        /// What the functions see: where they are defined, or captured.
        scope: Scope,
        /// The object of a method.
        receiver: Option<HostValue>,
    },
    /// A function of the library, with what is bound already.
    Library {
        /// The name, for messages.
        name: String,
        /// What computes it.
        function: ComputedBy,
        /// Template arguments given so far.
        template: Vec<HostValue>,
        /// The object of a method.
        receiver: Option<HostValue>,
    },
    /// A class: calling it makes an instance.
    Class(ClassValue),
    /// A template of aliases or variables: calling it needs its arguments.
    Template {
        /// The template and its specialisations.
        declarations: Vec<Arc<Declaration>>,
        /// What they see.
        scope: Scope,
    },
    /// A callable with keywords and arguments bound before: `functools.partial`.
    Partial {
        /// What is called.
        callee: HostValue,
        /// Positional arguments that come first.
        arguments: Vec<HostValue>,
        /// Keyword arguments.
        keywords: BTreeMap<String, HostValue>,
    },
}

/// What computes a call of a function that the program does not define.
#[derive(Debug, Clone, Copy)]
pub enum ComputedBy {
    /// A function of a library.
    Library(LibraryFunction),
    /// One that the language has: a function as whoever runs the program knows them.
    Language(&'static (dyn Any + Send + Sync)),
}

impl From<LibraryFunction> for ComputedBy {
    fn from(function: LibraryFunction) -> Self {
        Self::Library(function)
    }
}

impl PartialEq for Callable {
    /// Whether calling one is calling the other; what cannot be told is different.
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (
                Self::Functions { overloads: a, template: s, receiver: r, .. },
                Self::Functions { overloads: b, template: t, receiver: q, .. },
            ) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| Arc::ptr_eq(a, b)) && s == t && r == q,
            (
                Self::Library { name: a, template: s, receiver: r, .. },
                Self::Library { name: b, template: t, receiver: q, .. },
            ) => a == b && s == t && r == q,
            (Self::Class(a), Self::Class(b)) => a == b,
            (Self::Template { declarations: a, .. }, Self::Template { declarations: b, .. }) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| Arc::ptr_eq(a, b))
            }
            _ => false,
        }
    }
}
