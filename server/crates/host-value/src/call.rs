//! Calls of functions of a library, and what such a function may ask of whoever runs the program.

use std::{collections::BTreeMap, ops::Range};

use layout_algebra::symbolic::Integer;
use layoutlens_operation::{Evaluated, Refusal};
use layoutlens_syntax::{BinaryOperator, Expr};

use crate::{block::Block, object::ClassValue, problem::Problem, value::HostValue};

/// Whoever runs a program, as the functions of a library see it.
///
/// A library knows no interpreter: the compiler holds this, for the interpreter's types are private to it.
pub trait Runner {
    /// Calls a value: `transform(t, f)` calls `f` with each element of `t`.
    fn call(&mut self, callee: &HostValue, arguments: Vec<CallArgument>, range: Range<usize>) -> Computed;

    /// What an operator of the language gives of two values.
    fn operated(
        &mut self,
        operator: BinaryOperator,
        left: &HostValue,
        right: &HostValue,
        range: Range<usize>,
    ) -> Computed;

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

    /// `types.SimpleNamespace(a=b)`: an object that has these fields, which the program may assign.
    fn namespace(&mut self, fields: BTreeMap<String, HostValue>) -> HostValue;

    /// An object as one of its classes: itself, or a class that it inherits from; `None` where it is none of that class.
    fn cast_to_class(&mut self, object: &HostValue, class: &ClassValue) -> Option<HostValue>;

    /// The attribute of an object: `x.name`.
    fn attribute(&mut self, object: &HostValue, name: &str) -> HostValue;

    /// `getattr(x, "name", default)`: the default only where the object has no such attribute, or is supposed to have none.
    fn attribute_or(&mut self, object: &HostValue, name: &str, default: HostValue) -> HostValue;

    /// What a template of the library, `cute::MMA_Traits`, with these arguments is where the program specialises it: a type,
    /// or unknown; `None` where no specialisation of the program is for them.
    fn specialization(&mut self, template: &str, arguments: &[HostValue]) -> Option<HostValue>;

    /// A run-time integer of at least `least` that no name of the source stands for.
    fn nameless(&mut self, least: i64) -> Integer;

    /// An integer whose number, and whether it is of compile time, is not known; `what` says which one it is.
    fn open_number(&mut self, what: &str, least: i64) -> HostValue;

    /// What CuTe notation is worth in which no name is bound.
    fn notation(&self, expr: &Expr) -> (Evaluated, Vec<Problem>);

    /// The name of the file that is evaluated, without its folders.
    fn file_name(&self) -> &str;

    /// A function of the program's library by its path, for another one that is made of it.
    fn library_function(&self, path: &str) -> Option<LibraryFunction>;

    /// The same of a method.
    fn library_method(&self, receiver: &HostValue, name: &str) -> Option<LibraryFunction>;

    /// What the program's library says of a member of a value.
    fn library_member(&self, receiver: &HostValue, name: &str) -> Option<HostValue>;

    /// Whether the file imports something whose path, or the name that it gets, contains this.
    fn imports(&self, part: &str) -> bool;

    /// The threads that run the code at hand.
    fn block(&self) -> Block;

    /// Supposes something of the world outside of the program, `arch` to be `= sm_90`; `false` where nothing is supposed.
    fn suppose_outside(&mut self, name: &str, is: &str) -> bool;

    /// Which of several a tensor is supposed to be of which nothing but this is asked, by its strides: the first, or another one
    /// that the code takes.
    fn choice_of_tensor(
        &mut self,
        what: &str,
        strides: &[HostValue],
        all: &[&'static str],
    ) -> Option<&'static str>;

    /// Which of several the world outside is supposed to have.
    fn choice_outside(&mut self, name: &str, all: &[&'static str]) -> Option<&'static str>;
}

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
pub type Outcome = Result<Computed, Refusal>;

/// A function of the library.
#[derive(Debug, Clone, Copy)]
pub enum LibraryFunction {
    /// What it gives depends on its call alone.
    Plain(PlainFunction),
    /// It asks something of whoever runs the program.
    Asking(AskingFunction),
}

/// A function that knows its call alone, as almost all do.
pub type PlainFunction = fn(&Call<'_>) -> Outcome;

/// A function that asks something of whoever runs the program.
pub type AskingFunction = fn(&mut dyn Runner, &Call<'_>) -> Outcome;

impl LibraryFunction {
    /// What the function gives.
    pub fn call(self, runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
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
    /// Whether this is `x[i]`, which is not `x(i)` in Python: [`Library::apply`](crate::library::Library::apply) gets both.
    pub fn is_subscript(&self) -> bool {
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
