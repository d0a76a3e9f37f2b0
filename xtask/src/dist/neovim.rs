//! The Neovim plugin, as an archive whose one folder goes on the runtime path.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::archive;
use crate::{error::Error, folders};

/// What the plugin is made of, and users need.
const PARTS: &[&str] = &["doc", "lsp", "lua", "plugin", "README.md"];

/// The archive of a folder `layoutlens.nvim`: a name that plugin managers know to stand for `require("layoutlens")`.
pub(super) fn archive(folder: &Path) -> Result<PathBuf, Error> {
    let plugin = folder.join("layoutlens.nvim");
    let source = folders::repository().join("neovim-plugin");
    for part in PARTS {
        copy(&source.join(part), &plugin.join(part))?;
    }
    for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
        archive::put(&folders::repository().join(licence), &plugin.join(licence))?;
    }
    let help = source.join("doc/layoutlens.txt");
    let help = fs::read_to_string(&help).map_err(Error::file(&help))?;
    archive::write(&plugin.join("doc/tags"), &help_tags("layoutlens.txt", &help))?;
    let packed = archive::of_folder(folder, "layoutlens.nvim")?;
    let named = folder.join(format!("layoutlens.nvim-{}.tar.gz", env!("CARGO_PKG_VERSION")));
    fs::rename(&packed, &named).map_err(Error::file(&packed))?;
    Ok(named)
}

fn copy(from: &Path, to: &Path) -> Result<(), Error> {
    if from.is_file() {
        return archive::put(from, to);
    }
    for entry in fs::read_dir(from).map_err(Error::file(from))? {
        let entry = entry.map_err(Error::file(from))?;
        // Made by `:helptags` beside a plugin that is being worked on.
        if entry.file_name() != "tags" {
            copy(&entry.path(), &to.join(entry.file_name()))?;
        }
    }
    Ok(())
}

/// The index that `:help` reads, as `:helptags` writes it: a line for each `*tag*` of the page.
fn help_tags(file: &str, help: &str) -> String {
    let is_tag = |word: &&str| word.len() > 2 && word.starts_with('*') && word.ends_with('*');
    let tags = help.lines().flat_map(str::split_whitespace).filter(is_tag).map(|word| word.trim_matches('*'));
    let mut lines: Vec<String> = tags.map(|tag| format!("{tag}\t{file}\t/*{tag}*\n")).collect();
    lines.sort();
    lines.concat()
}

#[cfg(test)]
mod tests {
    use super::help_tags;

    #[test]
    fn help_finds_each_tag_of_the_page() {
        let help =
            "*layoutlens.txt*\tabout\n\n1. SETUP\t*layoutlens-setup*\n2 * 3 * 4\n\t*:LayoutLensGrid*\n";
        assert_eq!(
            help_tags("layoutlens.txt", help),
            ":LayoutLensGrid\tlayoutlens.txt\t/*:LayoutLensGrid*\n\
             layoutlens-setup\tlayoutlens.txt\t/*layoutlens-setup*\n\
             layoutlens.txt\tlayoutlens.txt\t/*layoutlens.txt*\n"
        );
    }
}
