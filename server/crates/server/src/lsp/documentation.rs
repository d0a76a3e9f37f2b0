//! The page that explains a diagnostic, as a file that an editor can open.
//!
//! The pages of `docs/diagnostics/` are part of the binary; the one that is needed is written to the user's
//! cache folder. So the link always leads to the text of this very version, with or without a network.

use std::{collections::HashMap, path::PathBuf, sync::Mutex};

use lsp_types::Uri;

use super::{cache_folder, lock::lock};

include!(concat!(env!("OUT_DIR"), "/diagnostic_pages.rs"));

/// Hands out links to pages.
#[derive(Debug)]
pub(super) struct Documentation {
    folder: Option<PathBuf>,
    pages: Mutex<HashMap<&'static str, Option<Uri>>>,
}

impl Documentation {
    pub(super) fn new(cache_folder: Option<PathBuf>) -> Self {
        Self { folder: cache_folder.map(|folder| folder.join("diagnostics")), pages: Mutex::default() }
    }

    /// A link to the page of a code; `None` when it has none, or when it cannot be written.
    pub(super) fn page(&self, code: &'static str) -> Option<Uri> {
        lock(&self.pages).entry(code).or_insert_with(|| self.write(code)).clone()
    }

    fn write(&self, code: &str) -> Option<Uri> {
        let (_, text) = PAGES.iter().find(|(page, _)| *page == code)?;
        let path = cache_folder::write(self.folder.as_ref()?, &format!("{code}.md"), text).ok()?;
        Uri::from_file_path(path).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_without_a_page_has_no_link() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        assert_eq!(Documentation::new(Some(folder.path().into())).page("no-such-code"), None);
    }

    #[test]
    fn every_page_can_be_opened() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let documentation = Documentation::new(Some(folder.path().into()));
        for (code, text) in PAGES {
            let link = documentation.page(code).expect("a link");
            let path = link.to_file_path().expect("a file");
            assert_eq!(std::fs::read_to_string(path).expect("a page"), *text);
        }
    }
}
