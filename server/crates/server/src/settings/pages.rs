//! The pages, the schema and the extension say of settings what the table says. `UPDATE_DOCS=1` writes what it says now into
//! the page and the schema.

use std::{fs, path::PathBuf};

use serde_json::Value;

use super::{
    said::one_of,
    schema::{of_setting, schema},
    table::{ALL, By, Setting, Takes},
};

fn at(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../..").join(path)
}

fn read(path: &str) -> String {
    fs::read_to_string(at(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Holds a file to what it is to be, or makes it that.
#[track_caller]
fn hold(path: &str, expected: &str) {
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(at(path), expected).expect("a file that can be written");
    }
    assert_eq!(
        read(path),
        expected,
        "{path} is stale: UPDATE_DOCS=1 cargo test -p layoutlens-server settings"
    );
}

fn row(setting: &Setting) -> String {
    let takes = match setting.takes {
        Takes::Switch(_) => "true or false".to_owned(),
        Takes::Words(_) => "list of words".to_owned(),
        Takes::Count(_) => "number".to_owned(),
        Takes::OneOf(choice) => one_of(choice.words),
    };
    let default = &of_setting(setting)["default"];
    format!("| `{}` | {takes} | `{default}` | {} |\n", setting.name, setting.about)
}

#[test]
fn the_page_of_settings_has_a_row_for_each() {
    let mut page = read("docs/settings.md");
    for (by, mark) in [(By::Anyone, "anyone"), (By::User, "user"), (By::Client, "client")] {
        let begin = format!("<!-- settings: {mark} -->\n");
        let (before, rest) = page.split_once(&begin).expect("the mark");
        let (_, after) = rest.split_once("<!-- end -->").expect("the end of the table");
        let rows: String = ALL.iter().filter(|setting| setting.by == by).map(row).collect();
        let head = "| setting | takes | default | what it does |\n|---|---|---|---|\n";
        page = format!("{before}{begin}{head}{rows}<!-- end -->{after}");
    }
    hold("docs/settings.md", &page);
}

#[test]
fn the_schema_is_that_of_the_table() {
    let schema = serde_json::to_string_pretty(&schema()).expect("JSON") + "\n";
    hold("docs/layoutlens.schema.json", &schema);
}

/// What VS Code alone knows.
const OF_THE_EXTENSION: [&str; 2] = ["layoutlens.server.path", "layoutlens.trace.server"];

#[test]
fn the_extension_has_each_setting_of_a_user_with_type_default_and_words() {
    let package: Value = serde_json::from_str(&read("vscode-extension/package.json")).expect("JSON");
    let mut properties =
        package["contributes"]["configuration"]["properties"].as_object().cloned().expect("settings");
    for setting in ALL.iter().filter(|setting| setting.by != By::Client) {
        let name = format!("layoutlens.{}", setting.name);
        let mut property = properties.remove(&name).unwrap_or_else(|| panic!("{name} is missing"));
        let mut expected = Value::Object(of_setting(setting));
        expected["markdownDescription"] = expected["description"].take();
        for part in ["type", "items", "default", "enum", "minimum", "maximum", "markdownDescription"] {
            assert_eq!(property[part].take(), expected[part], "{name}: {part}");
        }
    }
    let left: Vec<&str> = properties.keys().map(String::as_str).collect();
    assert_eq!(left, OF_THE_EXTENSION);
    let page = read("docs/settings.md");
    for name in OF_THE_EXTENSION {
        assert!(page.contains(&format!("`{name}`")), "{name}");
    }
}

/// The row of a setting in the README of the extension: what stands behind its name.
fn row_of_readme(readme: &str, name: &str) -> Option<String> {
    let begin = format!("| `layoutlens.{name}` | ");
    readme.lines().find_map(|line| line.strip_prefix(&begin)).map(str::to_owned)
}

#[test]
fn the_readme_of_the_extension_names_each_setting_of_a_user_with_its_default() {
    let readme = read("vscode-extension/README.md");
    let kinds = row_of_readme(&readme, "hints.enable").expect("a row of hints.enable");
    for setting in ALL.iter().filter(|setting| setting.by != By::Client) {
        let default = match of_setting(setting)["default"].clone() {
            Value::Bool(true) => "on".to_owned(),
            Value::Bool(false) => "off".to_owned(),
            Value::String(word) => format!("`{word}`"),
            Value::Array(none) if none.is_empty() => "empty".to_owned(),
            Value::Null => "by the file".to_owned(),
            other => panic!("{}: {other}", setting.name),
        };
        let Some(row) = row_of_readme(&readme, setting.name) else {
            // Those that choose among hints share the row of all hints.
            let (_, last) =
                setting.name.split_once("hints").unwrap_or_else(|| panic!("{} has no row", setting.name));
            assert!(
                kinds.contains(&format!("`hints{last}`")) || kinds.contains(&format!("`{last}`")),
                "{} has no row",
                setting.name
            );
            continue;
        };
        assert!(row.starts_with(&format!("{default} | ")), "{}: {row}", setting.name);
    }
    let rows = readme.lines().filter_map(|line| line.strip_prefix("| `layoutlens.")?.split('`').next());
    for name in rows {
        let is_there = ALL.iter().any(|setting| setting.name == name)
            || OF_THE_EXTENSION.contains(&format!("layoutlens.{name}").as_str());
        assert!(is_there, "there is no setting {name}");
    }
}

#[test]
fn what_starts_a_program_is_restricted_in_a_workspace_that_nobody_trusts() {
    let package: Value = serde_json::from_str(&read("vscode-extension/package.json")).expect("JSON");
    let restricted = package["capabilities"]["untrustedWorkspaces"]["restrictedConfigurations"].to_string();
    for setting in ALL.iter().filter(|setting| setting.by == By::User) {
        assert!(restricted.contains(&format!("layoutlens.{}", setting.name)), "{}", setting.name);
    }
}

#[test]
fn the_neovim_plugin_knows_and_documents_each_setting() {
    let help = read("neovim-plugin/doc/layoutlens.txt");
    let options = read("neovim-plugin/lua/layoutlens/options.lua");
    for setting in ALL.iter().filter(|setting| setting.by != By::Client) {
        let last = setting.name.rsplit('.').next().unwrap_or_default();
        assert!(help.contains(&format!("`{last}`")), "{}", setting.name);
        assert!(options.contains(&format!("{last} = '")), "{}", setting.name);
    }
}
