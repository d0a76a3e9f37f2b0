//! The page itself: its parts put into one document that asks for nothing else.
//!
//! The parts are plain ES modules, so that an editor and tsc read them as such. Here they become one module: what they import
//! from each other stands above them, and what they export is seen by those below.

use layoutlens_ide::{Bench, BenchView, TableRows, Wanted};
use layoutlens_render::{Palette, SvgStyle, Theme, escape::Xml};
use serde_json::{Map, Value, json};

use super::model;

const DOCUMENT: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/style.css");

/// In the order in which they use each other.
const MODULES: [&str; 8] = [
    include_str!("page/runs.js"),
    include_str!("page/canvas.js"),
    include_str!("page/door.js"),
    include_str!("page/elements.js"),
    include_str!("page/panes.js"),
    include_str!("page/tables.js"),
    include_str!("page/expression.js"),
    include_str!("page/main.js"),
];

/// Through which door the page is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Door {
    /// A webview of an editor, to which the page speaks by messages.
    Panel,
    /// A browser, to which it is served.
    Served,
    /// A file: there is nobody to ask.
    File,
}

/// A page that is sent as a file.
pub(crate) struct Saved<'a> {
    /// What it can answer.
    pub(crate) answers: &'a Value,
    /// What is shown where no script runs, as mail programs have it.
    pub(crate) still: &'a str,
}

/// The whole page. `nonce` is what its scripts and styles are known by.
pub(crate) fn page(door: Door, title: &str, nonce: &str, saved: Option<&Saved<'_>>) -> String {
    let (name, connect) = match door {
        Door::Panel => ("panel", "'none'"),
        Door::Served => ("served", "'self'"),
        Door::File => ("file", "'none'"),
    };
    // Text in a script ends at the first `</script`, in whatever string it stands.
    let answers =
        saved.map_or_else(|| "null".to_owned(), |saved| saved.answers.to_string().replace('<', "\\u003c"));
    let still = saved
        .map_or("This page draws layouts with a script, which is switched off here.", |saved| saved.still);
    let nonce = Xml(nonce).to_string();
    let parts = [
        ("{{nonce}}", nonce.as_str()),
        ("{{connect}}", connect),
        ("{{door}}", name),
        ("{{title}}", &Xml(title).to_string()),
        ("{{style}}", STYLE),
        ("{{script}}", &script()),
        ("{{saved}}", &answers),
        ("{{still}}", still),
    ];
    filled(DOCUMENT, &parts)
}

/// The most bytes of what a file can answer.
const MOST_SAVED: usize = 8 << 20;

/// What a file can answer of an expression: each kind of picture, by light and by dark, as far as there is room.
pub(crate) fn answers(expression: &str, view: &BenchView, palette: Palette) -> Option<Value> {
    let mut answers = Map::new();
    let mut room = MOST_SAVED;
    let rows = TableRows::From(0, 512);
    let wanted = |kind| BenchView {
        wanted: Wanted { kind, is_zoomed: true, thread: None, ..view.wanted.clone() },
        thread: view.wanted.thread,
        rows,
    };
    let first = layoutlens_ide::bench_of(expression, None, &wanted(view.wanted.kind)).ok()?;
    let others = first.kinds.iter().copied().filter(|kind| *kind != first.kind);
    for kind in std::iter::once(first.kind).chain(others) {
        let Ok(bench) = layoutlens_ide::bench_of(expression, None, &wanted(Some(kind))) else { continue };
        let style = |theme| SvgStyle { palette, theme, ..SvgStyle::FILE };
        let mut answer = model::answer(&bench, style(Theme::Light));
        let themes = [("dark", Theme::Dark), ("high-contrast", Theme::HighContrast)];
        let colours = themes.map(|(name, theme)| (name.to_owned(), colours(&bench, style(theme))));
        if let Some(object) = answer.as_object_mut() {
            object.insert("themes".to_owned(), Map::from_iter(colours).into());
        }
        let length = answer.to_string().len();
        if length <= room {
            room -= length;
            answers.insert(kind.name().to_owned(), answer);
        }
    }
    Some(
        json!({ "first": first.kind.name(), "expression": expression, "answers": answers, "thread": view.wanted.thread }),
    )
}

/// The colours of each grid by a theme.
fn colours(bench: &Bench, style: SvgStyle) -> Value {
    let Ok(picture) = &bench.picture else { return Value::Null };
    picture.panels.iter().map(|panel| panel.colours(style)).collect()
}

/// Puts each part into its place, once: what stands in a part is text.
fn filled(document: &str, parts: &[(&str, &str)]) -> String {
    let mut page =
        String::with_capacity(document.len() + parts.iter().map(|(_, text)| text.len()).sum::<usize>());
    let mut rest = document;
    while let Some(at) = rest.find("{{") {
        let (before, from) = rest.split_at(at);
        page.push_str(before);
        match parts.iter().find(|(mark, _)| from.starts_with(mark)) {
            Some((mark, text)) => {
                page.push_str(text);
                rest = from.get(mark.len()..).unwrap_or_default();
            }
            None => {
                page.push_str("{{");
                rest = from.get(2..).unwrap_or_default();
            }
        }
    }
    page.push_str(rest);
    page
}

/// The modules as one.
fn script() -> String {
    let lines = MODULES.iter().flat_map(|module| module.lines());
    lines
        .filter(|line| !line.starts_with("import "))
        .map(|line| line.strip_prefix("export ").unwrap_or(line))
        .fold(String::new(), |script, line| script + line + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_modules_are_one_script_without_imports() {
        let script = script();
        let left = script.lines().find(|line| line.starts_with("import ") || line.starts_with("export "));
        assert_eq!(left, None);
        assert!(!script.contains("</script"), "it would end the script");
        for module in MODULES {
            for line in module.lines().filter(|line| line.starts_with("import ")) {
                assert!(line.ends_with(';') && line.contains("} from './"), "one line, one of ours: {line}");
            }
        }
    }

    #[test]
    fn no_two_modules_declare_the_same_name() {
        let mut seen = std::collections::BTreeSet::new();
        for line in script().lines() {
            let line = line.strip_prefix("async ").unwrap_or(line);
            let kinds = ["function ", "const ", "let ", "class "];
            let Some(rest) = kinds.iter().find_map(|kind| line.strip_prefix(kind)) else { continue };
            let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            assert!(name.is_empty() || seen.insert(name.clone()), "{name}");
        }
    }

    #[test]
    fn a_text_of_a_file_stays_text() {
        let hostile = "</script><script>alert(1)</script>{{script}}";
        let page = page(
            Door::File,
            hostile,
            "n",
            Some(&Saved { answers: &serde_json::json!({ "value": hostile }), still: "" }),
        );
        assert!(!page.contains("alert(1)</script>"));
        assert_eq!(page.matches("</script>").count(), 2);
    }

    #[test]
    fn nothing_of_the_page_makes_html_of_text() {
        for module in MODULES {
            for way in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("] {
                assert!(!module.contains(way), "{way}");
            }
        }
    }
}
