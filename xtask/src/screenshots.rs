//! The pictures of the README, made by the editor tests.

use std::fs;
use std::path::Path;

use crate::{error::Error, folders, test};

/// Made by the tests in `target/screenshots`, shown in the README from `docs/images`.
const PICTURES: &[&str] = &[
    "hover.png",
    "code.png",
    "hints.png",
    "squiggle.png",
    "panel.png",
    "plain.png",
    "run.png",
    "neovim.txt",
];

/// The line of the README behind which the terminal capture stands.
const BEGIN: &str = "<!-- neovim capture -->";
/// The line of the README before which it ends.
const END: &str = "<!-- end of neovim capture -->";

/// Runs the tests that take pictures and copies them to `docs/images`.
pub(crate) fn screenshots() -> Result<(), Error> {
    if !test::editors() {
        return Err(Error::Other("the editor tests do not pass: docs/images stays as it is".into()));
    }
    let images = folders::repository().join("docs").join("images");
    fs::create_dir_all(&images).map_err(Error::file(&images))?;
    for name in PICTURES {
        let made = folders::screenshots().join(name);
        fs::copy(&made, images.join(name)).map_err(Error::file(&made))?;
        println!("{}", images.join(name).display());
    }
    let capture = images.join("neovim.txt");
    let text = fs::read_to_string(&capture).map_err(Error::file(&capture))?;
    show_in_readme(&folders::repository().join("README.md"), &text)
}

/// Writes a terminal capture into the README, between the lines that mark its place.
fn show_in_readme(readme: &Path, capture: &str) -> Result<(), Error> {
    let text = fs::read_to_string(readme).map_err(Error::file(readme))?;
    let shown = with_capture(&text, capture).ok_or_else(|| {
        Error::Other(format!("{} has no place for the capture: {BEGIN} and {END}", readme.display()))
    })?;
    fs::write(readme, shown).map_err(Error::file(readme))
}

/// `readme` with the capture between its marks; `None` when it has no marks.
fn with_capture(readme: &str, capture: &str) -> Option<String> {
    let (before, rest) = readme.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    let capture: Vec<&str> = capture.lines().map(str::trim_end).collect();
    Some(format!("{before}{BEGIN}\n```text\n{}\n```\n{END}{after}", capture.join("\n").trim_end()))
}

#[cfg(test)]
mod tests {
    use super::{BEGIN, END, with_capture};

    #[test]
    fn a_capture_replaces_what_stood_between_its_marks() {
        let readme = format!("a\n{BEGIN}\nold\n{END}\nb\n");
        let shown = format!("a\n{BEGIN}\n```text\nnew\n```\n{END}\nb\n");
        assert_eq!(with_capture(&readme, "new  \n\n"), Some(shown));
        assert_eq!(with_capture("no marks", "new"), None);
    }
}
