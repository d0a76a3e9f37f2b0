//! What a library compiles of a program, and what becomes of the arguments there.

use layoutlens_syntax::Expr;

use crate::value::HostValue;

/// What a decorator makes of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compiled {
    /// `@cute.jit`: it may be called from Python and by what is compiled.
    Function,
    /// `@cute.kernel`: it is launched.
    Kernel,
}

/// What an annotation makes of an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Annotation {
    /// `Constexpr`: it is known when the function is compiled.
    Constant,
    /// `cute.Shape`: Python's integers are known when the function is compiled.
    Shape,
    /// Integers are known at run time.
    RunTime,
    /// Another file says what the annotation is.
    Unknown,
}

/// What an annotation makes of an argument; the function says what a name in it stands for.
type OfAnnotation = fn(Option<&Expr>, &mut dyn FnMut(&Expr) -> HostValue) -> Annotation;

/// Why what a library gives for a function that it compiled is not known. Such a function is called with what it was compiled
/// for: `cute.compile(f, a)(a)`.
pub const COMPILED_FUNCTION: &str = "a compiled function";

/// What a library compiles of a program.
#[derive(Debug)]
pub struct Staging {
    /// What the decorators of a function make of it.
    pub compiled: fn(&[Expr]) -> Option<Compiled>,
    /// What an annotation makes of an argument.
    pub annotation: OfAnnotation,
}
