//! What a declared C++ type makes of a value.

use std::sync::Arc;

use layout_algebra::symbolic::Integer;
use layoutlens_host_value::{
    call::{CallArgument, Computed},
    object::{ClassValue, Instance},
    tensor::{Beginning, Pointer},
    types::HostType,
    value::HostValue,
};
use layoutlens_operation::Value;
use layoutlens_syntax::{
    Expr, ExprKind, Name,
    program::{Declaration, DeclarationKind, FUNCTION_OF_INT, Function},
};

use crate::{
    code::member::{Member, each_member},
    limits::STEPS_OF_AN_OBJECT,
    run::{call::FIELDS, empty_braces::is_empty_braces},
    state::{
        definitions::{Definition, DefinitionKind},
        given::Given,
        interpreter::Interpreter,
        number_type::NumberType,
        scope::ScopeKind,
    },
    value::{
        class_of::class_of,
        overloads::functions_of,
        static_number::{at_run_time, integer_least, is_static},
        unknown::unknown,
    },
};

impl Interpreter<'_> {
    /// A value as the type that is written in a declaration has it.
    pub(crate) fn converted(&mut self, declared: &Expr, is_pointer: bool, computed: Computed) -> Computed {
        if let ExprKind::Name(name) = &declared.kind
            && (self.outside.libraries.types.is_deduced)(name.rsplit("::").next().unwrap_or(name))
            && self.look_up(self.scope(), name).is_none()
        {
            return computed;
        }
        let declared_as = declared;
        let declared = self.value(declared_as);
        let HostValue::Type(declared) = &declared else {
            return Computed { value: self.of_unknown_type(declared_as, computed.value), ..computed };
        };
        if is_pointer {
            return pointer(declared, computed);
        }
        if is_empty_braces(&computed.value) {
            return self.construct_type(declared, Vec::new(), 0..0);
        }
        if let HostType::Named(_) = &**declared {
            self.forget_after_conversion(&computed.value);
        }
        match &**declared {
            HostType::Named(name) if name == "bool" && !self.is_python() => match computed.value.as_integer()
            {
                Some(integer) => Computed::plain(match integer.known() {
                    Some(number) => HostValue::Value(Value::Bool(number != 0)),
                    None => HostValue::unknown("whether the number is 0 is not known"),
                }),
                None => {
                    match self.truth(&computed.value).filter(|_| matches!(computed.value, HostValue::Type(_)))
                    {
                        Some(truth) => Computed::plain(HostValue::Value(Value::Bool(truth))),
                        None => computed,
                    }
                }
            },
            HostType::Named(name) => match integer_least(name) {
                // What the type may cut off or turn into another number.
                Some(_) if is_outside_of_all(&computed.value) => {
                    let argument = CallArgument { keyword: None, value: computed.value, range: 0..0 };
                    self.construct_type(declared, vec![Given::of(argument)], 0..0)
                }
                Some(_)
                    if let HostValue::Value(Value::Bool(truth)) = computed.value
                        && !self.is_python() =>
                {
                    Computed::plain(HostValue::run_time_int(i64::from(truth)))
                }
                Some(_) => match computed.value.as_integer() {
                    Some(integer) => Computed::plain(HostValue::integer(&at_run_time(&integer))),
                    None => computed,
                },
                // `float x = 3`: what is divided by it is not cut off.
                None if computed.value.as_integer().is_some() && !self.is_python() => {
                    unknown(format!("what a `{name}` makes of an integer is not computed"))
                }
                None => computed,
            },
            // The type of a truth value, which a template has deduced.
            HostType::Of(HostValue::Value(Value::Bool(_))) if !self.is_python() => {
                match computed.value.known_int() {
                    Some(number) => Computed::plain(HostValue::Value(Value::Bool(number != 0))),
                    None if computed.value.as_integer().is_some() => {
                        unknown("whether the number is 0 is not known")
                    }
                    None => computed,
                }
            }
            HostType::Of(of) if run_time_integer(of).is_some() && *of != computed.value => {
                match run_time_integer(&computed.value).map(|integer| integer.known()) {
                    // Every type of numbers holds it.
                    Some(Some(0..128)) | None => computed,
                    _ => unknown("how large the numbers of the type are is not known"),
                }
            }
            // An object of a type without data has the one value that its type has.
            HostType::Of(value) if is_static(value) => match computed.value == *value {
                true => computed,
                false => Computed::plain(value.clone()),
            },
            HostType::Specialized { .. } if matches!(&computed.value, HostValue::Object(_)) => {
                let argument = CallArgument { keyword: None, value: computed.value, range: 0..0 };
                self.construct_type(declared, vec![Given::of(argument)], 0..0)
            }
            HostType::Class(_)
                if let HostValue::Object(object) = &computed.value
                    && object.kind == FIELDS =>
            {
                let given = object.fields.iter().map(|(name, value)| {
                    Given::of(CallArgument { keyword: Some(name.clone()), value: value.clone(), range: 0..0 })
                });
                let given = given.collect();
                self.construct_type(declared, given, 0..0)
            }
            HostType::Class(class) if matches!(computed.value, HostValue::Instance(_)) => {
                Computed { value: self.seen_as(class, computed.value), ..computed }
            }
            HostType::Of(HostValue::Instance(of)) if matches!(computed.value, HostValue::Instance(_)) => {
                Computed { value: self.seen_as(&of.class, computed.value), ..computed }
            }
            HostType::Of(HostValue::Pointer(wanted)) => match (&wanted.element, &computed.value) {
                (HostValue::Type(element), HostValue::Pointer(_)) => pointer(element, computed),
                _ => Computed { value: self.of_known_class(computed.value), ..computed },
            },
            HostType::Class(class)
                if matches!(computed.value, HostValue::Callable(_))
                    || computed.value.as_integer().is_some() =>
            {
                if self.is_converted_by_some_only(class) {
                    return unknown(format!(
                        "some constructors of `{}` are explicit: write the type, `{0}(..)`",
                        class.class.name.text
                    ));
                }
                let argument = CallArgument { keyword: None, value: computed.value, range: 0..0 };
                self.construct_type(declared, vec![Given::of(argument)], 0..0)
            }
            HostType::Class(_) if computed.value.elements().is_some() => {
                let given = computed.value.elements().unwrap_or_default();
                let given = given
                    .into_iter()
                    .map(|value| Given::of(CallArgument { keyword: None, value, range: 0..0 }));
                self.construct_type(declared, given.collect(), 0..0)
            }
            _ => computed,
        }
    }

    /// Whether a class has several constructors that take one value, of which some are not asked where none is named.
    fn is_converted_by_some_only(&self, class: &ClassValue) -> bool {
        let name = &class.class.name.text;
        let (mut count, mut are_some_explicit) = (0usize, false);
        each_member(&class.class.members, &self.choices, &mut |member, _| {
            let Member::Function(function) = member else { return };
            let needed = function.parameters.iter().filter(|of| of.default.is_none() && !of.is_pack).count();
            let copies = |of: &Expr| matches!(&of.kind, ExprKind::Name(own) if own == name);
            let is_copy = function
                .parameters
                .first()
                .is_some_and(|first| first.declared_type.as_ref().is_some_and(copies));
            if function.name.text != *name || function.parameters.is_empty() || needed > 1 || is_copy {
                return;
            }
            count += 1;
            are_some_explicit |= function.attributes.iter().any(
                |attribute| matches!(&attribute.kind, ExprKind::Name(word) if word.starts_with("explicit")),
            );
        });
        count > 1 && are_some_explicit
    }

    /// A value that is declared to be of a type which is not known.
    fn of_unknown_type(&mut self, declared: &Expr, value: HostValue) -> HostValue {
        if let ExprKind::Specialize { arguments, .. } = &declared.kind
            && matches!(value, HostValue::Callable(_))
            && !self.is_python()
            && !is_left_as_it_is(arguments, &value)
        {
            self.let_out(&value);
            return HostValue::unknown("what the function is given and gives is converted");
        }
        let is_integer = matches!(&declared.kind, ExprKind::Name(name) if NumberType::is_integer(name));
        if !self.is_python() && !is_integer && run_time_integer(&value).is_some() {
            return HostValue::unknown("of what type the number is not known");
        }
        self.of_known_class(value)
    }

    /// A variable or parameter of a type, of which nothing else is known.
    pub(crate) fn value_of_type(
        &mut self,
        declared: &Expr,
        is_pointer: bool,
        name: &Name,
        reason: &str,
    ) -> Computed {
        let declared = self.value(declared);
        let HostValue::Type(declared) = &declared else { return unknown(reason) };
        if is_pointer {
            return pointer(declared, unknown(reason));
        }
        match &**declared {
            HostType::Named(type_name) => match integer_least(type_name) {
                Some(_) => Computed::plain(self.declared_name(&name.text, name.range.start, 1)),
                None => Computed::plain(HostValue::typed(type_name, reason)),
            },
            HostType::Of(value) if is_static(value) => Computed::plain(value.clone()),
            HostType::Of(value) => match self.some_tuple(value, None) {
                Some(tuple) => Computed::plain(tuple),
                None => unknown(reason),
            },
            _ => unknown(reason),
        }
    }

    /// Makes an instance with these fields.
    pub(crate) fn new_instance(
        &mut self,
        class: &ClassValue,
        fields: std::collections::BTreeMap<String, HostValue>,
    ) -> HostValue {
        // One that holds others, which hold others, takes one step to ask for.
        self.count_steps(STEPS_OF_AN_OBJECT);
        let id = self.instances.make(class.clone(), fields);
        let instance = Instance { class: class.clone(), id };
        HostValue::Instance(Arc::new(instance))
    }

    /// An integer variable whose value is not known: it goes by its name. Of other types of numbers, and of what a program
    /// only hands on, the type is known.
    pub(crate) fn named_if_integer(
        &mut self,
        declared: Option<&Expr>,
        name: &Name,
        computed: Computed,
    ) -> Computed {
        let Some(declared) = declared.filter(|_| !self.is_python()) else { return computed };
        if let ExprKind::Name(of) = &declared.kind
            && (self.outside.libraries.suggestions.is_handle)(of)
        {
            let reason = computed.value.unknown_reason().unwrap_or("it is only handed on").to_owned();
            return Computed { value: HostValue::typed(of, reason), ..computed };
        }
        let Some(reason) = computed.value.unknown_reason().map(str::to_owned) else { return computed };
        match self.value(declared) {
            HostValue::Type(of) => match &*of {
                HostType::Named(type_name) => match integer_least(type_name) {
                    Some(least) => Computed::plain(self.declared_name(&name.text, name.range.start, least)),
                    None => Computed { value: HostValue::typed(type_name, reason), ..computed },
                },
                _ => computed,
            },
            _ => computed,
        }
    }

    /// `auto n = f();` of a function that gives an integer, or of a size of PyTorch's tensor.
    pub(crate) fn named_if_call_gives_integer(
        &mut self,
        declaration: &Declaration,
        name: &Name,
        computed: Computed,
    ) -> Computed {
        if self.is_python()
            || declaration.kind == DeclarationKind::Alias
            || computed.value.unknown_reason().is_none()
        {
            return computed;
        }
        let least = declaration.value.as_ref().and_then(|value| self.least_of_call(value));
        match least {
            Some(least) => Computed::plain(self.declared_name(&name.text, name.range.start, least)),
            None => computed,
        }
    }

    /// The least integer that a call may give, where it gives integers.
    fn least_of_call(&mut self, value: &Expr) -> Option<i64> {
        let ExprKind::Invoke { callee, .. } = &value.kind else { return None };
        match &callee.kind {
            ExprKind::Name(function) if self.place_of_name(function).is_none() => {
                // A class may have a method of this name, one of its bases too; and a macro may stand in its place.
                let scope = self.scope();
                let mut around = self.scopes.around(scope).filter_map(|scope| self.scopes.get(scope));
                let is_in_class =
                    around.any(|scope| matches!(scope.kind, ScopeKind::Class(_) | ScopeKind::Object(_)));
                if is_in_class || self.definitions.macros(function).is_some() {
                    return None;
                }
                let frame = self.frames.top();
                let found = self.definitions.visible(function, &frame.path, frame.place());
                let least = |definition: &Definition<'_>| match definition.kind {
                    DefinitionKind::Function(Function {
                        returns: Some(of),
                        returns_reference: false,
                        ..
                    }) => match &of.kind {
                        ExprKind::Name(of) => integer_least(of),
                        _ => None,
                    },
                    _ => None,
                };
                let all: Option<Vec<i64>> = found.iter().map(least).collect();
                all?.into_iter().min()
            }
            ExprKind::Member { base, name } if SIZES_OF_TENSORS.contains(&name.text.as_str()) => {
                let ExprKind::Name(tensor) = &base.kind else { return None };
                match self.name(tensor) {
                    HostValue::Typed(typed) => match &typed.of {
                        HostType::Named(of) if of.ends_with("::Tensor") => integer_least("int64_t"),
                        _ => None,
                    },
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// Methods of PyTorch's tensors that give an integer.
const SIZES_OF_TENSORS: [&str; 5] = ["size", "stride", "numel", "dim", "element_size"];

/// A number that is no type of its own.
fn run_time_integer(value: &HostValue) -> Option<Integer> {
    value.as_integer().filter(|integer| !integer.is_static())
}

/// Whether a function is the same in `std::function<int(int)>`: its parameters are numbers, and nothing that is given to it
/// becomes one of another type.
fn is_left_as_it_is(arguments: &[Expr], function: &HostValue) -> bool {
    let is_of_numbers =
        matches!(arguments, [Expr { kind: ExprKind::Name(name), .. }] if name == FUNCTION_OF_INT);
    let takes_numbers = |function: &Arc<Function>| {
        function.parameters.iter().all(|parameter| match &parameter.declared_type {
            Some(Expr { kind: ExprKind::Name(name), .. }) => integer_least(name).is_some(),
            _ => false,
        })
    };
    is_of_numbers && functions_of(function).is_some_and(|functions| functions.iter().all(takes_numbers))
}

/// Whether a pointer is declared to point to another class than it was made for: to a base.
fn points_to_another(declared: &Arc<HostType>, pointer: &Pointer) -> bool {
    let declared = HostValue::Type(Arc::clone(declared));
    match (class_of(&declared), class_of(&pointer.element)) {
        (Some(declared), Some(class)) => declared != class,
        _ => false,
    }
}

/// A pointer to a type; functions, and pointers that are known better, stay what they are.
fn pointer(element: &Arc<HostType>, computed: Computed) -> Computed {
    match &computed.value {
        HostValue::Callable(_) | HostValue::Nothing => computed,
        HostValue::Pointer(pointer) if points_to_another(element, pointer) => {
            let element = HostValue::Type(Arc::clone(element));
            let pointer = Pointer { element, ..Pointer::clone(pointer) };
            Computed::plain(HostValue::Pointer(Arc::new(pointer)))
        }
        HostValue::Pointer(pointer) if pointer.element.unknown_reason().is_none() => computed,
        _ => Computed::plain(pointer_to(element)),
    }
}

/// A pointer to somewhere.
pub(crate) fn pointer_to(element: &Arc<HostType>) -> HostValue {
    HostValue::Pointer(Arc::new(Pointer {
        space: None,
        element: HostValue::Type(Arc::clone(element)),
        swizzle: None,
        offset: None,
        beginning: Beginning::default(),
    }))
}

/// Whether a number is known and not one of those that every integer type holds.
fn is_outside_of_all(value: &HostValue) -> bool {
    value.known_int().is_some_and(|number| !(0..=i64::from(i8::MAX)).contains(&number))
}
