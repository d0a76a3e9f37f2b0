//! What is Python's own: its builtin functions and containers, modules, decorators, and code that the DSL compiles.

pub(crate) mod annotation;
pub(crate) mod assigned_attribute;
pub(crate) mod builtin;
pub(crate) mod changed_receiver;
pub(crate) mod command_line;
mod comprehension;
mod decorators;
pub(crate) mod dictionary;
pub(crate) mod forgotten_attribute;
pub(crate) mod handed_over;
pub(crate) mod hidden_write;
pub(crate) mod implicit;
pub(crate) mod instance_of;
pub(crate) mod lazy;
pub(crate) mod list;
mod made_in_class;
pub(crate) mod module;
mod namespace;
pub(crate) mod record_class;
pub(crate) mod sequence_operator;
pub(crate) mod shared_list;
pub(crate) mod staged;
pub(crate) mod staged_entry;
pub(crate) mod text;
pub(crate) mod unrun;
pub(crate) mod vague_class;
mod written_by_name;
