//! Methods of Python's strings and tuples.

use layoutlens_host_value::{
    call::{Call, Computed, Outcome},
    library,
    value::HostValue,
};
use layoutlens_operation::{Refusal, Value};
use layoutlens_syntax::program::FILLED_STRING;

use crate::{
    state::{
        interpreter::Interpreter,
        language_function::{self, LanguageFunction},
    },
    value::{dictionary, sequence::iterated},
};

const OF_TEXT: &[(&str, LanguageFunction)] = &[
    (FILLED_STRING, filled),
    ("startswith", |_, call| tested(call, |text, other| text.starts_with(other))),
    ("endswith", |_, call| tested(call, |text, other| text.ends_with(other))),
    ("__contains__", |_, call| tested(call, |text, other| text.contains(other))),
    ("lower", |_, call| changed(call, |text| text.to_lowercase())),
    ("upper", |_, call| changed(call, |text| text.to_uppercase())),
    ("strip", |_, call| changed(call, |text| text.trim().to_owned())),
    ("replace", replaced),
    ("split", split),
    ("join", joined),
];

const OF_TUPLE: &[(&str, LanguageFunction)] =
    &[("__contains__", contains), ("index", index), ("count", count)];

/// The method of a string, tuple or list.
pub(crate) fn method(value: &HostValue, name: &str) -> Option<HostValue> {
    let table = match value {
        HostValue::Text(_) => OF_TEXT,
        _ if value.elements().is_some() => OF_TUPLE,
        HostValue::Object(_) if iterated(value).is_some() && dictionary::entries(value).is_none() => OF_TUPLE,
        _ => return None,
    };
    let (name, function) = table.iter().find(|(known, _)| *known == name)?;
    Some(language_function::bound(name, function, value))
}

fn text<'c>(call: &Call<'c>) -> Result<&'c str, Refusal> {
    match call.receiver {
        Some(HostValue::Text(text)) => Ok(text),
        _ => library::unknown("this is no string"),
    }
}

fn argument<'c>(call: &Call<'c>, index: usize) -> Result<&'c str, Refusal> {
    match call.argument(index) {
        Some(HostValue::Text(text)) if call.arguments.iter().all(|given| given.keyword.is_none()) => Ok(text),
        Some(other) => library::unknown(other.unknown_reason().unwrap_or("this is no string")),
        None => library::unknown(format!("{} needs an argument", call.name)),
    }
}

fn tested(call: &Call<'_>, test: impl Fn(&str, &str) -> bool) -> Outcome {
    match call.arguments.len() {
        1 => Ok(Computed::plain(Value::Bool(test(text(call)?, argument(call, 0)?)))),
        _ => library::unknown(format!("{} of a part is not computed", call.name)),
    }
}

fn changed(call: &Call<'_>, change: impl Fn(&str) -> String) -> Outcome {
    match call.arguments.is_empty() {
        true => Ok(Computed::plain(HostValue::text(change(text(call)?)))),
        false => library::unknown(format!("{} with arguments is not computed", call.name)),
    }
}

fn replaced(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    match call.arguments.len() {
        2 => {
            Ok(Computed::plain(HostValue::text(text(call)?.replace(argument(call, 0)?, argument(call, 1)?))))
        }
        _ => library::unknown("replace needs two arguments"),
    }
}

fn split(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let of = |part: &str| HostValue::Text(part.into());
    let parts: Vec<HostValue> = match call.arguments.len() {
        0 => text(call)?.split_whitespace().map(of).collect(),
        1 if !argument(call, 0)?.is_empty() => text(call)?.split(argument(call, 0)?).map(of).collect(),
        _ => return library::unknown("this split is not computed"),
    };
    Ok(Computed::plain(HostValue::tuple(parts)))
}

fn joined(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let parts = call.argument(0).and_then(iterated);
    let parts: Option<Vec<String>> = parts.and_then(|parts| {
        let text = |part: &HostValue| match part {
            HostValue::Text(text) => Some(text.to_string()),
            _ => None,
        };
        parts.iter().map(text).collect()
    });
    match parts {
        Some(parts) => Ok(Computed::plain(HostValue::text(parts.join(text(call)?)))),
        None => library::unknown("what is joined is not known"),
    }
}

/// `f"{a}_{b}"`.
fn filled(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let parts: Result<Vec<String>, Refusal> = call.positional().into_iter().map(spelled).collect();
    Ok(Computed::plain(HostValue::text(parts?.concat())))
}

/// `str(x)`.
pub(crate) fn string(call: &Call<'_>) -> Outcome {
    match call.argument(0) {
        Some(value) => Ok(Computed::plain(HostValue::text(spelled(value)?))),
        None => Ok(Computed::plain(HostValue::Text("".into()))),
    }
}

fn spelled(value: &HostValue) -> Result<String, Refusal> {
    library::refuse_unknown([value])?;
    match value {
        HostValue::Text(text) => Ok(text.to_string()),
        HostValue::Nothing => Ok("None".to_owned()),
        HostValue::Value(Value::Bool(true)) => Ok("True".to_owned()),
        HostValue::Value(Value::Bool(false)) => Ok("False".to_owned()),
        _ => {
            match value.as_integer().filter(|integer| integer.is_static()).and_then(|integer| integer.known())
            {
                Some(number) => Ok(number.to_string()),
                None => library::unknown("how this is spelled is not known"),
            }
        }
    }
}

fn elements(call: &Call<'_>) -> Result<Vec<HostValue>, Refusal> {
    call.receiver.and_then(iterated).map_or_else(|| library::unknown("the elements are not known"), Ok)
}

/// `x in (a, b)`.
fn contains(interpreter: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let Some(wanted) = call.argument(0) else { return library::unknown("nothing is looked for") };
    let elements = elements(call)?;
    interpreter.tell_looked_for(call, wanted, &elements);
    let found: Vec<Option<bool>> =
        elements.iter().map(|element| interpreter.is_same_element(element, wanted)).collect();
    match (found.contains(&Some(true)), found.contains(&None)) {
        (true, _) => Ok(Computed::plain(Value::Bool(true))),
        (false, false) => Ok(Computed::plain(Value::Bool(false))),
        (false, true) => library::unknown("whether it is among them is not known"),
    }
}

/// `xs.index(x)`.
fn index(interpreter: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let [wanted] = call.positional()[..] else { return library::unknown("this index is not computed") };
    for (place, element) in (0_i64..).zip(elements(call)?) {
        match interpreter.is_same_element(&element, wanted) {
            Some(true) => return Ok(Computed::plain(HostValue::static_int(place))),
            Some(false) => {}
            None => return library::unknown("whether it is among them is not known"),
        }
    }
    library::unknown("it is not among them")
}

/// `xs.count(x)`.
fn count(interpreter: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let Some(wanted) = call.argument(0) else { return library::unknown("nothing is counted") };
    let mut count = 0_i64;
    for element in elements(call)? {
        match interpreter.is_same_element(&element, wanted) {
            Some(same) => count += i64::from(same),
            None => return library::unknown("whether it is among them is not known"),
        }
    }
    Ok(Computed::plain(HostValue::static_int(count)))
}
