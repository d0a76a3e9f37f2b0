//! Questions to a program's text, which need no run.

pub(crate) mod assigned;
pub(crate) mod attribute;
pub(crate) mod declared_name;
pub(crate) mod each_class;
pub(crate) mod each_function;
pub(crate) mod each_name;
pub(crate) mod each_statement;
pub(crate) mod enumerator;
pub(crate) mod file_path;
pub(crate) mod jumps;
pub(crate) mod launcher;
pub(crate) mod list_change;
pub(crate) mod made;
pub(crate) mod member;
pub(crate) mod mentioned;
pub(crate) mod path;
pub(crate) mod possible_macros;
pub(crate) mod python_name;
pub(crate) mod rewrite;
pub(crate) mod walk;
pub(crate) mod written;
