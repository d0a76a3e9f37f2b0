//! What libraries may ask of the interpreter.

use std::{collections::BTreeMap, ops::Range};

use layout_algebra::symbolic::Integer;
use layoutlens_host_value::{
    block::Block,
    call::{Call, CallArgument, Computed, LibraryFunction, Outcome, Runner},
    function::ComputedBy,
    invariant, library,
    object::ClassValue,
    problem::Problem,
    value::HostValue,
};
use layoutlens_operation::Evaluated;
use layoutlens_syntax::{BinaryOperator, Expr};

use crate::state::{interpreter::Interpreter, language_function::LanguageFunction};

impl Interpreter<'_> {
    /// What a function of a library or of the language gives.
    pub(crate) fn computed_by(&mut self, function: ComputedBy, call: &Call<'_>) -> Outcome {
        match function {
            ComputedBy::Library(function) => function.call(self, call),
            ComputedBy::Language(function) => match function.downcast_ref::<LanguageFunction>() {
                Some(function) => function(self, call),
                None => invariant!(
                    library::unknown(format!("{} is not computed", call.name)),
                    "`{}` is computed by a function of another runner",
                    call.name
                ),
            },
        }
    }
}

impl Runner for Interpreter<'_> {
    fn call(&mut self, callee: &HostValue, arguments: Vec<CallArgument>, range: Range<usize>) -> Computed {
        self.call(callee, arguments, range)
    }

    fn operated(
        &mut self,
        operator: BinaryOperator,
        left: &HostValue,
        right: &HostValue,
        range: Range<usize>,
    ) -> Computed {
        self.operated(operator, left, right, &range)
    }

    fn library_function(&self, path: &str) -> Option<LibraryFunction> {
        self.outside.libraries.meaning.function(path)
    }

    fn library_method(&self, receiver: &HostValue, name: &str) -> Option<LibraryFunction> {
        self.outside.libraries.meaning.method(receiver, name)
    }

    fn library_member(&self, receiver: &HostValue, name: &str) -> Option<HostValue> {
        self.outside.libraries.meaning.member(receiver, name)
    }

    fn compile(&mut self, callee: &HostValue, arguments: Vec<CallArgument>, range: Range<usize>) {
        self.compile(callee, arguments, range);
    }

    fn launch_class(
        &mut self,
        kernel: &HostValue,
        arguments: Vec<CallArgument>,
        range: Range<usize>,
    ) -> Computed {
        self.launch_class(kernel, arguments, range)
    }

    fn replaced(&mut self, value: &HostValue, changes: &[CallArgument]) -> Option<HostValue> {
        self.replaced(value, changes)
    }

    fn namespace(&mut self, fields: BTreeMap<String, HostValue>) -> HostValue {
        self.namespace(fields)
    }

    fn cast_to_class(&mut self, object: &HostValue, class: &ClassValue) -> Option<HostValue> {
        self.cast_to_class(object, class)
    }

    fn attribute(&mut self, object: &HostValue, name: &str) -> HostValue {
        self.member(object, name)
    }

    fn attribute_or(&mut self, object: &HostValue, name: &str, default: HostValue) -> HostValue {
        self.attribute_or(object, name, Some(&default))
    }

    fn specialization(&mut self, template: &str, arguments: &[HostValue]) -> Option<HostValue> {
        let mut path: Vec<&str> = template.split("::").collect();
        let name = path.pop()?;
        self.specialization_of_library(&path, name, arguments)
    }

    fn nameless(&mut self, least: i64) -> Integer {
        self.names.nameless(least)
    }

    fn open_number(&mut self, what: &str, least: i64) -> HostValue {
        HostValue::integer(&self.names.open(what, least))
    }

    fn notation(&self, expr: &Expr) -> (Evaluated, Vec<Problem>) {
        (self.outside.notation)(expr)
    }

    fn file_name(&self) -> &str {
        self.first_file_name()
    }

    fn imports(&self, part: &str) -> bool {
        self.imports_part(part)
    }

    fn block(&self) -> Block {
        self.block
    }

    fn suppose_outside(&mut self, name: &str, is: &str) -> bool {
        self.suppose_outside(name, is)
    }

    fn choice_of_tensor(
        &mut self,
        what: &str,
        strides: &[HostValue],
        all: &[&'static str],
    ) -> Option<&'static str> {
        self.choice_of_tensor(what, strides, all)
    }

    fn choice_outside(&mut self, name: &str, all: &[&'static str]) -> Option<&'static str> {
        self.choice_outside(name, all)
    }
}
