//! Python's dictionaries and sets: what is in them, and how they change.

use layoutlens_host_value::{
    call::{Call, Computed, Outcome},
    invariant, library,
    value::HostValue,
};
use layoutlens_operation::{Refusal, Value};
use layoutlens_syntax::{BinaryOperator, Expr, ExprKind};

use crate::{
    state::{
        interpreter::Interpreter,
        language_function::{LanguageFunction, bound},
        scope::Binding,
    },
    value::{
        dictionary::{DICTIONARY, Entry, SET, distinct_entries, entries, is_dictionary, is_set, made, pair},
        sequence::iterated,
    },
};

/// The most entries that are told apart.
const MAX_ENTRIES: usize = 512;

/// Methods that change nothing.
const METHODS: &[(&str, LanguageFunction)] = &[
    ("get", get),
    ("keys", |_, call| Ok(Computed::plain(listed(call, |(key, _)| key)?))),
    ("values", |_, call| Ok(Computed::plain(listed(call, |(_, value)| value)?))),
    ("items", |_, call| {
        Ok(Computed::plain(listed(call, |(key, value)| HostValue::tuple(vec![key, value]))?))
    }),
    ("copy", |_, call| Ok(Computed::plain(receiver(call)?.clone()))),
    ("__contains__", contains),
];

/// The method of a dictionary or set.
pub(crate) fn method(value: &HostValue, name: &str) -> Option<HostValue> {
    entries(value)?;
    let (name, function) = METHODS.iter().find(|(known, _)| *known == name)?;
    Some(bound(name, function, value))
}

pub(crate) fn receiver<'c>(call: &Call<'c>) -> Result<&'c HostValue, Refusal> {
    call.receiver.map_or_else(|| library::unknown("a method of no object"), Ok)
}

fn entries_of(call: &Call<'_>) -> Result<Vec<Entry>, Refusal> {
    entries(receiver(call)?).map_or_else(|| library::unknown("the entries are not known"), Ok)
}

fn listed(call: &Call<'_>, part: impl Fn(Entry) -> HostValue) -> Result<HostValue, Refusal> {
    match distinct_entries(receiver(call)?) {
        Some(all) => Ok(HostValue::tuple(all.into_iter().map(part).collect())),
        None => library::unknown("the entries are not known"),
    }
}

/// `d.get(k, default)`.
fn get(interpreter: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let Some(key) = call.argument(0) else { return library::unknown("get needs a key") };
    match interpreter.found_in(&entries_of(call)?, key) {
        Ok(Some(value)) => Ok(Computed::plain(value)),
        Ok(None) => Ok(Computed::plain(call.keyword_or("default", 1).cloned().unwrap_or(HostValue::Nothing))),
        Err(reason) => library::unknown(reason),
    }
}

/// `k in d`.
fn contains(interpreter: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let Some(key) = call.argument(0) else { return library::unknown("nothing is looked for") };
    let entries = entries_of(call)?;
    let keys: Vec<HostValue> = entries.iter().map(|(known, _)| known.clone()).collect();
    interpreter.tell_looked_for(call, key, &keys);
    match interpreter.found_in(&entries, key) {
        Ok(found) => Ok(Computed::plain(Value::Bool(found.is_some()))),
        Err(reason) => library::unknown(reason),
    }
}

impl Interpreter<'_> {
    /// `{a: b, **c}`.
    pub(crate) fn dictionary(&mut self, elements: &[Expr]) -> HostValue {
        let mut all: Vec<Entry> = Vec::new();
        for element in elements {
            let added = match &element.kind {
                ExprKind::Tuple(parts) => match parts.as_slice() {
                    [key, value] => Some(vec![(self.value(key), self.value(value))]),
                    _ => None,
                },
                ExprKind::Expand(inner) => match &inner.kind {
                    ExprKind::Expand(other) => entries(&self.value(other)),
                    _ => pairs(&self.value(inner)),
                },
                _ => None,
            };
            let Some(added) = added else {
                return HostValue::unknown("an entry of the dictionary is not known");
            };
            for (key, value) in added {
                if let Err(reason) = self.insert(&mut all, key, value) {
                    return HostValue::unknown(reason);
                }
            }
        }
        made(DICTIONARY, all)
    }

    /// `{a, b}`.
    pub(crate) fn set(&mut self, elements: &[Expr]) -> HostValue {
        match self.elements(elements) {
            Ok(elements) => self.set_of(elements),
            Err(reason) => HostValue::unknown(reason),
        }
    }

    /// The set of these elements.
    pub(crate) fn set_of(&mut self, elements: Vec<HostValue>) -> HostValue {
        let mut all = Vec::new();
        for element in elements {
            if let Err(reason) = self.insert(&mut all, element, HostValue::Nothing) {
                return HostValue::unknown(reason);
            }
        }
        made(SET, all)
    }

    /// `dict(pairs, a=b)`.
    pub(crate) fn dictionary_of(&mut self, call: &Call<'_>) -> Outcome {
        let mut all = Vec::new();
        for argument in call.arguments {
            let added = match &argument.keyword {
                Some(name) => Some(vec![(HostValue::Text(name.as_str().into()), argument.value.clone())]),
                None => entries(&argument.value).or_else(|| pairs(&argument.value)),
            };
            let Some(added) = added else {
                return library::unknown(
                    argument.value.unknown_reason().unwrap_or("what a dictionary is made of"),
                );
            };
            for (key, value) in added {
                self.insert(&mut all, key, value).or_else(library::unknown)?;
            }
        }
        Ok(Computed::plain(made(DICTIONARY, all)))
    }

    /// `a | b` of two dictionaries: the entries of both, where a key has the value of the second.
    pub(crate) fn joined(&mut self, left: &HostValue, right: &HostValue) -> Option<HostValue> {
        let (true, true) = (is_dictionary(left), is_dictionary(right)) else { return None };
        let mut all = entries(left)?;
        let inserted =
            entries(right)?.into_iter().try_for_each(|(key, value)| self.insert(&mut all, key, value));
        Some(match inserted {
            Ok(()) => made(DICTIONARY, all),
            Err(reason) => HostValue::unknown(reason),
        })
    }

    /// Adds an entry, or gives an equal key another value.
    fn insert(&mut self, all: &mut Vec<Entry>, key: HostValue, value: HostValue) -> Result<(), String> {
        if all.len() >= MAX_ENTRIES {
            return Err(format!("more than {MAX_ENTRIES} entries"));
        }
        for (known, held) in all.iter_mut() {
            // Where it is not certain, both stay: the later entry is found first.
            if self.is_same_key(known, &key) == Some(true) {
                *held = value;
                return Ok(());
            }
        }
        all.push((key, value));
        Ok(())
    }

    /// The value of the last entry with an equal key.
    pub(crate) fn found_in(&mut self, all: &[Entry], key: &HostValue) -> Result<Option<HostValue>, String> {
        if let Some(reason) = key.unknown_reason() {
            return Err(reason.to_owned());
        }
        for (known, value) in all.iter().rev() {
            match self.is_same_key(known, key) {
                Some(true) => return Ok(Some(value.clone())),
                Some(false) => {}
                None => return Err("whether this is in the dictionary is not known".to_owned()),
            }
        }
        Ok(None)
    }

    /// Whether two keys are equal, when that is certain.
    pub(crate) fn is_same_key(&mut self, one: &HostValue, other: &HostValue) -> Option<bool> {
        if one.unknown_reason().is_some() || other.unknown_reason().is_some() {
            return None;
        }
        match (one, other) {
            (HostValue::Module(a), HostValue::Module(b)) if a == b => return Some(true),
            // Of different kinds, of which none is equal to one of another.
            (HostValue::Text(_), other) | (other, HostValue::Text(_)) if other.as_integer().is_some() => {
                return Some(false);
            }
            (HostValue::Text(_), HostValue::Type(_)) | (HostValue::Type(_), HostValue::Text(_)) => {
                return Some(false);
            }
            _ => {}
        }
        let equal = self.operated(BinaryOperator::Equal, one, other, &(0..0));
        match equal.value {
            HostValue::Value(Value::Bool(equal)) => Some(equal),
            _ => None,
        }
    }

    /// `d[k]`; `None` where `d` is no dictionary.
    pub(crate) fn entry(&mut self, base: &HostValue, indices: &[HostValue]) -> Option<HostValue> {
        let all = entries(base)?;
        let key = match indices {
            [only] => only.clone(),
            several => HostValue::tuple(several.to_vec()),
        };
        Some(match self.found_in(&all, &key) {
            Ok(Some(value)) => value,
            Ok(None) => HostValue::unknown("the dictionary has no such key"),
            Err(reason) => HostValue::unknown(reason),
        })
    }

    /// `xs[i] = value`, `d[k] = value`; whether it was followed.
    pub(crate) fn set_item(&mut self, base: &Expr, indices: &[Expr], value: &HostValue) -> bool {
        let Some(place) = self.place_of(base) else { return false };
        // What an index calls may change what it is an index of.
        let Ok(indices) = self.elements(indices) else { return false };
        let Some(binding) = self.held(&place) else { return false };
        let held = binding.value.clone();
        let changed = match (held.elements(), indices.as_slice()) {
            (Some(mut elements), [index]) => {
                let length = i64::try_from(elements.len()).unwrap_or(i64::MAX);
                let index = index.known_int().map(|index| if index < 0 { index + length } else { index });
                let index = index.and_then(|index| usize::try_from(index).ok());
                match index.and_then(|index| elements.get_mut(index)) {
                    Some(slot) => *slot = value.clone(),
                    None => return false,
                }
                HostValue::tuple(elements)
            }
            (None, [key]) if is_dictionary(&held) => {
                let Some(mut all) = entries(&held) else {
                    return invariant!(false, "a dictionary without entries");
                };
                match self.insert(&mut all, key.clone(), value.clone()) {
                    Ok(()) => made(DICTIONARY, all),
                    Err(reason) => HostValue::unknown(reason),
                }
            }
            _ => return false,
        };
        self.is_a_list(&changed);
        self.forget_sharers(&held, Some(&place));
        self.put(&place, Some(Binding { value: changed, ..binding }));
        true
    }

    /// A method that changes a dictionary or set: what it holds behind it, and what the method gives.
    pub(crate) fn changed_dictionary(
        &mut self,
        held: &HostValue,
        name: &str,
        values: &[HostValue],
    ) -> (HostValue, HostValue) {
        let lost = || HostValue::unknown(format!("`{name}` changes it"));
        let Some(mut all) = entries(held) else { return (lost(), lost()) };
        let kind = if is_set(held) { SET } else { DICTIONARY };
        let inserted = match (name, values) {
            ("clear", []) => {
                all.clear();
                Ok(())
            }
            ("update", [more]) => match entries(more).or_else(|| pairs(more)) {
                Some(more) if kind == DICTIONARY => {
                    more.into_iter().try_for_each(|(key, value)| self.insert(&mut all, key, value))
                }
                _ => Err(String::new()),
            },
            ("add", [element]) if kind == SET => self.insert(&mut all, element.clone(), HostValue::Nothing),
            ("setdefault", [key, value]) => match self.found_in(&all, key) {
                Ok(Some(found)) => return (held.clone(), found),
                Ok(None) => {
                    let inserted = self.insert(&mut all, key.clone(), value.clone());
                    return (if inserted.is_ok() { made(kind, all) } else { lost() }, value.clone());
                }
                Err(reason) => Err(reason),
            },
            ("pop", [key, ..]) if kind == DICTIONARY => match (self.found_in(&all, key), values.get(1)) {
                (Ok(Some(found)), _) => {
                    all.retain(|(known, _)| self.is_same_key(known, key) != Some(true));
                    return (made(kind, all), found);
                }
                (Ok(None), Some(default)) => return (held.clone(), default.clone()),
                _ => Err(String::new()),
            },
            _ => Err(String::new()),
        };
        match inserted {
            Ok(()) => (made(kind, all), HostValue::Nothing),
            Err(_) => (lost(), if name == "update" { HostValue::Nothing } else { lost() }),
        }
    }
}

/// The pairs of what can be gone over.
fn pairs(value: &HostValue) -> Option<Vec<Entry>> {
    let pairs = iterated(value)?.into_iter();
    pairs.map(|entry| pair(<[HostValue; 2]>::try_from(entry.elements()?).ok())).collect()
}
