//! Suppositions in C++: what templates are instantiated with that nothing instantiates, and what functions are given that
//! nothing calls. Names say it ([`spelled`]), and how the code uses them ([`uses`]); of a class that is asked for members, a
//! template of the program that has them ([`traits`]).

pub(crate) mod architecture;
pub(crate) mod argument;
mod asserted;
pub(crate) mod begin;
pub(crate) mod class;
pub(crate) mod generation;
pub(crate) mod macro_default;
pub(crate) mod member;
pub(crate) mod name_uses;
pub(crate) mod of_library;
pub(crate) mod other_truths;
pub(crate) mod reason;
pub(crate) mod sibling;
mod solved;
pub(crate) mod spelled;
pub(crate) mod taken_apart;
pub(crate) mod template;
pub(crate) mod traits;
pub(crate) mod truths;
pub(crate) mod undefined_macro;
pub(crate) mod uses;
mod uses_of_class;
