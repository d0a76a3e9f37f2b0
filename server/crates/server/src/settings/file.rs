//! `layoutlens.toml` at the root of a folder that the user has open.

use std::path::Path;

use layoutlens_render::escape::one_line;
use serde_json::Value;

use super::{Said, Source};

/// What the file is called.
pub(super) const NAME: &str = "layoutlens.toml";

/// Longer files are refused: all settings together fit into a hundredth of it.
const MOST_BYTES: u64 = 64 << 10;

/// What a file says, and what is wrong with it. One that is not there says nothing.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct SettingsFile {
    pub(super) said: Said,
    /// A sentence each, which names the file.
    pub(super) remarks: Vec<String>,
}

impl SettingsFile {
    /// Reads the file of a folder.
    pub(super) fn read(folder: &Path) -> Self {
        let path = folder.join(NAME);
        match layoutlens_disk::read(&path, MOST_BYTES) {
            Ok(contents) => match String::from_utf8(contents.bytes) {
                Ok(text) => Self::parse(&path, &text),
                Err(_) => Self::wrong(&path, "not text in UTF-8"),
            },
            Err(refusal) if refusal.is_absence() => Self::default(),
            Err(refusal) => Self::wrong(&path, &format!("not read: {refusal}")),
        }
    }

    /// Reads the text of a file.
    pub(super) fn parse(path: &Path, text: &str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let settings: Value = match toml::from_str(text) {
            Ok(settings) => settings,
            Err(error) => {
                let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
                let line = before.matches('\n').count() + 1;
                return Self::wrong(path, &format!("line {line}: {}", one_line(error.message())));
            }
        };
        let mut said = Said::default();
        let remarks = said.update(&settings, Source::File);
        let name = one_line(&path.to_string_lossy()).into_owned();
        Self { said, remarks: remarks.into_iter().map(|remark| format!("{name}: {remark}")).collect() }
    }

    fn wrong(path: &Path, why: &str) -> Self {
        let remark = format!("{}: {why}", one_line(&path.to_string_lossy()));
        Self { said: Said::default(), remarks: vec![remark] }
    }
}

#[cfg(test)]
mod tests {
    use super::{super::Configuration, *};

    fn parse(text: &str) -> SettingsFile {
        SettingsFile::parse(Path::new(NAME), text)
    }

    #[test]
    fn tables_and_whole_names_are_read() {
        let file = parse("\u{feff}lens.show = true\n[hints]\ntuples = true\nlayouts = false\n");
        assert_eq!(file.remarks, Vec::<String>::new());
        let configuration = Configuration::of([&file.said]);
        assert!(configuration.lens_kinds.show && configuration.hint_kinds.tuples);
        assert!(!configuration.hint_kinds.layouts);
    }

    #[test]
    fn what_starts_a_program_is_not_read_from_a_file() {
        let file = parse("run.command = [\"sh\", \"-c\", \"touch ran\"]\npanel = true\n");
        assert_eq!(Configuration::of([&file.said]), Configuration::default());
        assert_eq!(
            file.remarks,
            [
                "layoutlens.toml: `panel` is set by the editor itself",
                "layoutlens.toml: `run.command` is read from the editor's settings only: it starts a program",
            ]
        );
    }

    #[test]
    fn what_is_no_toml_is_told_with_its_line() {
        let file = parse("lens.show = true\nhints = {\n");
        assert_eq!(file.said, Said::default());
        assert!(file.remarks[0].starts_with("layoutlens.toml: line 2: "), "{:?}", file.remarks);
    }

    #[test]
    fn a_file_is_regular_and_short() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(SettingsFile::read(folder.path()), SettingsFile::default());
        let path = folder.path().join(NAME);
        std::fs::create_dir(&path).expect("a folder in its place");
        assert!(SettingsFile::read(folder.path()).remarks[0].ends_with("not a regular file but a folder"));
        std::fs::remove_dir(&path).expect("gone");
        std::fs::write(&path, "#".repeat(1 << 17)).expect("a file");
        assert!(SettingsFile::read(folder.path()).remarks[0].contains("where at most 65536 are read"));
        std::fs::write(&path, b"\xff").expect("a file");
        assert!(SettingsFile::read(folder.path()).remarks[0].ends_with("not text in UTF-8"));
        std::fs::write(&path, "lens.show = true").expect("a file");
        assert!(Configuration::of([&SettingsFile::read(folder.path()).said]).lens_kinds.show);
    }
}
