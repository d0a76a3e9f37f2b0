//! The interface through which the interpreter meets a library: CuTe C++ (`cute/`) or the CuTe DSL (`dsl/`).
//!
//! A library knows names; the interpreter knows programs. Neither looks into the other: the interpreter asks for a
//! function, method, type or constant by its name and calls what it gets; a function of the library gets evaluated
//! operands and returns a value, unknown with its reason where it cannot be certain. What only whoever runs the program
//! can do for it, such as calling a function of the program, it asks of a [`Runner`](crate::call::Runner).

use layoutlens_operation::{Evaluated, Operation, Refusal, Value};
use layoutlens_syntax::BinaryOperator;

use crate::{
    call::{Call, LibraryFunction, Outcome, Runner},
    types::HostType,
    value::HostValue,
};

/// The names of fields, each with the keyword and the place of an argument.
pub type Fields = &'static [(&'static str, &'static str, usize)];

/// Names of a library and what they are.
pub trait Library: Sync {
    /// A free function, by its name without the library's own namespace: `make_layout`, `UMMA::make_desc`.
    fn function(&self, name: &str) -> Option<LibraryFunction>;

    /// The names of free functions that a call may begin with, for whoever types one.
    fn function_names(&self) -> Vec<&'static str>;

    /// A method of a value of the library: `partition_S` of a thread's slice, `layout` of a tensor.
    fn method(&self, receiver: &HostValue, name: &str) -> Option<LibraryFunction>;

    /// A field, static member or inner type: `T::value`, `tiled_mma.Shape_MNK`, `tensor.shape`.
    fn member(&self, receiver: &HostValue, name: &str) -> Option<HostValue>;

    /// A constant or type that needs no arguments: `_8`, `LayoutLeft`, `half_t`, `SM80_16x8x8_F32F16F16F32_TN`.
    /// Constants are values, types are [`HostValue::Type`].
    fn named(&self, name: &str) -> Option<HostValue>;

    /// A template of types with its arguments: `Shape<_4,_8>`, `Layout<..>`, `MMA_Atom<..>`, `Int<8>`. `None` where
    /// the library has no such template.
    fn specialized(&self, name: &str, arguments: &[HostValue]) -> Option<Result<HostValue, Refusal>>;

    /// A template of types that asks whoever runs the program what it is for these arguments, `MMA_Atom<Mine>`; where it does
    /// not say, [`Self::specialized`] does.
    fn asking_template(&self, name: &str) -> Option<AskingTemplate>;

    /// The fields of an object of a class of the library that a class of the program inherits from: which of the
    /// constructor's arguments each holds, by its keyword and place.
    fn fields(&self, class: &HostValue) -> Option<Fields>;

    /// An instance of a type: `T{}`, `T{a, b}`, `T(a)`.
    fn construct(&self, constructed: &HostType, call: &Call<'_>) -> Outcome;

    /// `x(a, b)` where `x` is a value: `tensor(_, i)`, `layout(3)`, `swizzle(5)`; in Python `tensor[None, i]`, too.
    fn apply(&self, callee: &HostValue, call: &Call<'_>) -> Outcome;

    /// An operator between two values, integers included: static and run-time integers follow the language.
    fn binary(&self, operator: BinaryOperator, left: &HostValue, right: &HostValue) -> Outcome;
}

/// What a template of types is for these arguments, which asks whoever runs the program; `None` where it does not say.
pub type AskingTemplate = fn(&mut dyn Runner, &[HostValue]) -> Option<Result<HostValue, Refusal>>;

/// Nothing can be certain about this, for a reason.
pub fn unknown<T>(reason: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::Unknown(reason.into()))
}

/// Passes the first unknown among the values on.
pub fn refuse_unknown<'v>(values: impl IntoIterator<Item = &'v HostValue>) -> Result<(), Refusal> {
    match values.into_iter().find_map(HostValue::unknown_reason) {
        Some(reason) => unknown(reason),
        None => Ok(()),
    }
}

/// Runs an operation of the algebra on values of it: shapes, layouts, tilers, atoms. Run-time integers, verdicts and steps
/// come along.
///
/// # Errors
/// What the operation refuses.
pub fn operate(operation: Operation, values: &[Value]) -> Result<Evaluated, Refusal> {
    if !operation.arity().contains(&values.len()) {
        return unknown(format!("{operation} with {} operands is not computed", values.len()));
    }
    operation.run_of_program(values)
}

/// The operation behind a function that has the name of one, as most functions of CuTe have.
///
/// # Errors
/// That nothing of this name is computed.
pub fn operation_named(name: &str) -> Result<Operation, Refusal> {
    Operation::named(name).map_or_else(|| unknown(format!("{name} is not computed")), Ok)
}
