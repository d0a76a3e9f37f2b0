//! `import` and `from .. import ..`.

use tree_sitter::Node;

use super::{Reader, children};
use crate::program::Import;

impl Reader<'_> {
    /// `import a.b as c`; `import a.b` without a name of its own gives the file the package `a`.
    pub(super) fn import(&mut self, node: Node<'_>) {
        for name in children(node) {
            let (path, alias) = self.imported(name);
            let (path, alias) = match alias {
                Some(alias) => (path, alias),
                None => {
                    let package = path.split('.').next().unwrap_or_default().to_owned();
                    (package.clone(), package)
                }
            };
            self.imports.push(Import { path, alias: Some(alias), range: name.byte_range() });
        }
    }

    /// `from a.b import c as d`, `from .a import b`, `from a import *`.
    pub(super) fn import_from(&mut self, node: Node<'_>) {
        let Some(module) = node.child_by_field_name("module_name") else { return };
        let prefix = self.dotted(module);
        for name in children(node).into_iter().filter(|name| name.id() != module.id()) {
            let range = name.byte_range();
            if name.kind() == "wildcard_import" {
                self.imports.push(Import { path: prefix.clone(), alias: None, range });
                continue;
            }
            let (member, alias) = self.imported(name);
            let separator = if prefix.ends_with('.') { "" } else { "." };
            let path = format!("{prefix}{separator}{member}");
            self.imports.push(Import { path, alias: alias.or(Some(member)), range });
        }
    }

    /// What is imported, and the name that it is given.
    fn imported(&self, node: Node<'_>) -> (String, Option<String>) {
        match (node.child_by_field_name("name"), node.child_by_field_name("alias")) {
            (Some(name), Some(alias)) => (self.dotted(name), Some(self.slice(alias).to_owned())),
            _ => (self.dotted(node), None),
        }
    }

    /// A dotted name without the blanks that may stand between its parts.
    fn dotted(&self, node: Node<'_>) -> String {
        self.slice(node).split_whitespace().collect()
    }
}
