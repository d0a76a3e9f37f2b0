//! Kernels and what launches them; pointers to functions and variables.

use std::{ops::Range, sync::Arc};

use layoutlens_host_value::{
    block::Block,
    call::{CallArgument, Computed},
    function::Callable,
    tensor::{Beginning, Pointer},
    types::{self, HostType},
    value::HostValue,
};
use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Argument, Function, Parameter},
};

use crate::{
    code::{launcher::LAUNCHERS, walk},
    limits::MAX_LAUNCHES,
    run::copying,
    state::{
        address::Address,
        given::Given,
        interpreter::Interpreter,
        launches::{Launch, Typed},
    },
    value::{block::block_of, class_of::class_of, unknown::unknown},
};

/// Functions by which sizes of blocks are computed in Python.
const READING: &[&str] = &["size", "cosize", "int", "min", "max", "ceil_div", "len"];

impl Interpreter<'_> {
    /// `kernel<<<configuration>>>(arguments)`.
    pub(crate) fn launch(
        &mut self,
        expr: &Expr,
        kernel: &Expr,
        configuration: &[Expr],
        arguments: &[Argument],
    ) -> Computed {
        let configured: Vec<HostValue> = configuration.iter().map(|part| self.value(part)).collect();
        let block = configured.get(1).map_or(Block::UNKNOWN, block_of);
        let kernel = self.value(kernel);
        match self.given(arguments, false) {
            Ok(given)
                if !self.comes_to_main(&kernel, given.iter().map(|given| &given.argument.value))
                    || self.is_launched_enough(&kernel, &given) =>
            {
                unknown("a launch returns nothing")
            }
            Ok(given) => {
                self.with_block(block, |this| this.call_with(&kernel, given, expr.range.clone(), ""));
                unknown("a launch returns nothing")
            }
            Err(reason) => unknown(reason),
        }
    }

    /// Runs a kernel with these threads.
    fn with_block<T>(&mut self, block: Block, run: impl FnOnce(&mut Self) -> T) -> T {
        let around = (self.block, self.launched_at);
        (self.block, self.launched_at) = (block, self.frames.len());
        let result = run(self);
        (self.block, self.launched_at) = around;
        result
    }

    /// The kernel of `kernel(arguments).launch(block=[128, 1, 1])`, which is called with these threads.
    pub(crate) fn launched_method(
        &mut self,
        callee: &Expr,
        arguments: &[Argument],
        call: impl FnOnce(&mut Self) -> HostValue,
    ) -> HostValue {
        let given = arguments
            .iter()
            .find(|argument| argument.keyword.as_ref().is_some_and(|keyword| keyword.text == "block"));
        let is_launch = matches!(&callee.kind, ExprKind::Member { base, name }
            if name.text == "launch" && matches!(base.kind, ExprKind::Invoke { .. }));
        match given.filter(|_| self.is_python() && is_launch) {
            Some(given) if has_no_effect(&given.value) => {
                let block = block_of(&self.value(&given.value));
                self.with_block(block, call)
            }
            Some(_) => self.with_block(Block::UNKNOWN, call),
            None => call(self),
        }
    }

    /// A call of a function that launches a kernel, which is one of its arguments.
    pub(crate) fn launched(
        &mut self,
        callee: &Expr,
        given: &[Given],
        range: Range<usize>,
    ) -> Option<Computed> {
        let name = match &callee.kind {
            ExprKind::Name(name) => name.rsplit("::").next()?,
            ExprKind::Specialize { base, .. } => match &base.kind {
                ExprKind::Name(name) => name.rsplit("::").next()?,
                _ => return None,
            },
            _ => return None,
        };
        let (_, at) = LAUNCHERS.iter().find(|(known, _)| *known == name)?;
        let kernel = given.get(*at)?.argument.value.clone();
        let values = given.iter().map(|given| &given.argument.value);
        let is_kernel = matches!(kernel, HostValue::Callable(_)) && self.comes_to_main(&kernel, values);
        let arguments = given.get(at + 1..).unwrap_or_default().to_vec();
        if is_kernel && !self.is_launched_enough(&kernel, &arguments) {
            self.with_block(Block::UNKNOWN, |this| this.call_with(&kernel, arguments, range, name));
        }
        Some(unknown("a launch returns a status"))
    }

    /// Runs a kernel that is a class: an object of it is made and called, as `cutlass/device_kernel.h` does.
    pub(crate) fn launch_class(
        &mut self,
        kernel: &HostValue,
        arguments: Vec<CallArgument>,
        range: Range<usize>,
    ) -> Computed {
        if let Some(class) = class_of(kernel)
            && self.comes_to_main(kernel, arguments.iter().map(|argument| &argument.value))
            && !self.counted_launch(
                (Address::of(&*class.class), class.arguments.iter().map(spelled).collect()),
                Launch { numbers: Vec::new(), given: values(&[], arguments.iter()) },
            )
        {
            let object = self.call(kernel, Vec::new(), range.clone()).value;
            self.call(&object, arguments, range);
        }
        unknown("a launch returns nothing")
    }

    /// Counts a launch in a program around a header. Switches launch a kernel for every combination of their flags, and
    /// layouts seldom depend on these: the kernel is run once for each of its types and the first [`MAX_LAUNCHES`] of the
    /// numbers that it is given with these. What it leaves behind, the host does not see.
    fn is_launched_enough(&mut self, kernel: &HostValue, given: &[Given]) -> bool {
        let HostValue::Callable(callable) = kernel else { return false };
        let Callable::Functions { overloads, template, .. } = &**callable else { return false };
        let Some(function) = overloads.first() else { return false };
        let launch = Launch {
            numbers: numbers(function, template, given),
            given: values(template, given.iter().map(|given| &given.argument)),
        };
        self.counted_launch(typed(function, template), launch)
    }

    /// Whether this was launched often enough.
    fn counted_launch(&mut self, kernel: Typed, launch: Launch) -> bool {
        let Some(launches) = &mut self.launches else { return false };
        for (of, numbers) in &launches.running {
            let known = launches.launchers.entry(of.clone()).or_default();
            if !known.contains(numbers) {
                known.push(numbers.clone());
            }
        }
        let run = launches.run.entry(kernel).or_default();
        let is_left_out =
            run.len() >= MAX_LAUNCHES || run.iter().any(|known| known.numbers == launch.numbers);
        if !is_left_out {
            run.push(launch);
        } else if !run.contains(&launch) {
            launches.is_partial = true;
        }
        is_left_out
    }

    /// Begins a function in a program around a header. `false` where it is a template that has launched its kernels with
    /// these types: switches call it for every combination of their flags, and it is left out like the launch itself.
    /// A method is not: it may write to its object.
    pub(crate) fn begin_launcher(
        &mut self,
        function: &Arc<Function>,
        template: &[HostValue],
        receiver: Option<&HostValue>,
        given: &[Given],
    ) -> bool {
        let Some(launches) = &mut self.launches else { return true };
        let (of, numbers) = (typed(function, template), numbers(function, template, given));
        let has_launched = launches.launchers.get(&of).is_some_and(|known| known.contains(&numbers));
        if template.is_empty() || receiver.is_some() || !has_launched {
            launches.running.push((of, numbers));
            return true;
        }
        launches.is_partial = true;
        for place in given.iter().filter_map(|given| given.place.clone()) {
            self.forget(&place);
        }
        false
    }

    /// Ends what [`begin_launcher`](Self::begin_launcher) began.
    pub(crate) fn end_launcher(&mut self) {
        if let Some(launches) = &mut self.launches {
            launches.running.pop();
        }
    }

    /// `&x`: of a function, the function; of a variable, a pointer through which it may change.
    pub(crate) fn address_of(&mut self, operand: &Expr) -> Computed {
        let value = self.value(operand);
        if matches!(value, HostValue::Callable(_)) {
            return Computed::plain(value);
        }
        if let Some(place) = self.place_of(operand) {
            self.expose_and_forget(&place);
        } else {
            for place in self.written_through(operand) {
                self.expose_and_forget(&place);
            }
        }
        match value.unknown_reason() {
            Some(reason) => unknown(reason),
            None => Computed::plain(self.pointer_to(&value)),
        }
    }

    /// The address of a value.
    pub(crate) fn pointer_to(&self, value: &HostValue) -> HostValue {
        let element = types::type_of(value);
        HostValue::Pointer(Arc::new(Pointer {
            space: None,
            element,
            swizzle: None,
            offset: None,
            beginning: Beginning::default(),
        }))
    }

    /// `*p`.
    pub(crate) fn pointed_to(&mut self, operand: &Expr) -> Computed {
        match self.value(operand) {
            value if copying::is_this(operand) => Computed::plain(value),
            value @ HostValue::Instance(_) => {
                self.forget_after_unary("operator*", operand, &value);
                Computed::plain(value)
            }
            value @ HostValue::Callable(_) => Computed::plain(value),
            HostValue::Pointer(pointer) => {
                let HostValue::Type(element) = &pointer.element else {
                    return unknown("what the pointer points to is not known");
                };
                if let Some(class) = class_of(&pointer.element).cloned()
                    && self.has_virtual(&class)
                {
                    return unknown(format!(
                        "what this points to may be of a class derived from `{}`",
                        class.class.name.text
                    ));
                }
                if let Some(tuple) = self.some_tuple_in_memory(&pointer.element) {
                    return Computed::plain(tuple);
                }
                // What a pointer points to has the values that its type fixes, and no others: `int{}` is one of many.
                let any = self.construct_type(element, Vec::new(), operand.range.clone()).value;
                match self.loosened(&any) {
                    Some(value) => Computed::plain(value),
                    None => unknown("an element in memory"),
                }
            }
            value => unknown(value.unknown_reason().unwrap_or("what this points to is not known")),
        }
    }

    /// Forgets what a function may have written that nothing here defines.
    pub(crate) fn forget_after_unknown(&mut self, callee: &Expr, given: &[Given]) {
        let method = match &callee.kind {
            ExprKind::Specialize { base, .. } => &base.kind,
            other => other,
        };
        let (object, method) = match method {
            ExprKind::Member { base, name } => (Some(base), name.text.as_str()),
            _ => (None, ""),
        };
        let effects = self.outside.libraries.effects;
        let is_read_only = effects.is_read_only(callee);
        let receiver = object.filter(|_| !is_read_only).map(|base| self.value(base));
        let is_of_library = matches!(&receiver, Some(HostValue::Object(object))
            if object.class.is_none() && effects.is_reading_method(&object.kind, method));
        if is_read_only || is_of_library {
            let functions: Vec<HostValue> = given.iter().map(|given| given.argument.value.clone()).collect();
            self.forget_after_library(&functions);
            return;
        }
        self.forget_after_unrun(&[], receiver.as_ref(), given);
    }
}

/// Whether an expression may be evaluated before its turn: it calls nothing but what only reads.
fn has_no_effect(expr: &Expr) -> bool {
    let mut only_reads = true;
    walk::expression(expr, &mut |part: &Expr| {
        only_reads &= match &part.kind {
            ExprKind::Invoke { callee, .. } => match &callee.kind {
                ExprKind::Member { name, .. } => READING.contains(&name.text.as_str()),
                ExprKind::Name(name) => READING.contains(&name.as_str()),
                _ => false,
            },
            ExprKind::Launch { .. } => false,
            _ => true,
        };
    });
    only_reads
}

/// By what launches are counted.
fn typed(function: &Arc<Function>, template: &[HostValue]) -> Typed {
    let types = template.iter().filter(|argument| matches!(argument, HostValue::Type(_)));
    (Address::of(&**function), types.map(spelled).collect())
}

/// The numbers and layouts that a function is given, as template arguments and others.
fn numbers(function: &Function, template: &[HostValue], given: &[Given]) -> Vec<String> {
    let is_flag = |at: usize| function.template.get(at).is_some_and(|parameter| parameter.is_truth());
    let of_template =
        template.iter().enumerate().filter(|(at, argument)| !is_flag(*at) && is_number(argument));
    let is_truth = |parameter: &&Parameter| match parameter.declared_type.as_ref().map(|of| &of.kind) {
        Some(ExprKind::Name(name)) => name == "bool",
        _ => false,
    };
    let of_call = given.iter().enumerate().filter(|(at, given)| {
        function.parameters.get(*at).filter(is_truth).is_none() && is_number(&given.argument.value)
    });
    let of_template = of_template.map(|(_, argument)| spelled(argument));
    of_template.chain(of_call.map(|(_, given)| spelled(&given.argument.value))).collect()
}

/// Whether a value is known and consists of numbers, layouts among them.
fn is_number(value: &HostValue) -> bool {
    match value {
        HostValue::Value(value) => value.unknown_reason().is_none(),
        HostValue::Tuple(elements) => elements.iter().all(is_number),
        _ => false,
    }
}

/// All that a function is given.
fn values<'g>(template: &[HostValue], given: impl Iterator<Item = &'g CallArgument>) -> Vec<HostValue> {
    template.iter().cloned().chain(given.map(|argument| argument.value.clone())).collect()
}

/// A value as text, the arguments of templates of the library included.
fn spelled(value: &HostValue) -> String {
    match value {
        HostValue::Type(of) => match &**of {
            HostType::Specialized { name, arguments } => {
                let arguments: Vec<String> = arguments.iter().map(spelled).collect();
                format!("{name}<{}>", arguments.join(","))
            }
            _ => value.shown(),
        },
        _ => value.shown(),
    }
}
