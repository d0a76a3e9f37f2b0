//! `use` declarations.

use tree_sitter::Node;

use super::{Reader, children};
use crate::program::Import;

impl Reader<'_> {
    pub(super) fn use_declaration(&mut self, node: Node<'_>) {
        if let Some(clause) = node.child_by_field_name("argument") {
            self.use_clause(clause, "");
        }
    }

    /// A clause below `prefix`: `a::b`, `a::{b, c as d}`, `a::*`.
    fn use_clause(&mut self, node: Node<'_>, prefix: &str) {
        let join = |path: &str| match (prefix, path) {
            ("", path) => path.to_owned(),
            (prefix, "" | "self") => prefix.to_owned(),
            (prefix, path) => format!("{prefix}::{path}"),
        };
        let range = node.byte_range();
        match node.kind() {
            "use_wildcard" => {
                let path = self.path_text(node);
                let path = join(path.strip_suffix("::*").unwrap_or_default());
                self.imports.push(Import { path, alias: None, space: None, block: None, range });
            }
            "use_as_clause" => {
                let path = node.child_by_field_name("path").map(|path| self.path_text(path));
                let alias = node.child_by_field_name("alias").map(|alias| self.path_text(alias));
                self.imports.push(Import {
                    path: join(&path.unwrap_or_default()),
                    alias,
                    space: None,
                    block: None,
                    range,
                });
            }
            "use_list" => {
                for clause in children(node) {
                    self.deeper(|reader| reader.use_clause(clause, prefix));
                }
            }
            "scoped_use_list" => {
                let path = node.child_by_field_name("path").map(|path| self.path_text(path));
                let path = join(&path.unwrap_or_default());
                if let Some(list) = node.child_by_field_name("list") {
                    self.deeper(|reader| reader.use_clause(list, &path));
                }
            }
            _ => {
                let path = join(&self.path_text(node));
                let alias = path.rsplit("::").next().map(str::to_owned);
                self.imports.push(Import { path, alias, space: None, block: None, range });
            }
        }
    }
}
