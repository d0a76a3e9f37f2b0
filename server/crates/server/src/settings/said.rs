//! What one source says of settings.

use std::collections::BTreeMap;

use layoutlens_render::escape::one_line;
use serde_json::Value;

use super::table::{ALL, By, Setting, Takes, named};

/// Settings that were named, each with a value that it takes.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Said(BTreeMap<&'static str, Value>);

/// Who speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    /// The user's editor.
    Editor,
    /// A file of the workspace, which may be a stranger's.
    File,
}

/// Below this a name is like another.
const LIKE: f64 = 0.75;

impl Said {
    /// The settings that were named.
    pub(super) fn settings(&self) -> impl Iterator<Item = (&'static Setting, &Value)> {
        self.0.iter().filter_map(|(name, value)| Some((named(name)?, value)))
    }

    /// Takes over what `settings` names: as a tree, `{"hints": {"enable": false}}`, or by whole names, from inside a
    /// section `layoutlens` when there is one. `null` takes back what was said before; what is not named stays.
    ///
    /// Gives a sentence for each thing that counts for nothing.
    pub(crate) fn update(&mut self, settings: &Value, source: Source) -> Vec<String> {
        let section = settings.get("layoutlens").unwrap_or(settings);
        let mut remarks = Vec::new();
        match section {
            Value::Null => {}
            Value::Object(_) => self.read("", section, source, &mut remarks),
            other => remarks.push(format!("settings are a table, not {}", kind(other))),
        }
        remarks
    }

    /// Reads what stands at a path.
    fn read(&mut self, path: &str, value: &Value, source: Source, remarks: &mut Vec<String>) {
        if let Some(setting) = named(path) {
            match take(setting, value, source) {
                Ok(Some(value)) => drop(self.0.insert(setting.name, value)),
                Ok(None) => drop(self.0.remove(setting.name)),
                Err(remark) => remarks.push(remark),
            }
            return;
        }
        let mut inside = ALL.iter().filter(|setting| is_inside(path, setting.name)).peekable();
        match (value, inside.peek()) {
            (Value::Object(entries), Some(_)) => {
                for (key, value) in entries {
                    let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                    self.read(&path, value, source, remarks);
                }
            }
            (Value::Null, Some(_)) => inside.for_each(|setting| drop(self.0.remove(setting.name))),
            (_, Some(first)) => {
                let path = one_line(path);
                remarks.push(format!("`{path}` is a group of settings, as `{}`", first.name));
            }
            (_, None) => remarks.extend(unknown(path, source)),
        }
    }
}

/// The value when the setting takes it from there; `None` for `null`, which an editor sends for what is not set.
fn take(setting: &Setting, value: &Value, source: Source) -> Result<Option<Value>, String> {
    let name = setting.name;
    match (setting.by, source) {
        (By::Anyone, _) | (_, Source::Editor) => {}
        (By::User, Source::File) => {
            return Err(format!("`{name}` is read from the editor's settings only: it starts a program"));
        }
        (By::Client, Source::File) => return Err(format!("`{name}` is set by the editor itself")),
    }
    let words;
    let (is_taken, wanted) = match setting.takes {
        Takes::Switch(_) => (value.is_boolean(), "true or false"),
        Takes::Count(_) => (value.is_u64(), "a number from 0 on"),
        Takes::OneOf(choice) => {
            words = one_of(choice.words);
            (value.as_str().is_some_and(|word| choice.words.contains(&word)), words.as_str())
        }
        Takes::Words(_) => {
            let words = value.as_array();
            (words.is_some_and(|words| words.iter().all(Value::is_string)), "a list of words")
        }
    };
    match value {
        Value::Null => Ok(None),
        value if is_taken => Ok(Some(value.clone())),
        other => Err(format!("`{name}` is {wanted}, not {}", kind(other))),
    }
}

/// `a`, `b` or `c`, as words in a sentence.
pub(super) fn one_of(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => quoted.concat(),
    }
}

/// Whether a setting stands somewhere inside the group at `path`.
fn is_inside(path: &str, name: &str) -> bool {
    path.is_empty() || name.strip_prefix(path).is_some_and(|rest| rest.starts_with('.'))
}

/// What there is to say of a name that is no setting's. An editor's settings may be those of many servers: of these only
/// names that look like one of ours are told.
fn unknown(path: &str, source: Source) -> Option<String> {
    let likeness = |setting: &&Setting| strsim::jaro_winkler(setting.name, path);
    let nearest = ALL
        .iter()
        .filter(|setting| setting.by == By::Anyone || source == Source::Editor)
        .max_by(|one, other| likeness(one).total_cmp(&likeness(other)))
        .filter(|nearest| likeness(nearest) > LIKE);
    match (nearest, source) {
        (Some(nearest), _) => {
            Some(format!("there is no setting `{}`; the nearest is `{}`", one_line(path), nearest.name))
        }
        (None, Source::File) => Some(format!("there is no setting `{}`", one_line(path))),
        (None, Source::Editor) => None,
    }
}

/// What a value is, shown: short, and no more than its kind where it may be long.
fn kind(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::String(_) => "a text".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "a table".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{super::Configuration, *};

    fn configuration(said: &Said) -> Configuration {
        Configuration::of([said])
    }

    #[test]
    fn what_is_not_named_stays_and_null_takes_back() {
        let mut said = Said::default();
        assert!(said.update(&json!({"hover": {"images": true}, "later": 1}), Source::Editor).is_empty());
        assert!(said.update(&json!({"layoutlens": {"hints": {"enable": false}}}), Source::Editor).is_empty());
        let expected = Configuration { hints: false, hover_images: true, ..Default::default() };
        assert_eq!(configuration(&said), expected);
        said.update(&json!({"hints": null, "hover.images": null}), Source::Editor);
        assert_eq!(configuration(&said), Configuration::default());
    }

    #[test]
    fn the_command_of_workers_is_a_list_of_words() {
        let mut said = Said::default();
        let settings = json!({"run": {"command": ["ssh", "gpu-box", "layoutlens", "gpu-worker"]}});
        assert!(said.update(&settings, Source::Editor).is_empty());
        assert_eq!(configuration(&said).run_command.join(" "), "ssh gpu-box layoutlens gpu-worker");
        let remarks = said.update(&json!({"run": {"command": "ssh gpu-box"}}), Source::Editor);
        assert_eq!(remarks, ["`run.command` is a list of words, not a text"]);
        assert_eq!(configuration(&said).run_command.len(), 4);
    }

    #[test]
    fn a_value_of_the_wrong_kind_changes_nothing_and_the_others_count() {
        let mut said = Said::default();
        let remarks = said.update(&json!({"panel": true, "hints": {"enable": "yes"}}), Source::Editor);
        assert_eq!(remarks, ["`hints.enable` is true or false, not a text"]);
        assert_eq!(configuration(&said), Configuration { panel: true, ..Default::default() });
        assert_eq!(said.update(&json!([1]), Source::Editor), ["settings are a table, not a list"]);
        let remarks = said.update(&json!({"hints": {"place": "left", "maximumLength": -1}}), Source::Editor);
        assert_eq!(
            remarks,
            [
                "`hints.maximumLength` is a number from 0 on, not -1",
                "`hints.place` is `statement`, `name` or `line`, not a text",
            ]
        );
        let remarks = said.update(&json!({"hints": false}), Source::Editor);
        assert_eq!(remarks, ["`hints` is a group of settings, as `hints.enable`"]);
    }

    #[test]
    fn a_misspelt_name_is_told_with_the_nearest_one() {
        let mut said = Said::default();
        let remarks = said.update(&json!({"hints": {"tupels": true}, "python": {"x": 1}}), Source::Editor);
        assert_eq!(remarks, ["there is no setting `hints.tupels`; the nearest is `hints.tuples`"]);
        let remarks = said.update(&json!({"zzz\u{1b}[2J": true}), Source::File);
        assert_eq!(remarks, ["there is no setting `zzz\\u{1b}[2J`"]);
    }
}
