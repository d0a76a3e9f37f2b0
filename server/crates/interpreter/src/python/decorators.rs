//! The decorators in code.

use layoutlens_syntax::{Expr, program::Item};

use crate::python::implicit::{of_function, of_statements};

/// Calls `visit` with the decorators of functions and classes.
pub(crate) fn decorators<'a>(items: &'a [Item], visit: &mut impl FnMut(&'a Expr)) {
    for item in items {
        match item {
            Item::Function(function) => of_function(function, visit),
            Item::Class(class) => {
                class.attributes.iter().for_each(&mut *visit);
                decorators(&class.members, visit);
            }
            Item::Statement(statement) => of_statements(std::slice::from_ref(statement), visit),
        }
    }
}
