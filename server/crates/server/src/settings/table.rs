//! Every setting that the server knows, in the order of the pages.

use layoutlens_ide::HintPlace;
use layoutlens_render::Theme;

use super::Configuration;

/// A thing that can be set.
#[derive(Debug)]
pub(super) struct Setting {
    /// Its path: `hints.enable`.
    pub(super) name: &'static str,
    /// What it takes, and where that goes. The default is what stands there in a `Configuration` by default.
    pub(super) takes: Takes,
    /// Who may set it.
    pub(super) by: By,
    /// What it does: a sentence or two of Markdown.
    pub(super) about: &'static str,
}

/// What a setting takes.
#[derive(Debug, Clone, Copy)]
pub(super) enum Takes {
    /// `true` or `false`.
    Switch(fn(&mut Configuration) -> &mut bool),
    /// A list of words.
    Words(fn(&mut Configuration) -> &mut Vec<String>),
    /// A number from 0 on; nothing is a value, too.
    Count(fn(&mut Configuration) -> &mut Option<usize>),
    /// One of some words.
    OneOf(Choice),
}

/// Words to choose from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Choice {
    /// The words, the default first.
    pub(super) words: &'static [&'static str],
    /// Takes over one of them.
    pub(super) put: fn(&mut Configuration, &str),
    /// The one that is set.
    pub(super) get: fn(&Configuration) -> &'static str,
}

const PLACES: [(&str, HintPlace); 3] =
    [("statement", HintPlace::Statement), ("name", HintPlace::Name), ("line", HintPlace::Line)];

/// Where hints stand.
const PLACE: Choice = Choice {
    words: &[PLACES[0].0, PLACES[1].0, PLACES[2].0],
    put: |configuration, word| {
        let place = PLACES.iter().find(|(name, _)| *name == word);
        configuration.hint_place = place.map_or(configuration.hint_place, |(_, place)| *place);
    },
    get: |configuration| {
        let place = PLACES.iter().find(|(_, place)| *place == configuration.hint_place);
        place.map_or(PLACES[0].0, |(name, _)| name)
    },
};

const THEMES: [(&str, Theme); 3] =
    [("light", Theme::Light), ("dark", Theme::Dark), ("highContrast", Theme::HighContrast)];

/// What pictures are looked at on.
const THEME: Choice = Choice {
    words: &[THEMES[0].0, THEMES[1].0, THEMES[2].0],
    put: |configuration, word| {
        let theme = THEMES.iter().find(|(name, _)| *name == word);
        configuration.theme = theme.map_or(configuration.theme, |(_, theme)| *theme);
    },
    get: |configuration| {
        let theme = THEMES.iter().find(|(_, theme)| *theme == configuration.theme);
        theme.map_or(THEMES[0].0, |(name, _)| name)
    },
};

/// Who may set something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum By {
    /// The user in the editor, and `layoutlens.toml`.
    Anyone,
    /// The user in the editor alone: it starts a program, and a folder may be a stranger's.
    User,
    /// The editor's extension, for itself: it says what the editor can do.
    Client,
}

use By::{Anyone, Client, User};
use Takes::{Count, OneOf, Switch, Words};

const fn setting(name: &'static str, by: By, takes: Takes, about: &'static str) -> Setting {
    Setting { name, takes, by, about }
}

/// All settings.
#[rustfmt::skip]
pub(super) const ALL: &[Setting] = &[
    setting("hints.enable", Anyone, Switch(|c| &mut c.hints),
        "Show the layouts of the code's variables and the result of each `cute:` statement beside the code."),
    setting("hints.place", Anyone, OneOf(PLACE),
        "Where the hints of the code's names stand: behind the `statement` and before a comment, and behind the name where \
         the statement goes on below or declares several; behind the `name`, as a type; at the end of the `line`."),
    setting("hints.maximumLength", Anyone, Count(|c| &mut c.hint_length),
        "The most characters of all hints of a line together; `0` for no limit. Where nothing is set, 80 in CUDA files, and 43 \
         in others, where VS Code cuts. A longer hint keeps its shape and loses strides."),
    setting("hints.layouts", Anyone, Switch(|c| &mut c.hint_kinds.layouts),
        "Hints in code: variables that are layouts."),
    setting("hints.tensors", Anyone, Switch(|c| &mut c.hint_kinds.tensors),
        "Hints in code: the layouts of tensors."),
    setting("hints.tuples", Anyone, Switch(|c| &mut c.hint_kinds.tuples),
        "Hints in code: shapes, strides, coordinates and tilers."),
    setting("hints.tiled", Anyone, Switch(|c| &mut c.hint_kinds.tiled),
        "Hints in code: tiled MMAs and tiled copies."),
    setting("hints.parameters", Anyone, Switch(|c| &mut c.hint_kinds.parameters),
        "Hints in code: parameters of functions, with what their call sites give them."),
    setting("hints.templateParameters", Anyone, Switch(|c| &mut c.hint_kinds.template_parameters),
        "Hints in code: parameters of templates that stand for layouts."),
    setting("hints.aliases", Anyone, Switch(|c| &mut c.hint_kinds.aliases),
        "Hints in code: type aliases of layouts."),
    setting("hints.obvious", Anyone, Switch(|c| &mut c.hint_kinds.obvious),
        "Hints in code: layouts that the source already spells out."),
    setting("hints.suppositions", Anyone, Switch(|c| &mut c.hint_kinds.suppositions),
        "Hints in code: what unknown variables would be under a condition, and the condition."),
    setting("hints.accesses", Anyone, Switch(|c| &mut c.hint_kinds.accesses),
        "Hints in plain CUDA kernels: accesses that cost more than the least, and the layouts of arrays of rows in shared memory."),
    setting("lens.enable", Anyone, Switch(|c| &mut c.lens),
        "Show lenses above `cute: run` statements: *run on GPU*, *emulate*, *kernel*."),
    setting("lens.show", Anyone, Switch(|c| &mut c.lens_kinds.show),
        "Show a lens above each `cute: show` statement too, which opens its grid."),
    setting("lens.accesses", Anyone, Switch(|c| &mut c.lens_kinds.accesses),
        "Show a lens at the head of each plain CUDA kernel, which sums up what its accesses cost."),
    setting("run.command", User, Words(|c| &mut c.run_command),
        "What starts the process that runs statements on a GPU: `[\"ssh\", \"gpu-box\", \"layoutlens\", \"gpu-worker\"]`. \
         Empty: the server starts it here."),
    setting("hover.images", Client, Switch(|c| &mut c.hover_images),
        "The editor draws pictures in hovers: SVG as `data:` in Markdown. Others would print them."),
    setting("hover.theme", Client, OneOf(THEME),
        "What pictures in hovers are looked at on: `light`, `dark` or `highContrast`."),
    setting("semanticTokens.enable", Client, Switch(|c| &mut c.semantic_tokens),
        "Offer colours of statements. An editor that takes the tokens of one server a document sets it to false."),
    setting("format.enable", Client, Switch(|c| &mut c.format),
        "Offer to format the statements in a range of a document. Off for editors that ask one formatter a document; \
         the command `layoutlens.format` is always there."),
    setting("panel", Client, Switch(|c| &mut c.panel),
        "The editor shows grids and kernels itself: lenses call its command `layoutlens.showGrid`."),
];

/// The setting of this name.
pub(super) fn named(name: &str) -> Option<&'static Setting> {
    ALL.iter().find(|setting| setting.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_of_a_choice_is_taken_and_the_first_is_the_default() {
        for setting in ALL {
            let OneOf(choice) = setting.takes else { continue };
            assert_eq!((choice.get)(&Configuration::default()), choice.words[0]);
            for word in choice.words {
                let mut changed = Configuration::default();
                (choice.put)(&mut changed, word);
                assert_eq!((choice.get)(&changed), *word);
            }
        }
    }

    #[test]
    fn each_setting_has_a_place_of_its_own() {
        for setting in ALL {
            let mut changed = Configuration::default();
            match setting.takes {
                Switch(place) => *place(&mut changed) ^= true,
                Words(place) => place(&mut changed).push("word".into()),
                Count(place) => *place(&mut changed) = Some(7),
                OneOf(choice) => (choice.put)(&mut changed, choice.words[1]),
            }
            for other in ALL {
                let differs = match other.takes {
                    Switch(place) => *place(&mut changed) != *place(&mut Configuration::default()),
                    Words(place) => *place(&mut changed) != *place(&mut Configuration::default()),
                    Count(place) => *place(&mut changed) != *place(&mut Configuration::default()),
                    OneOf(choice) => (choice.get)(&changed) != (choice.get)(&Configuration::default()),
                };
                assert_eq!(differs, other.name == setting.name, "{} and {}", setting.name, other.name);
            }
        }
    }
}
