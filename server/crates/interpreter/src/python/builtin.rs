//! What is Python's own: builtin functions, operators on tuples and strings, lists and comprehensions.

use std::{collections::BTreeMap, sync::Arc};

use layoutlens_host_value::{
    call::{Call, CallArgument, Computed, LibraryFunction, Outcome},
    function::{Callable, ComputedBy},
    library,
    object::{ClassValue, Object},
    open_number::is_open,
    scope::ScopeId,
    value::HostValue,
};
use layoutlens_operation::{Refusal, Value};
use layoutlens_syntax::BinaryOperator as Op;

use crate::{
    code::python_name::SUPER,
    limits::MAX_ELEMENTS,
    python::{instance_of, slice, text},
    run::member,
    state::{
        interpreter::Interpreter,
        language_function::{self, LanguageFunction},
        run_time_name::LEAST_INT,
        scope::ScopeKind,
    },
    value::{dictionary, run_time, sequence::iterated},
};

const BUILTINS: &[(&str, LanguageFunction)] = &[
    ("range", range),
    ("len", length),
    ("tuple", listed),
    ("list", |interpreter, call| {
        let computed = listed(interpreter, call)?;
        interpreter.is_a_list(&computed.value);
        Ok(computed)
    }),
    ("iter", |interpreter, call| match call.arguments {
        [_] => listed(interpreter, call),
        _ => library::unknown("`iter` of this is not computed"),
    }),
    ("min", |interpreter, call| extreme(interpreter, call, |a, b| a < b)),
    ("max", |interpreter, call| extreme(interpreter, call, |a, b| a > b)),
    ("sum", sum),
    ("bool", truth_value),
    ("all", |interpreter, call| every(interpreter, call, true)),
    ("any", |interpreter, call| every(interpreter, call, false)),
    ("int", integer),
    ("abs", |_, call| absolute(call)),
    ("enumerate", enumerated),
    ("zip", zipped),
    ("reversed", reversed),
    ("isinstance", instance_of::is_instance),
    ("is", instance_of::is_same),
    ("slice", |_, call| slice::slice(call)),
    ("super", super_object),
    ("str", |_, call| text::string(call)),
    ("dict", |interpreter, call| interpreter.dictionary_of(call)),
    ("set", set),
    ("frozenset", set),
    ("sorted", sorted),
    ("map", mapped),
    ("getattr", attribute),
    ("hasattr", has_attribute),
    ("setattr", |interpreter, call| interpreter.assigned_attribute(call)),
    ("type", type_of),
    ("divmod", quotient_and_remainder),
    ("print", |_, _| Ok(Computed::plain(HostValue::Nothing))),
];

/// `super()`, without arguments: in a method of a class.
fn super_object(interpreter: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    if !call.arguments.is_empty() {
        return library::unknown("`super` of a class is not followed");
    }
    let Some((class, object)) = interpreter.class_and_object() else {
        return library::unknown("`super()` stands in no method");
    };
    let fields = BTreeMap::from([("object".to_owned(), object)]);
    let found = Object { class: Some(class), kind: SUPER.to_owned(), fields };
    Ok(Computed::plain(HostValue::Object(Arc::new(found))))
}

/// A name that every Python file sees.
pub(crate) fn builtin(name: &str) -> Option<HostValue> {
    match name {
        "None" => return Some(HostValue::Nothing),
        // The base of all classes.
        "object" => return Some(HostValue::Module("object".into())),
        // `...`
        "Ellipsis" => return Some(HostValue::Module("Ellipsis".into())),
        "__name__" => return Some(HostValue::Text("__main__".into())),
        _ => {}
    }
    let (name, function) = BUILTINS.iter().find(|(known, _)| *known == name)?;
    Some(HostValue::Callable(Arc::new(Callable::Library {
        name: (*name).to_owned(),
        function: ComputedBy::Language(function),
        template: Vec::new(),
        receiver: None,
    })))
}

pub(crate) fn first<'c>(call: &Call<'c>) -> Result<&'c HostValue, Refusal> {
    match call.argument(0) {
        Some(value) => {
            library::refuse_unknown([value])?;
            Ok(value)
        }
        None => library::unknown(format!("{} needs an argument", call.name)),
    }
}

fn elements(interpreter: &mut Interpreter<'_>, call: &Call<'_>) -> Result<Vec<HostValue>, Refusal> {
    let value = &interpreter.opened(first(call)?.clone());
    match iterated(value) {
        Some(elements) => Ok(elements),
        None => library::unknown(format!("the elements of {} are not known", value.kind())),
    }
}

fn range(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let bounds: Vec<Option<i64>> = call.positional().iter().map(|value| value.known_int()).collect();
    let (start, stop, step) = match bounds.as_slice() {
        [stop] => (Some(0), *stop, Some(1)),
        [start, stop] => (*start, *stop, Some(1)),
        [start, stop, step] => (*start, *stop, *step),
        _ => return library::unknown("a range has one to three bounds"),
    };
    let mut fields = BTreeMap::new();
    if let (Some(start), Some(stop), Some(step)) = (start, stop, step)
        && step != 0
    {
        let count = (i128::from(stop) - i128::from(start)).div_euclid(i128::from(step));
        if count <= MAX_ELEMENTS as i128 {
            let mut numbers = Vec::new();
            let mut next = start;
            while (step > 0 && next < stop) || (step < 0 && next > stop) {
                numbers.push(HostValue::static_int(next));
                let Some(following) = next.checked_add(step) else { break };
                next = following;
            }
            fields.insert("elements".to_owned(), HostValue::tuple(numbers));
        }
    }
    if start.is_some_and(|start| start >= 0) && step.is_some_and(|step| step > 0) {
        fields.insert("is_natural".to_owned(), HostValue::Value(Value::Bool(true)));
    }
    Ok(Computed::plain(HostValue::Object(Arc::new(Object { class: None, kind: "range".to_owned(), fields }))))
}

fn length(interpreter: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let count = match first(call)? {
        HostValue::Text(text) => text.chars().count(),
        value if dictionary::is_set(value) => match dictionary::distinct_entries(value) {
            Some(all) => all.len(),
            None => return library::unknown("how many elements the set has is not known"),
        },
        _ => elements(interpreter, call)?.len(),
    };
    Ok(Computed::plain(HostValue::static_int(i64::try_from(count).unwrap_or(i64::MAX))))
}

fn listed(interpreter: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    match call.argument(0) {
        None => Ok(Computed::plain(HostValue::tuple(Vec::new()))),
        Some(_) => Ok(Computed::plain(HostValue::tuple(elements(interpreter, call)?))),
    }
}

fn numbers(interpreter: &mut Interpreter<'_>, call: &Call<'_>) -> Result<Vec<i64>, Refusal> {
    let values = match call.arguments.len() {
        1 => elements(interpreter, call)?,
        _ => call.positional().into_iter().cloned().collect(),
    };
    library::refuse_unknown(&values)?;
    let is_static = |value: &HostValue| value.as_integer().filter(|integer| integer.is_static())?.known();
    match values.iter().map(is_static).collect() {
        Some(numbers) => Ok(numbers),
        None => library::unknown(format!("{} of run-time values is not computed", call.name)),
    }
}

fn extreme(
    interpreter: &mut Interpreter<'_>,
    call: &Call<'_>,
    is_better: impl Fn(i64, i64) -> bool,
) -> Outcome {
    if call.arguments.iter().any(|argument| argument.keyword.is_some()) {
        return library::unknown(format!("{} by a key is not computed", call.name));
    }
    let integers: Option<Vec<_>> = call.positional().into_iter().map(HostValue::as_integer).collect();
    if let Some(integers) = integers
        && integers.len() > 1
        && integers.iter().any(is_open)
    {
        // What an unknown number is held against is one that the code names for it.
        if let Some((first, others)) = call.positional().split_first() {
            others.iter().for_each(|other| interpreter.tell_comparison(Op::Less, first, other));
        }
        let least = integers.iter().map(run_time::least).min().unwrap_or(0);
        let what = format!("the {} of several numbers", call.name);
        return Ok(Computed::plain(interpreter.open_number(&what, least)));
    }
    let numbers = numbers(interpreter, call)?;
    match numbers.into_iter().reduce(|best, next| if is_better(next, best) { next } else { best }) {
        Some(best) => Ok(Computed::plain(HostValue::static_int(best))),
        None => library::unknown(format!("{} of nothing", call.name)),
    }
}

fn sum(interpreter: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let sum = numbers(interpreter, call)?.into_iter().try_fold(0_i64, i64::checked_add);
    match sum {
        Some(sum) => Ok(Computed::plain(HostValue::static_int(sum))),
        None => library::unknown("the sum does not fit in 64 bits"),
    }
}

fn integer(interpreter: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let value = first(call)?;
    // `int(a / b)`: what the library has for a quotient, it rounds.
    if let (HostValue::Object(_), [_]) = (value, call.arguments)
        && let Some(LibraryFunction::Plain(truncated)) = interpreter.library.function("math.trunc")
        && let Ok(computed) = truncated(call)
    {
        return Ok(computed);
    }
    match value {
        HostValue::Value(Value::Bool(value)) => Ok(Computed::plain(HostValue::static_int(i64::from(*value)))),
        HostValue::Text(text) if call.arguments.len() == 1 => match text.trim().parse::<i64>() {
            Ok(number) => Ok(Computed::plain(HostValue::static_int(number))),
            Err(_) => library::unknown("this text is no decimal number"),
        },
        _ if value.as_integer().is_some() && call.arguments.len() == 1 => Ok(Computed::plain(value.clone())),
        _ => library::unknown(format!("int of {} is not computed", value.kind())),
    }
}

/// `bool(x)`.
fn truth_value(interpreter: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    match interpreter.truth(first(call)?) {
        Some(truth) => Ok(Computed::plain(Value::Bool(truth))),
        None => library::unknown("whether this holds is not known"),
    }
}

/// `all(xs)`, `any(xs)`: decided by one element, or by all.
fn every(interpreter: &mut Interpreter<'_>, call: &Call<'_>, is_all: bool) -> Outcome {
    let truths: Vec<Option<bool>> =
        elements(interpreter, call)?.iter().map(|element| interpreter.truth(element)).collect();
    if truths.contains(&Some(!is_all)) {
        return Ok(Computed::plain(Value::Bool(!is_all)));
    }
    match truths.contains(&None) {
        true => library::unknown("whether this holds is not known"),
        false => Ok(Computed::plain(Value::Bool(is_all))),
    }
}

fn absolute(call: &Call<'_>) -> Outcome {
    match first(call)?.as_integer().map(|integer| integer.magnitude()) {
        Some(Ok(magnitude)) => Ok(Computed::plain(HostValue::integer(&magnitude))),
        _ => library::unknown("abs of this is not computed"),
    }
}

fn enumerated(interpreter: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let Some(start) = call.keyword_or("start", 1).map_or(Some(0), HostValue::known_int) else {
        return library::unknown("where the count begins is not known");
    };
    let pairs = (0_i64..).zip(elements(interpreter, call)?);
    let pairs = pairs.map(|(place, element)| {
        let index = HostValue::static_int(start.checked_add(place)?);
        Some(HostValue::tuple(vec![index, element]))
    });
    match pairs.collect::<Option<Vec<HostValue>>>() {
        Some(pairs) => Ok(Computed::plain(HostValue::tuple(pairs))),
        None => library::unknown("a number that is larger than what is computed here"),
    }
}

fn zipped(interpreter: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    if call.arguments.iter().any(|argument| argument.keyword.is_some()) {
        return library::unknown("zip with keywords is not computed");
    }
    let lists = call.positional().into_iter().map(|list| iterated(&interpreter.opened(list.clone())));
    let lists: Option<Vec<Vec<HostValue>>> = lists.collect();
    let Some(lists) = lists else { return library::unknown("what is zipped is not known") };
    let count = lists.iter().map(Vec::len).min().unwrap_or(0);
    let row = |at: usize| HostValue::tuple(lists.iter().filter_map(|list| list.get(at).cloned()).collect());
    Ok(Computed::plain(HostValue::tuple((0..count).map(row).collect())))
}

fn reversed(interpreter: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let mut elements = elements(interpreter, call)?;
    elements.reverse();
    Ok(Computed::plain(HostValue::tuple(elements)))
}

fn set(interpreter: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let elements = match call.argument(0).and_then(dictionary::entries) {
        // The elements of another set, or the keys of a dictionary.
        Some(entries) => entries.into_iter().map(|(element, _)| element).collect(),
        None if call.arguments.is_empty() => Vec::new(),
        None => elements(interpreter, call)?,
    };
    Ok(Computed::plain(interpreter.set_of(elements)))
}

/// `sorted(xs)` of known numbers.
fn sorted(interpreter: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    if call.arguments.len() != 1 {
        return library::unknown("sorted by a key is not computed");
    }
    let mut numbers = numbers(interpreter, call)?;
    numbers.sort_unstable();
    Ok(Computed::plain(HostValue::tuple(numbers.into_iter().map(HostValue::static_int).collect())))
}

/// `map(f, xs)`.
fn mapped(interpreter: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let [function, over] = call.positional()[..] else { return library::unknown("this map is not computed") };
    let over = interpreter.opened(over.clone());
    let Some(elements) = iterated(&over) else {
        return library::unknown(over.unknown_reason().unwrap_or("what is gone over is not known"));
    };
    if function.unknown_reason().is_some() || interpreter.is_foreign(function) {
        elements.iter().for_each(|element| interpreter.escape(element));
    }
    let one = |value| CallArgument { keyword: None, value, range: call.range.clone() };
    let values = elements
        .into_iter()
        .map(|element| interpreter.call(function, vec![one(element)], call.range.clone()).value);
    let values: Vec<HostValue> = values.collect();
    Ok(Computed::plain(HostValue::tuple(values)))
}

/// `divmod(a, b)`.
fn quotient_and_remainder(interpreter: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let known: Vec<Option<i64>> = call.positional().iter().map(|value| value.known_int()).collect();
    match known.as_slice() {
        [Some(a), Some(b)] if *b > 0 => Ok(Computed::plain(HostValue::tuple(vec![
            HostValue::static_int(a.div_euclid(*b)),
            HostValue::static_int(a.rem_euclid(*b)),
        ]))),
        // By a number, or by what divides fast by one.
        [_, _] if call.argument(0).is_some_and(|number| number.as_integer().is_some()) => {
            let parts = (0..2).map(|_| interpreter.open_number("a part of a number", LEAST_INT));
            Ok(Computed::plain(HostValue::tuple(parts.collect())))
        }
        _ => library::unknown("this quotient is not computed"),
    }
}

/// `getattr(x, "name", default)`: the default only where `x` certainly has no such attribute.
fn attribute(interpreter: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let object = first(call)?;
    let Some(HostValue::Text(name)) = call.argument(1) else {
        return library::unknown("which attribute is asked for is not known");
    };
    Ok(Computed::plain(interpreter.attribute_or(object, name, call.argument(2))))
}

impl Interpreter<'_> {
    /// An attribute of an object; what is given for it where the object has none, or is supposed to have none.
    pub(crate) fn attribute_or(
        &mut self,
        object: &HostValue,
        name: &str,
        default: Option<&HostValue>,
    ) -> HostValue {
        let found = self.member(object, name);
        match (found.unknown_reason(), default) {
            (Some(_), Some(default)) if has_no_attributes(object) => default.clone(),
            (Some(reason), Some(default)) if is_unset(self, object, name, reason) => default.clone(),
            _ => found,
        }
    }
}

fn has_attribute(interpreter: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let object = first(call)?;
    let Some(HostValue::Text(name)) = call.argument(1) else {
        return library::unknown("which attribute is asked for is not known");
    };
    let found = interpreter.member(object, name);
    // The path of what is not known in a module that is not read.
    if let (HostValue::Module(module), HostValue::Module(path)) = (object, &found)
        && **path == *format!("{module}.{name}")
        && !interpreter.suppose_outside(path, "there")
    {
        return library::unknown("whether the module has this is not known");
    }
    match found.unknown_reason() {
        None => Ok(Computed::plain(Value::Bool(true))),
        Some(_) if has_no_attributes(object) => Ok(Computed::plain(Value::Bool(false))),
        Some(reason) if is_unset(interpreter, object, name, reason) => {
            Ok(Computed::plain(Value::Bool(false)))
        }
        Some(_) => library::unknown("whether it has this attribute is not known"),
    }
}

/// Whether it is supposed that an object has no such attribute: its class and what that inherits from set none. One that
/// inherits from its class may.
fn is_unset(interpreter: &mut Interpreter<'_>, object: &HostValue, name: &str, reason: &str) -> bool {
    let HostValue::Instance(instance) = object else { return false };
    let class = instance.class.class.name.text.clone();
    reason == member::not_known(name, &class)
        && interpreter.suppose_outside(&format!("{class}.{name}"), "not set")
}

/// Whether a value has no attributes that a layout program asks for by name.
fn has_no_attributes(value: &HostValue) -> bool {
    matches!(value, HostValue::Nothing)
}

/// `type(x)` of an object of the program.
fn type_of(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    match first(call)? {
        HostValue::Instance(instance) if call.arguments.len() == 1 => {
            let class = Callable::Class(instance.class.clone());
            Ok(Computed::plain(HostValue::Callable(Arc::new(class))))
        }
        value => library::unknown(format!("the type of {} is not computed", value.kind())),
    }
}

/// A method that every named tuple has.
pub(crate) fn record_method(value: &HostValue, name: &str) -> Option<HostValue> {
    const REPLACED: LanguageFunction = replaced;
    (name == "_replace").then(|| language_function::bound("_replace", &REPLACED, value))
}

/// `x._replace(a=b)`.
fn replaced(interpreter: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let receiver = call.receiver.cloned().unwrap_or(HostValue::Nothing);
    match interpreter.replaced(&receiver, call.arguments) {
        Some(value) => Ok(Computed::plain(value)),
        None => library::unknown("what is replaced is not known"),
    }
}

impl Interpreter<'_> {
    /// The class in which the method at hand is defined, and its first argument.
    fn class_and_object(&self) -> Option<(ClassValue, HostValue)> {
        let function = self.frames.top().function.as_ref()?;
        let name = function.parameters.first()?.name.as_ref()?;
        let around: Vec<ScopeId> = self.scopes.around(self.scope()).collect();
        let class = around.iter().find_map(|&scope| match &self.scopes.get(scope)?.kind {
            ScopeKind::Class(class) => Some(class.clone()),
            _ => None,
        })?;
        let object = around.iter().find_map(|&scope| self.scopes.binding(scope, &name.text))?;
        Some((class, object.value.clone()))
    }
}
