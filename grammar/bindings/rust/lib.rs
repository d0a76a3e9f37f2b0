//! The tree-sitter grammar of LayoutLens' annotation language.
