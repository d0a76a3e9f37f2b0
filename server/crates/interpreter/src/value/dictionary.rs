//! Python's dictionaries and sets as values.

use std::{collections::BTreeMap, sync::Arc};

use layoutlens_host_value::{object::Object, types::HostType, value::HostValue};
use layoutlens_operation::Value;

use crate::code::python_name::KEYWORDS;

/// What the library calls a dictionary.
pub(crate) const DICTIONARY: &str = "dict";

/// What the library calls a set: a dictionary without values.
pub(crate) const SET: &str = "set";

/// The field that holds the entries.
const ENTRIES: &str = "entries of it";

/// A key and what it stands for.
pub(crate) type Entry = (HostValue, HostValue);

/// The entries of a dictionary, or of the keyword arguments of a function; the elements of a set with `None`.
pub(crate) fn entries(value: &HostValue) -> Option<Vec<Entry>> {
    let HostValue::Object(object) = value else { return None };
    match object.kind.as_str() {
        DICTIONARY | SET => {
            let all = object.fields.get(ENTRIES)?.elements()?;
            all.iter().map(|entry| <[HostValue; 2]>::try_from(entry.elements()?).ok()).map(pair).collect()
        }
        KEYWORDS => {
            let named = object.fields.iter();
            Some(named.map(|(name, value)| (HostValue::Text(name.as_str().into()), value.clone())).collect())
        }
        _ => None,
    }
}

/// The entries of what can be gone over: each of them counts, as no two keys can be equal.
pub(crate) fn distinct_entries(value: &HostValue) -> Option<Vec<Entry>> {
    let all = entries(value)?;
    all.iter().all(|(key, _)| is_plain_key(key)).then_some(all)
}

/// Whether a value is a set.
pub(crate) fn is_set(value: &HostValue) -> bool {
    matches!(value, HostValue::Object(object) if object.kind == SET)
}

/// Whether a value is a dictionary that the program has made.
pub(crate) fn is_dictionary(value: &HostValue) -> bool {
    matches!(value, HostValue::Object(object) if object.kind == DICTIONARY)
}

pub(crate) fn made(kind: &str, entries: Vec<Entry>) -> HostValue {
    let entries = entries.into_iter().map(|(key, value)| HostValue::tuple(vec![key, value])).collect();
    let fields = BTreeMap::from([(ENTRIES.to_owned(), HostValue::tuple(entries))]);
    HostValue::Object(Arc::new(Object { class: None, kind: kind.to_owned(), fields }))
}

pub(crate) fn pair(entry: Option<[HostValue; 2]>) -> Option<Entry> {
    entry.map(|[key, value]| (key, value))
}

/// Whether a key is known so well that it is told from every other key.
fn is_plain_key(key: &HostValue) -> bool {
    match key {
        HostValue::Text(_) | HostValue::Nothing | HostValue::Value(Value::Bool(_)) => true,
        HostValue::Type(host_type) => matches!(&**host_type, HostType::Named(_)),
        HostValue::Object(object) => object.fields.contains_key("name"),
        _ => match key.elements() {
            Some(elements) => elements.iter().all(is_plain_key),
            None => key.known_int().is_some(),
        },
    }
}
