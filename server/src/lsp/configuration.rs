//! What the user has switched on and off.

use layoutlens_ide::{HintKinds, HintPlace};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// The switches, as `initializationOptions` and `workspace/didChangeConfiguration` set them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Configuration {
    /// `hints.enable`: results at the end of lines.
    pub(super) hints: bool,
    /// `hints.layouts`, `hints.tensors`, ..: which names of the code get a hint.
    pub(super) hint_kinds: HintKinds,
    /// `hints.place`: where the hints of the code's names stand.
    pub(super) hint_place: HintPlace,
    /// `hints.maximumLength`: the most characters of a line's hints together, 0 for no limit; by the file's kind where
    /// nothing is set.
    pub(super) hint_length: Option<usize>,
    /// `lens.enable`: lenses over `show` and `run`.
    pub(super) lens: bool,
    /// `hover.images`: the client can draw SVG data URIs. Others print them, so only those that ask get them.
    pub(super) hover_images: bool,
    /// `semanticTokens.enable`: colours of statements, offered at the start. VS Code takes those of one server a document,
    /// so that ours would take the place of the language's own.
    pub(super) semantic_tokens: bool,
    /// `format.enable`: statements are formatted with a range of the document, offered at the start. Editors that ask one
    /// formatter only would miss the language's own.
    pub(super) format: bool,
    /// `panel`: the client has a panel for grids and a command `layoutlens.showGrid` that opens it.
    pub(super) panel: bool,
}

impl Default for Configuration {
    fn default() -> Self {
        Self {
            hints: true,
            hint_kinds: HintKinds::default(),
            lens: true,
            hover_images: false,
            semantic_tokens: true,
            format: false,
            hint_place: HintPlace::default(),
            hint_length: None,
            panel: false,
        }
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Settings {
    hints: Hints,
    lens: Switch,
    hover: Hover,
    #[serde(rename = "semanticTokens")]
    semantic_tokens: Switch,
    format: Switch,
    panel: Option<bool>,
    run: Run,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Run {
    command: Option<Vec<String>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Hints {
    enable: Option<bool>,
    layouts: Option<bool>,
    tensors: Option<bool>,
    tuples: Option<bool>,
    tiled: Option<bool>,
    parameters: Option<bool>,
    #[serde(rename = "templateParameters")]
    template_parameters: Option<bool>,
    aliases: Option<bool>,
    obvious: Option<bool>,
    suppositions: Option<bool>,
    place: Option<Place>,
    #[serde(rename = "maximumLength", deserialize_with = "nullable")]
    maximum_length: Option<Option<usize>>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Place {
    Name,
    Statement,
    Line,
}

impl From<Place> for HintPlace {
    fn from(place: Place) -> Self {
        match place {
            Place::Name => Self::Name,
            Place::Statement => Self::Statement,
            Place::Line => Self::Line,
        }
    }
}

/// `null`, which takes a value back, and not what is left out.
fn nullable<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<usize>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Switch {
    enable: Option<bool>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Hover {
    images: Option<bool>,
}

impl Configuration {
    /// Takes over what `settings` names, from inside a section `layoutlens` when there is one. Gives `run.command`, the
    /// words of the command that starts workers, where it is named; without words it is this binary.
    ///
    /// # Errors
    /// A sentence for the user when a setting has the wrong type; then nothing is taken over.
    pub(super) fn update(&mut self, settings: &Value) -> Result<Option<Vec<String>>, String> {
        let section = settings.get("layoutlens").unwrap_or(settings);
        if section.is_null() {
            return Ok(None);
        }
        let read = Settings::deserialize(section).map_err(|error| format!("layoutlens settings: {error}"))?;
        let switches = [
            (read.hints.enable, &mut self.hints),
            (read.hints.layouts, &mut self.hint_kinds.layouts),
            (read.hints.tensors, &mut self.hint_kinds.tensors),
            (read.hints.tuples, &mut self.hint_kinds.tuples),
            (read.hints.tiled, &mut self.hint_kinds.tiled),
            (read.hints.parameters, &mut self.hint_kinds.parameters),
            (read.hints.template_parameters, &mut self.hint_kinds.template_parameters),
            (read.hints.aliases, &mut self.hint_kinds.aliases),
            (read.hints.obvious, &mut self.hint_kinds.obvious),
            (read.hints.suppositions, &mut self.hint_kinds.suppositions),
            (read.lens.enable, &mut self.lens),
            (read.hover.images, &mut self.hover_images),
            (read.semantic_tokens.enable, &mut self.semantic_tokens),
            (read.format.enable, &mut self.format),
            (read.panel, &mut self.panel),
        ];
        for (setting, switch) in switches {
            *switch = setting.unwrap_or(*switch);
        }
        self.hint_place = read.hints.place.map_or(self.hint_place, HintPlace::from);
        self.hint_length = read.hints.maximum_length.unwrap_or(self.hint_length);
        Ok(read.run.command)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_not_named_stays() {
        let mut configuration = Configuration::default();
        configuration.update(&json!({"hover": {"images": true}, "later": 1})).expect("valid settings");
        configuration.update(&json!({"layoutlens": {"hints": {"enable": false}}})).expect("valid settings");
        let expected = Configuration { hints: false, hover_images: true, ..Default::default() };
        assert_eq!(configuration, expected);
    }

    #[test]
    fn the_command_of_workers_is_a_list_of_words() {
        let mut configuration = Configuration::default();
        let settings = json!({"run": {"command": ["ssh", "gpu-box", "layoutlens", "gpu-worker"]}});
        let command = configuration.update(&settings).expect("valid settings");
        assert_eq!(
            command.map(|words| words.join(" ")).as_deref(),
            Some("ssh gpu-box layoutlens gpu-worker")
        );
        assert_eq!(configuration.update(&json!({"panel": true})), Ok(None));
        let error = configuration.update(&json!({"run": {"command": "ssh gpu-box"}})).unwrap_err();
        assert!(error.contains("expected a sequence"), "{error}");
    }

    #[test]
    fn a_setting_of_the_wrong_type_changes_nothing() {
        let mut configuration = Configuration::default();
        let error = configuration.update(&json!({"panel": true, "hints": {"enable": "yes"}})).unwrap_err();
        assert!(error.contains("invalid type: string \"yes\", expected a boolean"), "{error}");
        assert_eq!(configuration, Configuration::default());
    }
}
