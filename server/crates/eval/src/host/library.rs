//! The interface through which the interpreter meets a library: CuTe C++ (`cute/`) or the CuTe DSL (`dsl/`).
//!
//! A library knows names; the interpreter knows programs. Neither looks into the other: the interpreter asks for a
//! function, method, type or constant by its name and calls what it gets; a function of the library gets evaluated
//! operands and returns a value, unknown with its reason where it cannot be certain. What only whoever runs the program
//! can do for it, such as calling a function of the program, it asks of a [`Runner`].

use std::ops::Range;

use layoutlens_syntax::BinaryOperator;

use super::{HostType, HostValue, Runner};
use crate::{
    Evaluated, Value,
    operation::{Operation, Refusal},
};

/// What a function of the library gives: its value, and what the algebra has to say about it.
#[derive(Debug, Clone)]
pub struct Computed {
    /// The value.
    pub value: HostValue,
    /// The operation that made it: verdict, steps, notes. `None` where there is nothing to tell.
    pub evaluated: Option<Box<Evaluated>>,
}

/// A value, or why there is none: [`Refusal::Unknown`] is nobody's mistake, everything else becomes a problem that the
/// user sees at the call. Refuse only what the library itself refuses, or computes wrongly, for certain.
pub(crate) type Outcome = Result<Computed, Refusal>;

/// A function of the library.
#[derive(Debug, Clone, Copy)]
pub enum LibraryFunction {
    /// What it gives depends on its call alone.
    Plain(PlainFunction),
    /// It asks something of whoever runs the program.
    Asking(AskingFunction),
}

/// A function that knows its call alone, as almost all do.
pub(crate) type PlainFunction = fn(&Call<'_>) -> Outcome;

/// A function that asks something of whoever runs the program.
pub(crate) type AskingFunction = fn(&mut dyn Runner, &Call<'_>) -> Outcome;

impl LibraryFunction {
    /// What the function gives.
    pub(crate) fn call(self, runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
        match self {
            Self::Plain(function) => function(call),
            Self::Asking(function) => function(runner, call),
        }
    }
}

impl From<PlainFunction> for LibraryFunction {
    fn from(function: PlainFunction) -> Self {
        Self::Plain(function)
    }
}

impl From<AskingFunction> for LibraryFunction {
    fn from(function: AskingFunction) -> Self {
        Self::Asking(function)
    }
}

/// One call of a function of the library.
#[derive(Debug)]
pub struct Call<'a> {
    /// The name under which the function was found, for messages: `make_layout`.
    pub name: &'a str,
    /// The object of a method.
    pub receiver: Option<&'a HostValue>,
    /// Explicit template arguments, `size<0>(x)`; also the bits of `tile.template f<T>()`.
    pub template: &'a [HostValue],
    /// The arguments in order.
    pub arguments: &'a [CallArgument],
    /// Bytes of the whole call.
    pub range: Range<usize>,
}

/// An argument of a call.
#[derive(Debug, Clone)]
pub struct CallArgument {
    /// `stride` in `stride=(8,1)`.
    pub keyword: Option<String>,
    /// Its value.
    pub value: HostValue,
    /// Bytes of the argument.
    pub range: Range<usize>,
}

/// The names of fields, each with the keyword and the place of an argument.
pub(crate) type Fields = &'static [(&'static str, &'static str, usize)];

/// Names of a library and what they are.
pub(crate) trait Library: Sync {
    /// A free function, by its name without the library's own namespace: `make_layout`, `UMMA::make_desc`.
    fn function(&self, name: &str) -> Option<LibraryFunction>;

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

impl Computed {
    /// A value about which there is nothing to tell.
    pub fn plain(value: impl Into<HostValue>) -> Self {
        Self { value: value.into(), evaluated: None }
    }

    /// What an operation of the algebra gives.
    pub fn of(evaluated: Evaluated) -> Self {
        Self { value: HostValue::Value(evaluated.value.clone()), evaluated: Some(Box::new(evaluated)) }
    }
}

impl<'a> Call<'a> {
    /// Whether this is `x[i]`, which is not `x(i)` in Python: [`Library::apply`] gets both.
    pub(crate) fn is_subscript(&self) -> bool {
        self.name == "[]"
    }

    /// The positional argument at `index`.
    pub fn argument(&self, index: usize) -> Option<&'a HostValue> {
        let positional = self.arguments.iter().filter(|argument| argument.keyword.is_none());
        positional.map(|argument| &argument.value).nth(index)
    }

    /// The argument with this keyword, or the positional one at `index`.
    pub fn keyword_or(&self, keyword: &str, index: usize) -> Option<&'a HostValue> {
        let named = self.arguments.iter().find(|argument| argument.keyword.as_deref() == Some(keyword));
        named.map(|argument| &argument.value).or_else(|| self.argument(index))
    }

    /// The positional arguments.
    pub fn positional(&self) -> Vec<&'a HostValue> {
        let positional = self.arguments.iter().filter(|argument| argument.keyword.is_none());
        positional.map(|argument| &argument.value).collect()
    }
}

/// Nothing can be certain about this, for a reason.
pub(crate) fn unknown<T>(reason: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::Unknown(reason.into()))
}

/// Passes the first unknown among the values on.
pub(crate) fn refuse_unknown<'v>(values: impl IntoIterator<Item = &'v HostValue>) -> Result<(), Refusal> {
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
pub(crate) fn operate(operation: Operation, values: &[Value]) -> Result<Evaluated, Refusal> {
    if !operation.arity().contains(&values.len()) {
        return unknown(format!("{operation} with {} operands is not computed", values.len()));
    }
    operation.run_of_program(values)
}

/// The operation behind a function that has the name of one, as most functions of CuTe have.
///
/// # Errors
/// That nothing of this name is computed.
pub(crate) fn operation_named(name: &str) -> Result<Operation, Refusal> {
    Operation::named(name).map_or_else(|| unknown(format!("{name} is not computed")), Ok)
}
