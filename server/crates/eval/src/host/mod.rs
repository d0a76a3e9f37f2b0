//! The layouts of host code: runs a [`Program`] as far as layouts depend on it, without running it.
//!
//! The interpreter ([`interpreter`]) knows the languages' control flow, names, functions and classes. The libraries
//! ([`cute`] for C++, [`dsl`] for Python) know what a name of CuTe means. What is not certain is unknown and says why.

mod cute;
mod dsl;
mod evaluation;
mod extent;
mod family;
mod function;
mod interpreter;
mod library;
mod object;
mod open_number;
mod pointer;
mod rust;
mod scope;
mod standard;
mod supposed;
mod tensor;
mod types;
mod value;

pub use evaluation::{
    Answer, HeaderPrograms, HostEvaluation, HostFile, HostNode, NotEvaluated, Site, Variable, VariableKind,
    evaluate_program, evaluate_unless,
};
pub use function::Callable;
pub use interpreter::Interpreter;
pub use library::{Call, CallArgument, Computed, LibraryFunction};
pub use object::{ClassValue, Instance, Object};
pub use pointer::Pointer;
pub use scope::{Scope, ScopeId};
pub use supposed::Supposed;
pub use tensor::{MemorySpace, Tensor};
pub use types::HostType;
pub use value::{HostValue, ThreadSlice};
