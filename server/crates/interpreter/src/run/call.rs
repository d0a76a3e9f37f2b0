//! Calls: what is called, with which arguments, and what comes of it.

use std::{collections::BTreeMap, ops::Range, sync::Arc};

use layoutlens_host_value::{
    call::{Call, CallArgument, Computed, Outcome},
    effects::Effects,
    function::Callable,
    object::Object,
    staging::COMPILED_FUNCTION,
    types::HostType,
    value::HostValue,
};
use layoutlens_syntax::{
    Expr, ExprKind, Language,
    program::{Argument, SEVERAL_ARGUMENTS, TAKEN_APART, TAKEN_APART_AGAIN},
};

use crate::{
    code::{assigned, jumps},
    cpp::reference_cast::reference_cast,
    python::{handed_over, lazy},
    run::empty_braces,
    state::{given::Given, interpreter::Interpreter, scope::Place},
    value::{dictionary, function::is_function, overloads::functions_of, static_number, unknown::unknown},
};

/// What the fields between braces are called before it is known of which class the object is.
pub(crate) const FIELDS: &str = "fields";

impl Interpreter<'_> {
    /// Calls a value, as functions of the library do: `cute.compile(f, a)` calls `f` with `a`.
    pub(crate) fn call(
        &mut self,
        callee: &HostValue,
        arguments: Vec<CallArgument>,
        range: Range<usize>,
    ) -> Computed {
        self.calls_of_library += 1;
        let given = arguments.into_iter().map(Given::of).collect();
        self.call_with(callee, given, range, "")
    }

    /// Hands a function over to be compiled for these arguments.
    pub(crate) fn compile(&mut self, callee: &HostValue, arguments: Vec<CallArgument>, range: Range<usize>) {
        self.hands_over = true;
        self.call(callee, arguments, range);
        self.hands_over = false;
    }

    /// `callee(arguments)`.
    pub(crate) fn invoke(&mut self, expr: &Expr, callee: &Expr, arguments: &[Argument]) -> Computed {
        if let ExprKind::Name(name) = &callee.kind {
            match (name.as_str(), arguments) {
                _ if !self.is_python() && jumps::is_return_again(callee) => self.reach_label(),
                ("operator&", [operand]) => return self.address_of(&operand.value),
                ("operator*", [operand]) => return self.pointed_to(&operand.value),
                ("operator~", [operand]) if !self.is_python() => return self.complement(&operand.value),
                (how, [made, ..]) if self.is_python() && lazy::says_how_gone_over(how) => {
                    return self.gone_over(how, &made.value);
                }
                (TAKEN_APART, [value]) if self.is_python() => return self.taken_apart(&value.value, true),
                (TAKEN_APART_AGAIN, [value]) if self.is_python() => {
                    return self.taken_apart(&value.value, false);
                }
                ("sizeof...", [operand]) => return self.length_of_pack(&operand.value),
                _ => {}
            }
        } else if let Some((to, of)) = reference_cast(callee, arguments) {
            return self.cast_to_reference(to, of);
        }
        if self.is_python()
            && let ExprKind::Member { base, name } = &callee.kind
            && let Some(computed) = self.changing_method(base, &name.text, arguments)
        {
            return computed;
        }
        if self.is_python() {
            self.writes_by_name(callee, arguments);
        }
        let target = self.launched_method(callee, arguments, |this| this.value(callee));
        let target = self.or_deduced(callee, target);
        let receiver = self.last_owner.take();
        let may_assign = !self.is_python() && assigned::may_assign(&target);
        let exposed = self.count_exposed();
        let mut given = match self.given(arguments, may_assign) {
            Ok(given) => given,
            Err(reason) => {
                self.forget_after_unread(arguments);
                self.is_called_with_unread(callee, &target);
                if self.is_python()
                    && let Some((_, object)) = self.generated_constructor(callee, receiver.as_ref())
                {
                    self.forget_made_again(object);
                }
                return unknown(reason);
            }
        };
        if self.is_python()
            && let Some((class, object)) = self.generated_constructor(callee, receiver.as_ref())
        {
            return self.call_generated(&class, object, given, expr.range.clone());
        }
        // The parameters of a function say themselves which of its arguments are references, unless its template does.
        let is_function = matches!(&target, HostValue::Callable(callable)
            if matches!(&**callable, Callable::Functions { .. }));
        let may_write = match &callee.kind {
            ExprKind::Specialize { .. } if is_function => self.names_a_reference(callee),
            ExprKind::Name(_) | ExprKind::Specialize { .. } if !is_function => {
                self.is_written_through(callee)
            }
            _ => false,
        };
        if !self.is_python() && may_write {
            arguments.iter().for_each(|argument| self.expose_named(&argument.value));
        }
        if !self.is_python() && is_not_run(self.outside.libraries.effects, &target, callee) {
            self.find_written(arguments, &mut given);
        }
        if let Some(computed) = self.launched(callee, &given, expr.range.clone()) {
            return computed;
        }
        if self.is_python() {
            let is_unknown = target.unknown_reason().is_some()
                && matches!(callee.kind, ExprKind::Member { .. } | ExprKind::Opaque(_));
            // What the DSL has compiled changes nothing of what it is given.
            let is_kept = target.unknown_reason().is_some_and(|reason| reason != COMPILED_FUNCTION)
                && self.may_be_stored(callee);
            if self.is_foreign(&target) || is_unknown || is_kept {
                for given in &given {
                    self.escape(&given.argument.value);
                }
            }
            if let (ExprKind::Member { base, name }, Some(receiver)) = (&callee.kind, &receiver)
                && target.unknown_reason().is_some()
            {
                self.tell_method(base, receiver, &name.text, &given);
            }
            if target.unknown_reason().is_some() {
                let values: Vec<HostValue> = given.iter().map(|given| given.argument.value.clone()).collect();
                let is_of_unknown =
                    receiver.as_ref().is_none_or(|receiver| receiver.unknown_reason().is_some());
                self.forget_after_unknown_call(callee, is_of_unknown, &values);
            }
            let mut is_stored = target.unknown_reason().is_some() && self.may_be_stored(callee);
            self.names_method_to_call(&target, &given);
            if target.unknown_reason().is_some() {
                self.is_called_unseen(callee, &target, receiver.as_ref(), &given, is_stored);
            }
            if is_unknown
                && let ExprKind::Member { name, .. } = &callee.kind
                && let Some(receiver) = receiver
            {
                // What a field holds is not bound to the object.
                let is_field = matches!(&receiver, HostValue::Instance(instance)
                    if self.instances.of(instance.id).contains_key(&name.text));
                is_stored |= is_field;
                if !is_field {
                    self.escape(&receiver);
                }
            }
            self.suppose_coordinate_of_call(&target, arguments, &mut given);
            let handed = if is_of_program(&target) { Vec::new() } else { given.clone() };
            let hands_unknown = !is_of_program(&target)
                && handed_over::may_hand_over_unknown(&target, callee, arguments, &given);
            let computed = self.call_with(&target, given, expr.range.clone(), spelled(callee));
            if computed.value.unknown_reason().is_some() {
                self.may_call_handed(&target, callee, &handed);
            }
            // What the DSL compiles calls mostly what its caller gives it, which writes nothing of the program's.
            if (is_stored || hands_unknown) && !self.is_staged() {
                self.forget_stored_functions();
            }
            self.change_receiver(&target, &computed.value);
            return computed;
        }
        let target = self.unless_found_by_arguments(callee, target, &given);
        if target.unknown_reason().is_some() {
            self.forget_after_unknown(callee, &given);
            if self.outside.libraries.effects.keeps_no_address(callee) {
                self.hide_again(exposed);
            }
            return self.call_with(&target, given, expr.range.clone(), spelled(callee));
        }
        self.in_type_of_function(&target, arguments, &mut given);
        let handed = handed_to_library(&target, &given);
        let calls = self.calls_of_library;
        let computed = self.call_with(&target, given, expr.range.clone(), spelled(callee));
        if self.suppositions.refused_call.take_if(|refused| *refused == expr.range).is_some() {
            self.require_for_call(expr);
        }
        if !handed.is_empty() {
            if self.calls_of_library == calls {
                self.forget_after_library(&handed);
            }
            self.forget_elements(&handed, arguments);
        }
        computed
    }

    /// Whether what is called may be a function that something holds: no method of what is called by its name, and no
    /// function of Python's own.
    pub(crate) fn may_be_stored(&self, callee: &Expr) -> bool {
        match &callee.kind {
            ExprKind::Member { .. } | ExprKind::Opaque(_) => false,
            ExprKind::Name(name) => !self.is_bound_nowhere(name),
            _ => true,
        }
    }

    /// `**kwargs`: the keyword arguments that the function at hand was called with.
    fn keywords_given(&mut self, keywords: &Expr, range: &Range<usize>) -> Result<Vec<Given>, String> {
        let value = self.value(keywords);
        let Some(collected) = dictionary::entries(&value) else {
            return Err(value
                .unknown_reason()
                .unwrap_or("arguments by keywords of no dictionary")
                .to_owned());
        };
        let named = collected.into_iter().map(|(name, value)| {
            let HostValue::Text(name) = name else { return Err("a keyword is not known".to_owned()) };
            let keyword = Some(name.to_string());
            Ok(Given::of(CallArgument { keyword, value, range: range.clone() }))
        });
        named.collect()
    }

    /// The arguments of a call, in order; `may_assign` when the function may assign to them.
    pub(crate) fn given(&mut self, arguments: &[Argument], may_assign: bool) -> Result<Vec<Given>, String> {
        let mut given = Vec::with_capacity(arguments.len());
        // Which places the arguments write, by the argument.
        let mut written: Vec<(usize, Vec<Place>)> = Vec::new();
        for argument in arguments {
            let range = argument.value.range.clone();
            let keyword = argument.keyword.as_ref().map(|keyword| keyword.text.clone());
            if let ExprKind::Expand(pack) = &argument.value.kind {
                if let ExprKind::Expand(keywords) = &pack.kind {
                    given.extend(self.keywords_given(keywords, &range)?);
                    continue;
                }
                let elements = self.expansion_of(pack)?;
                let within = match may_assign {
                    true => self.written_through(pack),
                    false => Vec::new(),
                };
                given.extend(elements.into_iter().map(|value| {
                    let argument = CallArgument { keyword: None, value, range: range.clone() };
                    Given { within: within.clone(), ..Given::of(argument) }
                }));
                continue;
            }
            if !self.is_python() && self.may_be_several_arguments(&argument.value) {
                return Err(format!("{SEVERAL_ARGUMENTS}: write them out"));
            }
            let before = self.journal.len();
            let value = self.kept(&argument.value).value;
            self.tell_argument(&argument.value, &value);
            if self.language == Language::Cuda && self.journal.len() > before {
                written.push((given.len(), self.written_since(before)));
            }
            let place = if self.is_python() { None } else { self.place_of(&argument.value) };
            let within = match place {
                None if may_assign => self.reached_by(&argument.value),
                _ => Vec::new(),
            };
            let written = Vec::new();
            given.push(Given { argument: CallArgument { keyword, value, range }, place, within, written });
        }
        if !written.is_empty() {
            self.forget_by_order(arguments, &written, &mut given);
        }
        Ok(given)
    }

    /// Calls a value with evaluated arguments.
    pub(crate) fn call_with(
        &mut self,
        callee: &HostValue,
        given: Vec<Given>,
        range: Range<usize>,
        name: &str,
    ) -> Computed {
        match callee {
            HostValue::Callable(callable) => match &**callable {
                Callable::Functions { overloads, receiver, .. }
                    if self.rewrites_functions() && !self.supposes_nothing_unseen() =>
                {
                    overloads.iter().for_each(|function| self.forget_unrun(function));
                    receiver.iter().for_each(|receiver| self.escape(receiver));
                    given.iter().for_each(|given| self.escape(&given.argument.value));
                    unknown("a function is assigned the code or the defaults of another one")
                }
                Callable::Functions { overloads, template, scope, receiver } => {
                    self.call_functions(overloads, template, scope.id, receiver.as_ref(), given, range)
                }
                Callable::Library { name, .. }
                    if name.ends_with("_cast")
                        && given.iter().any(|given| is_function(&given.argument.value)) =>
                {
                    let function = given.into_iter().map(|given| given.argument.value).find(is_function);
                    match function {
                        Some(function) => cast_function(function),
                        None => unknown("no function is cast"),
                    }
                }
                Callable::Library { name, function, template, receiver } => {
                    if !self.is_python() {
                        given.iter().for_each(|given| self.forget_after_conversion(&given.argument.value));
                    }
                    let mut arguments: Vec<CallArgument> =
                        given.into_iter().map(|given| given.argument).collect();
                    if matches!(name.as_str(), "make_tuple" | "make_pair") {
                        arguments.iter_mut().for_each(|argument| self.copy_argument(argument));
                    }
                    let call =
                        Call { name, receiver: receiver.as_ref(), template, arguments: &arguments, range };
                    self.tell_call(&call);
                    let outcome = self.computed_by(*function, &call);
                    self.outcome(outcome, &call)
                }
                Callable::Class(class) => self.instance(class, given, range),
                Callable::Template { .. } => unknown("the arguments of a template are not deduced"),
                Callable::Partial { callee, arguments, keywords } => {
                    let bound = |keyword: Option<&String>, value: &HostValue| {
                        Given::of(CallArgument {
                            keyword: keyword.cloned(),
                            value: value.clone(),
                            range: range.clone(),
                        })
                    };
                    let mut all: Vec<Given> = arguments.iter().map(|value| bound(None, value)).collect();
                    // What the call itself names takes the place of what was bound.
                    let is_given = |keyword: &String| {
                        given.iter().any(|given| given.argument.keyword.as_ref() == Some(keyword))
                    };
                    let kept = keywords.iter().filter(|(keyword, _)| !is_given(keyword));
                    let kept: Vec<Given> = kept.map(|(keyword, value)| bound(Some(keyword), value)).collect();
                    all.extend(given);
                    all.extend(kept);
                    self.call_with(callee, all, range.clone(), name)
                }
            },
            HostValue::Type(constructed) => self.construct_type(constructed, given, range),
            HostValue::Instance(instance) => {
                let operator = if self.is_python() { "__call__" } else { "operator()" };
                let class = instance.class.clone();
                match self.class_member(&class, operator) {
                    Some(_) => {
                        let method = self.member(callee, operator);
                        self.call_with(&method, given, range, operator)
                    }
                    None => unknown(format!("calling an object of `{}`", class.class.name.text)),
                }
            }
            HostValue::Module(path) => unknown(format!("`{path}` is not computed")),
            _ => {
                if let Some(reason) = callee.unknown_reason() {
                    return unknown(reason);
                }
                let arguments: Vec<CallArgument> = given.into_iter().map(|given| given.argument).collect();
                let call = Call { name, receiver: None, template: &[], arguments: &arguments, range };
                let outcome = self.library.apply(callee, &call);
                self.outcome(outcome, &call)
            }
        }
    }

    /// `T{arguments}`, or `{arguments}` without a type.
    pub(crate) fn construct(
        &mut self,
        expr: &Expr,
        constructed: Option<&Expr>,
        arguments: &[Expr],
    ) -> Computed {
        let Some(constructed) = constructed else {
            if arguments.iter().any(|argument| matches!(argument.kind, ExprKind::Designated { .. })) {
                return self.designated(arguments);
            }
            if arguments.is_empty() {
                return unknown(empty_braces::REASON);
            }
            return match self.elements(arguments) {
                Ok(values) => Computed::plain(HostValue::tuple(values)),
                Err(reason) => unknown(reason),
            };
        };
        let type_name = constructed;
        let constructed = self.value(type_name);
        let constructed = self.or_deduced(type_name, constructed);
        for argument in arguments {
            self.expose_to_wrapper(type_name, argument);
        }
        let may_assign = !self.is_python() && assigned::may_assign(&constructed);
        let mut given: Vec<Given> = Vec::new();
        for argument in arguments {
            let range = argument.range.clone();
            let (keyword, values) = match &argument.kind {
                ExprKind::Designated { name, value } => {
                    (Some(name.text.clone()), Ok(vec![self.value(value)]))
                }
                _ => (None, self.elements(std::slice::from_ref(argument))),
            };
            let values = match values {
                Ok(values) => values,
                Err(reason) => return unknown(reason),
            };
            let place = match argument.kind {
                ExprKind::Name(_) | ExprKind::Member { .. } if !self.is_python() => self.place_of(argument),
                _ => None,
            };
            let within = match place {
                None if may_assign => self.reached_by(argument),
                _ => Vec::new(),
            };
            given.extend(values.into_iter().map(|value| {
                let argument = CallArgument { keyword: keyword.clone(), value, range: range.clone() };
                Given { place: place.clone(), within: within.clone(), ..Given::of(argument) }
            }));
        }
        match &constructed {
            HostValue::Type(constructed) => {
                let made = self.construct_type(constructed, given, expr.range.clone());
                self.expose_within_braces(arguments, &made.value);
                made
            }
            _ => match constructed.unknown_reason() {
                Some(reason) => {
                    if !self.is_python() && !self.outside.libraries.effects.is_read_only(type_name) {
                        given.iter_mut().zip(arguments).for_each(|(given, argument)| {
                            given.written = self.written_through(argument);
                        });
                        self.forget_after_unrun(&[], None, &given);
                    }
                    unknown(reason)
                }
                None => self.call_with(&constructed, given, expr.range.clone(), ""),
            },
        }
    }

    /// `{.a = x, .b = y}`: the fields of an object whose class is not known yet.
    fn designated(&mut self, arguments: &[Expr]) -> Computed {
        let mut fields = BTreeMap::new();
        for argument in arguments {
            let ExprKind::Designated { name, value } = &argument.kind else {
                return unknown("fields in order and by name");
            };
            let value = self.value(value);
            fields.insert(name.text.clone(), value);
        }
        let object = Object { class: None, kind: FIELDS.to_owned(), fields };
        Computed::plain(HostValue::Object(Arc::new(object)))
    }

    /// An instance of a type.
    pub(crate) fn construct_type(
        &mut self,
        constructed: &HostType,
        given: Vec<Given>,
        range: Range<usize>,
    ) -> Computed {
        match (constructed, given.as_slice()) {
            (HostType::Class(class), _) => self.instance(class, given, range),
            (_, [one]) if is_function(&one.argument.value) => cast_function(one.argument.value.clone()),
            (HostType::Of(value), []) if static_number::is_static(value) => Computed::plain(value.clone()),
            (HostType::Of(HostValue::Instance(instance)), _) => self.instance(&instance.class, given, range),
            _ => {
                given.iter().for_each(|given| self.forget_after_conversion(&given.argument.value));
                let arguments: Vec<CallArgument> = given.into_iter().map(|given| given.argument).collect();
                let call = Call { name: "", receiver: None, template: &[], arguments: &arguments, range };
                let outcome = self.library.construct(constructed, &call);
                let made = self.outcome(outcome, &call);
                match constructed {
                    HostType::Of(of @ HostValue::Tuple(_)) if !self.is_python() => {
                        Computed { value: self.in_types_of_leaves(of, made.value), ..made }
                    }
                    _ => made,
                }
            }
        }
    }

    /// What a function of the library answered; what it refuses is remembered.
    pub(crate) fn outcome(&mut self, outcome: Outcome, call: &Call<'_>) -> Computed {
        match outcome {
            Ok(computed) => {
                self.judged(&computed, call);
                match &computed.value {
                    HostValue::Typed(typed) if let HostType::Of(of) = &typed.of => {
                        self.some_tuple(of, None).map_or(computed, Computed::plain)
                    }
                    _ => computed,
                }
            }
            Err(refusal) => self.refused(refusal, call),
        }
    }
}

/// Whether a call certainly does not run what is called: nothing defines it here.
fn is_not_run(effects: &Effects, target: &HostValue, callee: &Expr) -> bool {
    if target.unknown_reason().is_some() {
        return !effects.is_read_only(callee);
    }
    matches!(target, HostValue::Callable(callable) if matches!(&**callable,
        Callable::Functions { overloads, .. } if overloads.iter().any(|function| function.is_only_declared)))
}

/// A cast leaves a function what it is, and chooses one of several.
fn cast_function(function: HostValue) -> Computed {
    match functions_of(&function) {
        Some(overloads) if overloads.len() > 1 => unknown("which overload the cast chooses is not known"),
        _ => Computed::plain(function),
    }
}

/// The functions of the program that a function of the library is given.
fn handed_to_library(target: &HostValue, given: &[Given]) -> Vec<HostValue> {
    let is_library = matches!(target, HostValue::Callable(callable) if matches!(**callable, Callable::Library { .. }))
        || matches!(target, HostValue::Type(_));
    let values = given.iter().map(|given| &given.argument.value);
    values.filter(|value| is_library && is_function(value)).cloned().collect()
}

/// The name under which something is called, for messages.
fn spelled(callee: &Expr) -> &str {
    match &callee.kind {
        ExprKind::Name(name) => name,
        ExprKind::Member { name, .. } => &name.text,
        ExprKind::Specialize { base, .. } => spelled(base),
        _ => "",
    }
}

/// Whether what is called is a function of the program, which is run and calls what it is given.
fn is_of_program(target: &HostValue) -> bool {
    matches!(target, HostValue::Callable(callable)
        if matches!(&**callable, Callable::Functions { .. } | Callable::Class(_)))
}
