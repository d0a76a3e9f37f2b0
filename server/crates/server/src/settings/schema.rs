//! The JSON schema of `layoutlens.toml`, for editors that complete and check such files.

use serde_json::{Map, Value, json};

use super::{
    Configuration,
    table::{ALL, By, Setting, Takes},
};

/// The schema. It has what a file may set, as a tree.
pub(crate) fn schema() -> Value {
    let mut root = group("Settings of LayoutLens for everybody who opens this folder.".to_owned());
    root["$schema"] = json!("http://json-schema.org/draft-07/schema#");
    for setting in ALL.iter().filter(|setting| setting.by == By::Anyone) {
        let mut place = &mut root;
        let mut steps = setting.name.split('.').peekable();
        while let Some(step) = steps.next() {
            let inside = &mut place["properties"][step];
            if steps.peek().is_none() {
                *inside = Value::Object(of_setting(setting));
            } else if inside.is_null() {
                *inside = group(format!("Settings of `{step}`."));
            }
            place = inside;
        }
    }
    root
}

fn group(about: String) -> Value {
    json!({"type": "object", "description": about, "additionalProperties": false, "properties": {}})
}

/// What a setting takes, its default, and what it does.
pub(super) fn of_setting(setting: &Setting) -> Map<String, Value> {
    let mut default = Configuration::default();
    let (takes, default) = match setting.takes {
        Takes::Count(place) => {
            (json!({"type": ["integer", "null"], "minimum": 0}), json!(*place(&mut default)))
        }
        Takes::OneOf(choice) => {
            (json!({"type": "string", "enum": choice.words}), json!((choice.get)(&default)))
        }
        Takes::Switch(place) => (json!({"type": "boolean"}), json!(*place(&mut default))),
        Takes::Words(place) => {
            (json!({"type": "array", "items": {"type": "string"}}), json!(place(&mut default)))
        }
    };
    let mut schema = takes.as_object().cloned().unwrap_or_default();
    schema.insert("default".to_owned(), default);
    schema.insert("description".to_owned(), json!(setting.about));
    schema
}
