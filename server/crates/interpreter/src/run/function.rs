//! Calls of functions of the program.

use std::{ops::Range, sync::Arc};

use layoutlens_host_value::{
    call::{Call, CallArgument, Computed},
    evaluation::VariableKind,
    scope::ScopeId,
    tensor::begins_anywhere,
    value::HostValue,
};
use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Function, Parameter},
};

use crate::{
    code::walk,
    cpp::{
        deduce::Bound,
        overload::{NO_OVERLOAD, takes},
    },
    limits::{MAX_CALL_DEPTH, MAX_RECURSION, MAX_RECURSION_OF_NUMBERS},
    python::hidden_write::{self, Decoration},
    run::known_call::Ran,
    state::{
        address::Address,
        context::Context,
        file::FileId,
        flow::Flow,
        frame::Frame,
        function_start::FunctionStart,
        given::Given,
        interpreter::Interpreter,
        scope::{Binding, Place, ScopeKind},
    },
    suppose::cpp::reason::argument,
    value::unknown::unknown,
};

impl Interpreter<'_> {
    /// Calls the function among the overloads that takes these arguments.
    pub(crate) fn call_functions(
        &mut self,
        overloads: &[Arc<Function>],
        template: &[HostValue],
        scope: ScopeId,
        receiver: Option<&HostValue>,
        given: Vec<Given>,
        range: Range<usize>,
    ) -> Computed {
        let chosen = match self.may_be_of_library(overloads, receiver, given.len()) {
            Some(name) => Err(format!("`{name}` may be the program's or CuTe's")),
            None => self.chosen(overloads, template, scope, &given),
        };
        match chosen {
            Ok(function) => self.call_function(&function, template, scope, receiver, given, range),
            Err(reason) => {
                // The library's function of that name is an overload, too. Where several of the program's may be meant, it is
                // none of those that are better than all others.
                let name = overloads.first().map(|function| function.name.text.clone()).unwrap_or_default();
                let may_be_of_library = receiver.is_none() && !self.is_python() && reason == NO_OVERLOAD;
                match self.library.function(&name).filter(|_| may_be_of_library) {
                    Some(function) => {
                        let arguments: Vec<CallArgument> =
                            given.into_iter().map(|given| given.argument).collect();
                        let call =
                            Call { name: &name, receiver: None, template, arguments: &arguments, range };
                        let outcome = function.call(self, &call);
                        self.outcome(outcome, &call)
                    }
                    None => {
                        self.forget_after_unrun(overloads, receiver, &given);
                        self.forget_what_bodies_write(overloads, scope, receiver);
                        unknown(reason)
                    }
                }
            }
        }
    }

    /// The name of functions that the program adds to the library's namespace, where one of them takes as many arguments and
    /// the code at hand stands in another namespace: the library's may take these, too.
    fn may_be_of_library(
        &self,
        overloads: &[Arc<Function>],
        receiver: Option<&HostValue>,
        count: usize,
    ) -> Option<String> {
        let first = overloads.first().filter(|_| receiver.is_none() && !self.is_python())?;
        let is_of_library = |function: &Arc<Function>| matches!(&*function.path, [space] if self.outside.libraries.is_namespace(space));
        if self.frames.top().path.starts_with(&first.path) || !overloads.iter().all(is_of_library) {
            return None;
        }
        self.library.function(&first.name.text)?;
        overloads.iter().any(|function| takes(&function.parameters, count)).then(|| first.name.text.clone())
    }

    /// Runs a function with these arguments.
    pub(crate) fn call_function(
        &mut self,
        function: &Arc<Function>,
        template: &[HostValue],
        scope: ScopeId,
        receiver: Option<&HostValue>,
        given: Vec<Given>,
        range: Range<usize>,
    ) -> Computed {
        // A template that nothing calls is run without arguments of either kind.
        if !template.is_empty() || !given.is_empty() {
            self.no_longer_taken(function);
        }
        if let Some(receiver) = receiver.filter(|_| self.is_python()) {
            self.is_called_on(receiver, &function.name.text);
        }
        let entry = self.entry_of(function);
        if let Some(reason) = self.too_deep(function, &given) {
            self.forget_instead_of_running(function, scope, receiver, &given);
            return unknown(reason);
        }
        if function.body.is_empty() {
            if function.is_only_declared {
                self.forget_after_unrun(std::slice::from_ref(function), receiver, &given);
            } else {
                for (parameter, given) in function.parameters.iter().zip(&given) {
                    if !parameter.is_reference && !parameter.is_pointer {
                        self.forget_after_constructor(parameter.declared_type.as_ref(), given);
                    }
                }
            }
            return unknown(format!("`{}` is declared here, but not defined", function.name.text));
        }
        if self.is_vague_caller(scope, &given) {
            self.tell_given(function, receiver.is_some(), &given);
            self.forget_instead_of_running(function, scope, receiver, &given);
            return unknown(format!("what `{}` is called with is not known", function.name.text));
        }
        let raised = self.raised;
        self.visit_under_suppositions(function, template, scope, receiver, &given);
        self.raised = raised;
        let key = self.call_key(function, template, scope, receiver, &given);
        if let Some(known) = key.as_ref().and_then(|key| self.known_call(key, &given)) {
            return known;
        }
        let key = key.map(Arc::new);
        if key.as_ref().is_some_and(|key| self.repeats_itself(key)) {
            self.forget_instead_of_running(function, scope, receiver, &given);
            return unknown(format!("`{}` calls itself with what it was called with", function.name.text));
        }
        if !self.begin_launcher(function, template, receiver, &given) {
            return unknown("it launches its kernels for other flags");
        }
        let (recorded, names, globals) =
            (self.records.mark(), self.names.count(), self.changing_globals_read);
        let footprint = key.is_some().then(|| self.footprint(&given));
        let is_lambda = function.name.text.is_empty() && !self.is_python();
        let context = Context {
            parent: Some(self.frames.top().context),
            function: function.name.text.clone(),
            lambda: is_lambda.then(|| (self.file_of_function(function, scope), function.range.start)),
            file: self.file(),
            range,
            given: Vec::new(),
            is_certain: self.is_certain(),
            is_compiled: self.is_compiled(),
            is_guess: self.is_guess(),
            is_root: false,
        };
        let context = self.contexts.add(context);
        let mut frame = self.frame_of(function, scope);
        frame.context = context;
        frame.entry = entry;
        frame.key.clone_from(&key);
        let file = frame.file;
        let mut outer = scope;
        if let Some(receiver) = receiver
            && !self.is_python()
        {
            outer = self.scopes.open(Some(scope), ScopeKind::Object(receiver.clone()), file);
        }
        frame.scope = self.scopes.open(Some(outer), ScopeKind::Function, file);
        self.frames.push(frame);
        self.enter_staged(function);
        let exposed = self.count_exposed();
        let unbound = if self.is_python() { Vec::new() } else { given.clone() };
        let bound = self.bind_parameters(function, template, receiver, given);
        let computed = match bound {
            Ok(()) if function.is_async => {
                let reason = "a coroutine does it when it is awaited";
                self.forget_changes_of(reason, |this| this.run_body(function));
                unknown("what a coroutine gives")
            }
            Ok(()) if self.is_python() && hidden_write::is_generator(function) => {
                let reason = "a generator does it when it is gone over";
                self.forget_changes_of(reason, |this| this.run_body(function));
                unknown("a generator")
            }
            Ok(()) => self.run_decorated(function, scope),
            Err(reason) => {
                self.forget_after_unrun(&[], receiver, &unbound);
                self.forget_what_bodies_write(std::slice::from_ref(function), scope, receiver);
                unknown(reason)
            }
        };
        self.end_launcher();
        if self.is_of_root() {
            self.sharing.nothing_may_be_same();
        }
        // Its own is on top: whoever pushes a frame pops it.
        let Some(frame) = self.frames.pop() else { return computed };
        self.hide_inner(exposed, frame.began);
        self.drop_inner_changes(frame.began);
        self.scopes.leave(frame.began.scopes);
        if let Some(key) = key.filter(|_| !self.has_raised_here()) {
            let began = frame.began;
            let ran = Ran { footprint, recorded, names, globals, exposed, began };
            self.remember_call(key, &computed.value, ran);
        }
        computed
    }

    /// A call is not followed: what it may write is no longer certain.
    fn forget_instead_of_running(
        &mut self,
        function: &Arc<Function>,
        scope: ScopeId,
        receiver: Option<&HostValue>,
        given: &[Given],
    ) {
        let functions = std::slice::from_ref(function);
        self.forget_after_unrun(functions, receiver, given);
        self.forget_what_bodies_write(functions, scope, receiver);
        if self.is_python() {
            self.forget_unrun(function);
        }
    }

    /// Runs the body, as far as the decorators are followed.
    fn run_decorated(&mut self, function: &Arc<Function>, scope: ScopeId) -> Computed {
        let name = &function.name.text;
        let reason = match self.decoration(function, scope) {
            Decoration::None => return self.run_body(function),
            // It may give what an earlier call gave.
            Decoration::Cache if self.suppose_outside(name, "called for the first time") => {
                return self.run_body(function);
            }
            Decoration::Cache => format!("whether `{name}` was called before is not followed"),
            Decoration::Foreign => format!("what a decorator of `{name}` does is not followed"),
        };
        self.forget_changes_of(&reason, |this| this.run_body(function));
        unknown(reason)
    }

    /// Runs the body with the function's frame on top.
    fn run_body(&mut self, function: &Arc<Function>) -> Computed {
        if self.file().is_main() {
            self.reached.insert(FunctionStart::of(function));
        }
        let flow = self.body_with_jumps(function);
        self.merge_exits(flow);
        if !self.is_python() {
            // Destructors are run behind what is returned.
            self.forget_exposed();
        }
        let frame = self.frames.top_mut();
        let mut returns = std::mem::take(&mut frame.returns);
        if flow == Flow::Goes && self.is_python() {
            returns.push(HostValue::Nothing);
        }
        let mut returns = returns.into_iter();
        let Some(mut value) = returns.next() else {
            return unknown(format!("`{}` returns no value", function.name.text));
        };
        for other in returns {
            if other != value {
                value = self.either(&value, &other);
            }
        }
        match &function.returns {
            Some(returns) if !self.is_python() => self.converted(returns, false, Computed::plain(value)),
            _ => Computed::plain(value),
        }
    }

    fn frame_of(&self, function: &Arc<Function>, scope: ScopeId) -> Frame {
        let file = self.file_of_function(function, scope);
        Frame {
            path: function.path.clone(),
            function: Some(Arc::clone(function)),
            visible_until: function.range.end,
            ..Frame::outside(file, scope, self.now())
        }
    }

    /// The file in which a function stands that is found in a scope.
    pub(crate) fn file_of_function(&self, function: &Arc<Function>, scope: ScopeId) -> FileId {
        // An overload, or the definition of a method, may stand in another file than the first of its name.
        let own = self.own_file(Address::of(&**function));
        own.unwrap_or_else(|| self.scopes.file_of(scope))
    }

    /// Whether the code at hand is run for a template that nothing was seen to instantiate.
    pub(crate) fn is_guess(&self) -> bool {
        self.contexts.get(self.frames.top().context).is_guess
    }

    fn too_deep(&self, function: &Arc<Function>, given: &[Given]) -> Option<String> {
        if self.frames.len() > MAX_CALL_DEPTH {
            return Some(format!("calls nest deeper than {MAX_CALL_DEPTH}"));
        }
        let is_same =
            |frame: &&Frame| frame.function.as_ref().is_some_and(|running| Arc::ptr_eq(running, function));
        let running = self.frames.iter().filter(is_same).count();
        if running < MAX_RECURSION {
            return None;
        }
        let is_computed = running < MAX_RECURSION_OF_NUMBERS && computes_numbers(function, given);
        (!is_computed).then(|| format!("`{}` calls itself", function.name.text))
    }

    /// Binds template parameters and parameters in the function's scope.
    fn bind_parameters(
        &mut self,
        function: &Arc<Function>,
        template: &[HostValue],
        receiver: Option<&HostValue>,
        given: Vec<Given>,
    ) -> Result<(), String> {
        let Bound { given, .. } = self.matched(function, receiver, given)?;
        let is_root = template.is_empty() && given.iter().all(Option::is_none);
        let given = if is_root { self.with_supposed(function, given) } else { given };
        let deduced = self.template_arguments(&function.template, template, function, &given, is_root);
        let (scope, until) = (self.scope(), function.range.end);
        for (parameter, value) in function.template.iter().zip(deduced) {
            let Some(name) = &parameter.name else { continue };
            self.bind(scope, &name.text, Binding::parameter(value.clone(), parameter));
            self.remember_given(&name.text, &value);
            self.record(
                name,
                name.range.clone(),
                VariableKind::TemplateParameter,
                &Computed::plain(value),
                until,
            );
        }
        let is_method = receiver.is_some() && self.is_python();
        for (index, (parameter, mut given)) in function.parameters.iter().zip(given).enumerate() {
            if parameter.is_pack
                && let Some(given) = &mut given
            {
                self.convert_pack(function, template, parameter, &mut given.argument.value);
            }
            self.bind_parameter(parameter, given, is_method && index == 0, until);
        }
        self.remember_what_may_be_same(function, receiver);
        self.suppositions.all_bound();
        Ok(())
    }

    /// The default of a parameter. Python evaluates it where the function is defined: what names in it stood for there,
    /// is not remembered for functions inside functions.
    fn default_value(&mut self, default: &Expr) -> Computed {
        let mut names: Vec<&str> = Vec::new();
        walk::expression(default, &mut |expr: &Expr| {
            if let ExprKind::Name(name) = &expr.kind {
                names.push(name);
            }
        });
        let has_names = !names.is_empty();
        let outer = self.scopes.get(self.scope()).and_then(|scope| scope.parent);
        let is_inner = outer
            .and_then(|outer| self.scopes.get(outer))
            .is_some_and(|outer| matches!(outer.kind, ScopeKind::Function | ScopeKind::Block));
        match self.is_python() && has_names && is_inner {
            // A module of a library is the same everywhere.
            true if names.iter().any(|name| self.scope_that_sees(name) != self.scope())
                || !outer
                    .is_some_and(|outer| names.iter().all(|name| self.names_library_module(outer, name))) =>
            {
                unknown("a default is evaluated where the function is defined")
            }
            _ if self.is_python() && has_names && self.is_bound_again(default) => {
                unknown("a default is evaluated where the function is defined")
            }
            _ if self.is_python() => match outer {
                Some(outer) => self.within(outer, |this| this.evaluate(default)),
                None => self.evaluate(default),
            },
            _ => self.evaluate(default),
        }
    }

    fn bind_parameter(
        &mut self,
        parameter: &Parameter,
        given: Option<Given>,
        is_receiver: bool,
        until: usize,
    ) {
        let Some(name) = &parameter.name else { return };
        let scope = self.scope();
        let is_alias = parameter.is_reference && !parameter.is_constant && !self.is_python();
        // What a `const` reference refers to may be written under another name, or behind a cast.
        let seen = match &given {
            Some(given) if parameter.is_reference && !is_alias && !self.is_python() => given.place.clone(),
            _ => None,
        };
        let refers_to = match &given {
            Some(given) => given.place.clone().filter(|_| is_alias),
            None => {
                parameter.default.as_ref().filter(|_| is_alias).and_then(|default| self.place_of(default))
            }
        };
        let within = match &given {
            Some(given) if is_alias => given.within.clone(),
            _ => Vec::new(),
        };
        let computed = match given {
            Some(given) if self.suppositions.replaces(&given.argument.value) => {
                self.replaced_parameter(parameter, given.argument.value)
            }
            Some(given) => {
                self.tell_handed(name, &given.argument);
                if !parameter.is_reference && !parameter.is_pointer {
                    self.forget_after_constructor(parameter.declared_type.as_ref(), &given);
                }
                let computed = Computed::plain(given.argument.value);
                // What a host gives its kernel is one value for all threads.
                let is_anywhere = self.is_below_kernel() && computed.value.unknown_reason().is_some();
                match &parameter.declared_type {
                    Some(declared) if !self.is_python() && !parameter.is_pack => {
                        let computed = self.converted(declared, parameter.is_pointer, computed);
                        match is_anywhere {
                            true => Computed { value: begins_anywhere(computed.value), ..computed },
                            false => computed,
                        }
                    }
                    _ if is_receiver => computed,
                    _ => {
                        let entered = self.entered(parameter, computed);
                        self.or_given_otherwise(parameter, entered)
                    }
                }
            }
            None => match &parameter.default {
                Some(_) if self.is_of_root() && !self.is_python() => self.parameter_nobody_gives(parameter),
                Some(default) => {
                    let function = self.frames.top().function.clone();
                    let is_changed = self.is_python()
                        && function
                            .is_some_and(|function| self.is_changed_default(&function, &name.text, default));
                    let computed = match is_changed {
                        true => unknown("a default that an earlier call may have changed"),
                        false => self.default_value(default),
                    };
                    match &parameter.declared_type {
                        Some(declared) if !self.is_python() => {
                            self.converted(declared, parameter.is_pointer, computed)
                        }
                        _ => {
                            let computed = self.entered(parameter, computed);
                            match self.is_of_root() {
                                true => self.default_of_parameter(
                                    name,
                                    parameter.declared_type.as_ref(),
                                    computed,
                                ),
                                false => computed,
                            }
                        }
                    }
                }
                None => self.parameter_nobody_gives(parameter),
            },
        };
        let declared = parameter.declared_type.as_ref().filter(|_| !parameter.is_pointer);
        let computed = self.named_if_integer(declared, name, computed);
        let computed =
            if parameter.is_reference || parameter.is_pointer { computed } else { self.copied(computed) };
        self.remember_given(&name.text, &computed.value);
        let is_pack = parameter.is_pack && !self.is_python();
        let is_number = !parameter.is_pointer && !parameter.is_pack && computed.value.as_integer().is_some();
        let of_type = parameter.declared_type.as_ref().filter(|_| is_number);
        let of_type = of_type.and_then(|declared| self.declared_number_type(declared));
        let refers_to = refers_to.filter(|place| !self.hides_object(place, &computed.value));
        let seen = seen.filter(|place| self.is_seen_there(place, &computed.value, of_type));
        let is_constant = seen.is_some();
        let binding = Binding {
            refers_to: refers_to.or(seen),
            of_type,
            is_constant,
            is_pack,
            ..Binding::variable(computed.value.clone(), name.range.start)
        };
        self.bind(scope, &name.text, binding);
        self.share(&Place::Variable(scope, name.text.as_str().into()), &within);
        self.record(name, parameter.range.clone(), VariableKind::Parameter, &computed, until);
    }

    /// Remembers what a call gives a parameter, to tell it from other calls.
    fn remember_given(&mut self, name: &str, value: &HostValue) {
        self.contexts.give(self.frames.top().context, name, value);
    }

    /// A parameter that nothing gives: what is supposed of it, or what it is whatever it is given.
    fn parameter_nobody_gives(&mut self, parameter: &Parameter) -> Computed {
        let Some(name) = parameter.name.as_ref().filter(|_| self.is_python() && !parameter.is_pack) else {
            let made = parameter.name.as_ref().and_then(|name| self.supposed_of_sibling(name));
            return match made.or_else(|| self.parameter_of_its_type(parameter)) {
                Some(supposed) => Computed::plain(supposed),
                None => self.parameter_of_its_own(parameter),
            };
        };
        if let Some(stated) = self.stated_parameter(name) {
            return Computed::plain(stated);
        }
        let slot = self.slot_of(name);
        if let Some(supposed) = self.supposed(parameter.declared_type.as_ref(), name, slot) {
            return Computed::plain(supposed);
        }
        let computed = self.parameter_of_its_own(parameter);
        self.met_parameter(name, slot, &computed.value);
        computed
    }

    /// A parameter that is given something unknown, in a call that is run under suppositions.
    fn replaced_parameter(&mut self, parameter: &Parameter, given: HostValue) -> Computed {
        let Some(name) = &parameter.name else { return Computed::plain(given) };
        if self.suppositions.is_supposing {
            let slot = self.slot_of(name);
            let supposed = self.supposed(parameter.declared_type.as_ref(), name, slot);
            return Computed::plain(supposed.unwrap_or(given));
        }
        self.parameter_nobody_gives(parameter)
    }

    /// What the type says of a parameter or field, of which nothing else is known.
    pub(crate) fn some_of_type(&mut self, declared: &Expr, reason: &str, name: &str) -> Option<HostValue> {
        match self.value(declared) {
            HostValue::Type(of) => self.some_object(&of, reason, name),
            _ => None,
        }
    }

    /// A parameter of a function that nothing is known to call: an integer goes by its name.
    fn parameter_of_its_own(&mut self, parameter: &Parameter) -> Computed {
        let Some(name) = &parameter.name else { return unknown("a parameter without a name") };
        let reason = argument(&name.text);
        match &parameter.declared_type {
            Some(declared)
                if self.is_python()
                    && let Some(open) = self.open_parameter(declared, &name.text) =>
            {
                Computed::plain(open)
            }
            Some(declared) => {
                let computed = self.value_of_type(declared, parameter.is_pointer, name, &reason);
                let is_open = !self.is_python() && !parameter.is_pointer && !parameter.is_pack;
                match is_open && computed.value.unknown_reason().is_some() {
                    true => {
                        self.some_of_type(declared, &reason, &name.text).map_or(computed, Computed::plain)
                    }
                    false => computed,
                }
            }
            None => unknown(reason),
        }
    }
}

/// Whether a function calls nothing but itself and is given numbers that are known: `n < 2 ? 0 : 1 + log2(n / 2)`.
fn computes_numbers(function: &Function, given: &[Given]) -> bool {
    let mut calls_itself_only = true;
    walk::function(function, &mut |expr: &Expr| {
        calls_itself_only &= match &expr.kind {
            ExprKind::Invoke { callee, .. } => {
                matches!(&callee.kind, ExprKind::Name(name) if *name == function.name.text)
            }
            ExprKind::Launch { .. } | ExprKind::Lambda(_) => false,
            _ => true,
        };
    });
    calls_itself_only && given.iter().all(|given| given.argument.value.known_int().is_some())
}
