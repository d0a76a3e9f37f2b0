//! The layouts of host code: runs a [`Program`](layoutlens_syntax::program::Program) as far as layouts depend on it, without running it.
//!
//! The interpreter ([`layoutlens_interpreter`]) knows the languages' control flow, names, functions and classes. The
//! libraries know what a name of CuTe means. Neither knows the other, and they meet here: whoever makes a program hands
//! its libraries over ([`OfLanguage`]). What is not certain is unknown and says why.

mod program;

pub use layoutlens_host_value::{
    call::{Call, CallArgument, Computed, LibraryFunction, Runner},
    evaluation::{
        Answer, HeaderPrograms, HostEvaluation, HostFile, HostNode, NotEvaluated, Site, Supposed, Variable,
        VariableKind,
    },
    function::{Callable, ComputedBy},
    libraries::{Libraries, OfLanguage},
    object::{ClassValue, Instance, Object},
    scope::{Scope, ScopeId},
    stated::{Stated, StatedParameter, StatedValue},
    supposition::{Clause, Condition, ParameterBinding, Supposition},
    tensor::{MemorySpace, Pointer, Tensor},
    types::HostType,
    value::{HostValue, ThreadSlice},
};
pub use layoutlens_interpreter::kept::KeptRuns;
pub use program::{evaluate_beside_known, evaluate_program, evaluate_stated, evaluate_unless};
