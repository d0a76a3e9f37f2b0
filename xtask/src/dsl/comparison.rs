//! What is shown of a name beside what the DSL held under it.

use std::{path::Path, process::Command};

use serde::Deserialize;

use super::{
    condition::{self, Answer},
    text,
    traced::{Held, Names, Said},
};
use crate::{alarm, error::Error};

/// What `layoutlens inspect` says of a name.
#[derive(Debug, Deserialize)]
pub(super) struct Shown {
    pub(super) line: usize,
    name: Option<String>,
    kind: String,
    layouts: Vec<Value>,
    #[serde(default)]
    supposed: Vec<Value>,
}

#[derive(Debug, Deserialize)]
struct Value {
    text: String,
    when: Option<String>,
}

impl Shown {
    pub(super) fn name(&self) -> &str {
        self.name.as_deref().unwrap_or_default()
    }
}

/// What came of one value.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Proved,
    Supposed,
    /// What differs.
    Different(String),
    /// It cannot be compared: why.
    Skipped(String),
}

/// What is shown of the names of a file that the code declares.
pub(super) fn inspect(binary: &Path, folder: &Path, file: &Path) -> Result<Vec<Shown>, Error> {
    let mut command = Command::new(binary);
    // Modules are looked for below the current folder.
    let below = file.strip_prefix(folder).unwrap_or(file);
    command.current_dir(folder).args(["inspect", "--format", "json"]).arg(below);
    let mut all: Vec<Shown> = serde_json::from_str(&alarm::output(&mut command)?)
        .map_err(|error| Error::Other(format!("layoutlens inspect {}: {error}", file.display())))?;
    all.retain(|shown| shown.kind == "binding");
    Ok(all)
}

/// What comes of the values of a name; nothing where it has none.
pub(super) fn verdicts(shown: &Shown, names: &Names, said: &Said) -> Vec<Verdict> {
    let is_layout = |value: &&Value| text::split(&value.text, ':').len() == 2;
    let proved: Vec<&Value> = shown.layouts.iter().filter(is_layout).collect();
    let supposed: Vec<&Value> = shown.supposed.iter().filter(is_layout).collect();
    if proved.is_empty() && supposed.is_empty() {
        let has_other = !shown.layouts.is_empty() || !shown.supposed.is_empty();
        return has_other
            .then(|| Verdict::Skipped("of what is no layout and no tensor".to_owned()))
            .into_iter()
            .collect();
    }
    let Some(held) = names.get(&(shown.line, shown.name().to_owned())) else {
        return vec![Verdict::Skipped("where the run does not come, or holds no layout".to_owned())];
    };
    let mut verdicts = Vec::new();
    if !proved.is_empty() {
        let missing = held.iter().find(|held| !proved.iter().any(|value| agrees(value, held)));
        verdicts.push(match missing {
            None => Verdict::Proved,
            Some(missing) => {
                Verdict::Different(format!("{} is proved, the DSL has {}", all(&proved), missing.text))
            }
        });
    }
    for value in supposed {
        verdicts.push(match condition::holds(value.when.as_deref().unwrap_or_default(), said) {
            Answer::No(why) => Verdict::Skipped(why),
            Answer::Holds if held.iter().any(|held| agrees(value, held)) => Verdict::Supposed,
            Answer::Holds => Verdict::Different(format!(
                "{} is supposed where {}, the DSL has {}",
                value.text,
                value.when.as_deref().unwrap_or_default(),
                held.iter().map(|held| held.text.as_str()).collect::<Vec<_>>().join(" and ")
            )),
        });
    }
    verdicts
}

fn agrees(value: &Value, held: &Held) -> bool {
    text::agrees(&value.text, &held.text, held.kind == "tensor")
}

fn all(values: &[&Value]) -> String {
    values.iter().map(|value| value.text.as_str()).collect::<Vec<_>>().join(" or ")
}
