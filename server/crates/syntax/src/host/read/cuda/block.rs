//! What stands behind one another: in the file, a namespace, a class, a function.

use std::ops::Range;

use tree_sitter::Node;

use super::kind::KindOf as _;
use super::{
    MAX_DEPTH, Place, Reader, STATEMENT_DEPTH, children,
    field::{self, FieldOf as _},
    headless::{OpenHead, is_aside, is_switch_without_block, may_be_nothing, open_head},
    named_children,
};
use crate::include;
use crate::program::{HostStatement, Import, StatementKind};

impl Reader<'_> {
    /// A whole tree; the root of one that makes little sense is an error.
    pub(super) fn root(&mut self, node: Node<'_>, place: Place, out: &mut Vec<HostStatement>) {
        if node.is_error() {
            self.recovered(node, place, out);
        } else {
            self.block(node, place, out);
        }
    }

    /// The children of `node`.
    pub(super) fn block(&mut self, node: Node<'_>, place: Place, out: &mut Vec<HostStatement>) {
        let mut before = None;
        let mut all = children(node).into_iter();
        while let Some(child) = all.next() {
            if place == Place::Function && is_switch_without_block(child, self.text(child)) {
                return self.behind_switch(child, all, out);
            }
            if is_aside(child) {
                self.member_statement(child, place, out);
                continue;
            }
            match before.filter(|_| place == Place::Function) {
                Some(head) => self.behind_head(head, child, out),
                None => self.member_statement(child, place, out),
            }
            let behind_nothing = before.filter(|_| may_be_nothing(child));
            // An `else` that nothing follows is no part of its `if`.
            let of_else = (child.is_error() && self.text(child).trim_start().starts_with("else"))
                .then_some(OpenHead::Branch);
            before = of_else.or(open_head(child)).or(behind_nothing);
        }
    }

    /// A statement, a definition or a directive.
    pub(super) fn member_statement(&mut self, node: Node<'_>, place: Place, out: &mut Vec<HostStatement>) {
        if self.depth >= MAX_DEPTH {
            self.push(out, node, StatementKind::Unread("it is nested too deep".to_owned()));
            return;
        }
        self.go_deeper(STATEMENT_DEPTH);
        match place {
            Place::Function => self.statement_of_function(node, out),
            Place::Namespace => self.outer_statement(node, out),
            Place::Class => self.member_of_class(node, out),
        }
        self.depth -= STATEMENT_DEPTH;
    }

    pub(super) fn dispatch(&mut self, node: Node<'_>, place: Place, out: &mut Vec<HostStatement>) {
        match node.word() {
            "namespace_definition" => self.namespace(node, out),
            "linkage_specification" => {
                if let Some(body) = node.field(&field::BODY) {
                    match body.word() {
                        "declaration_list" => self.block(body, place, out),
                        _ => self.member_statement(body, place, out),
                    }
                }
            }
            "template_declaration" => self.template(node, place, out),
            "function_definition" => self.function_definition(node, place, out),
            "class_specifier" | "struct_specifier" | "union_specifier" => {
                self.class_in(node, Vec::new(), place, out);
            }
            "enum_specifier" => self.enumeration(node, place, out),
            "declaration" | "field_declaration" => self.declaration(node, Vec::new(), place, out),
            "alias_declaration" => self.alias(node, Vec::new(), place, out),
            "type_definition" => self.type_definition(node, place, out),
            "friend_declaration" => {
                for inner in
                    named_children(node).into_iter().filter(|node| node.word() == "function_definition")
                {
                    self.member_statement(inner, Place::Namespace, out);
                }
            }
            "using_declaration" => self.using(node, place, out),
            "namespace_alias_definition" => self.namespace_alias(node),
            "preproc_include" => self.include(node),
            "preproc_def" | "preproc_function_def" | "preproc_call" => {
                self.inner_macros.is_inside = place != Place::Namespace;
                match node.word() {
                    "preproc_def" => self.macro_constant(node, out),
                    "preproc_function_def" => self.macro_function(node, out),
                    _ => self.directive(node, out),
                }
            }
            "preproc_if" | "preproc_ifdef" => self.conditional_compilation(node, place, out),
            "template_instantiation" => self.instantiation(node, out),
            // `public:`, `#pragma`: nothing with a value.
            "access_specifier" | "attribute_declaration" | "empty_declaration" => {}
            "ERROR" | "expression_statement"
                if place == Place::Namespace && self.deduction_guide(node, out) => {}
            "ERROR" => self.broken(node, place, out),
            "expression_statement" if place == Place::Namespace && self.definitions_of_macro(node, out) => {}
            _ if node.is_named() => self.statement(node, out),
            // Brackets and semicolons.
            _ => {}
        }
    }

    fn namespace(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        let outer = self.namespaces.len();
        let is_inline = children(node).first().is_some_and(|word| word.word() == "inline");
        if let (Some(name), false) = (node.field(&field::NAME), is_inline) {
            let parts = self.text(name).split("::").map(|part| part.trim().to_owned());
            self.namespaces.extend(parts);
        }
        if let Some(body) = node.field(&field::BODY) {
            self.block(body, Place::Namespace, out);
        }
        self.namespaces.truncate(outer);
    }

    /// `using namespace a;`, `using a::b;`. In a class, the latter is a member that the class has from another.
    fn using(&mut self, node: Node<'_>, place: Place, out: &mut Vec<HostStatement>) {
        let Some(&named) = named_children(node).last() else { return };
        let path: String = self.text(named).split_whitespace().collect();
        let path = path.trim_start_matches("::").to_owned();
        let space = Some(self.namespaces.as_slice().into());
        if children(node).iter().any(|child| child.word() == "namespace") {
            let range = node.byte_range();
            self.imports.push(Import { path: path + "::", alias: None, space, block: None, range });
            return;
        }
        if place == Place::Class {
            self.inherited_member(node, named, out);
            return;
        }
        let alias = path.rsplit("::").next().map(str::to_owned);
        let block = block_around(node).map(|block| match &alias {
            Some(alias) if self.names(&(block.start..node.start_byte()), alias) => {
                node.start_byte()..node.start_byte()
            }
            _ => block,
        });
        self.imports.push(Import { path, alias, space, block, range: node.byte_range() });
    }

    /// Whether a word stands in a part of the text.
    fn names(&self, range: &Range<usize>, word: &str) -> bool {
        let is_of_word = |character: char| character.is_alphanumeric() || character == '_';
        self.text
            .get(range.clone())
            .is_some_and(|text| text.split(|at| !is_of_word(at)).any(|own| own == word))
    }

    fn namespace_alias(&mut self, node: Node<'_>) {
        let Some(alias) = node.field(&field::NAME) else { return };
        let Some(&named) = named_children(node).last() else { return };
        let path: String = self.text(named).split_whitespace().collect();
        let alias = Some(self.text(alias).to_owned());
        self.imports.push(Import {
            path: path + "::",
            alias,
            space: None,
            block: None,
            range: node.byte_range(),
        });
    }

    fn include(&mut self, node: Node<'_>) {
        let Some(path) = node.field(&field::PATH) else { return };
        if !matches!(path.word(), "string_literal" | "system_lib_string") {
            // `#include CONFIG`: which file that is, a macro says.
            self.macros.is_after_include = true;
            let path = self.text(path).trim().to_owned();
            self.imports.push(Import {
                path,
                alias: None,
                space: None,
                block: None,
                range: node.byte_range(),
            });
            return;
        }
        let path_is_quoted = path.word() == "string_literal";
        let path = self.text(path).trim_matches(['"', '<', '>']).trim().to_owned();
        self.macros.is_after_include |= path_is_quoted || include::may_define_macros(&path);
        self.imports.push(Import { path, alias: None, space: None, block: None, range: node.byte_range() });
    }
}

/// The innermost block of a function around a node.
fn block_around(node: Node<'_>) -> Option<Range<usize>> {
    let mut around = node.parent();
    while let Some(parent) = around.filter(|parent| parent.word() != "namespace_definition") {
        if parent.word() == "compound_statement" {
            return Some(parent.byte_range());
        }
        around = parent.parent();
    }
    None
}
