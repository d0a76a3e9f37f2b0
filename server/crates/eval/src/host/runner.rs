//! What a library may ask of whoever runs the program.

use std::ops::Range;

use layout_algebra::symbolic::Integer;

use layoutlens_syntax::Expr;

use super::{CallArgument, ClassValue, Computed, HostValue};
use crate::{Evaluated, Problem};

/// Whoever runs a program, as the functions of a library see it.
///
/// A library knows no interpreter: the compiler holds this, for the interpreter's types are private to it.
pub trait Runner {
    /// Calls a value: `transform(t, f)` calls `f` with each element of `t`.
    fn call(&mut self, callee: &HostValue, arguments: Vec<CallArgument>, range: Range<usize>) -> Computed;

    /// Hands a function over to be compiled for these arguments: `cute.compile(f, a)`.
    fn compile(&mut self, callee: &HostValue, arguments: Vec<CallArgument>, range: Range<usize>);

    /// Launches a kernel that is a class: an object of it is made and called.
    fn launch_class(
        &mut self,
        kernel: &HostValue,
        arguments: Vec<CallArgument>,
        range: Range<usize>,
    ) -> Computed;

    /// `dataclasses.replace(x, a=b)`: an object like `value` but for these fields; `None` where its fields are not known.
    fn replaced(&mut self, value: &HostValue, changes: &[CallArgument]) -> Option<HostValue>;

    /// An object as one of its classes: itself, or a class that it inherits from; `None` where it is none of that class.
    fn cast_to_class(&mut self, object: &HostValue, class: &ClassValue) -> Option<HostValue>;

    /// A run-time integer of at least `least` that no name of the source stands for.
    fn nameless(&mut self, least: i64) -> Integer;

    /// An integer whose number, and whether it is of compile time, is not known; `what` says which one it is.
    fn open_number(&mut self, what: &str, least: i64) -> HostValue;

    /// What CuTe notation is worth in which no name is bound.
    fn notation(&self, expr: &Expr) -> (Evaluated, Vec<Problem>);

    /// The name of the file that is evaluated, without its folders.
    fn file_name(&self) -> &str;

    /// Supposes something of the world outside of the program, `arch` to be `= sm_90`; `false` where nothing is supposed.
    fn suppose_outside(&mut self, name: &str, is: &str) -> bool;

    /// Which of several the world outside is supposed to have.
    fn choice_outside(&mut self, name: &str, all: &[&'static str]) -> Option<&'static str>;
}
