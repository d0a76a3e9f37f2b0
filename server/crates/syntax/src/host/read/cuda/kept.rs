//! Functions that stand in a file as they stood in an earlier revision: they are read once, and moved.
//!
//! What the reader makes of a definition depends on its text, on what the parser made of that, and on what the reader
//! knows by then: the namespaces and conditions around it, macros, types that are references. The latter come of the
//! directives in front, and of what shows to have added to these types; so a definition is kept while those are the same.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

use rustc_hash::FxHashMap;
use tree_sitter::Node;

use super::{MAX_STATEMENTS, Place, Reader, kind::KindOf as _};
use crate::moved::{Distance, Moves as _};
use crate::program::HostStatement;

/// What was read of the definitions of a file.
#[derive(Debug, Clone, Default)]
pub(crate) struct KeptDefinitions(FxHashMap<u64, Arc<KeptDefinition>>);

/// What was read of a definition.
#[derive(Debug)]
struct KeptDefinition {
    /// Its text, and as the parser got to see it.
    text: Box<str>,
    parsed: Box<str>,
    /// How many nodes the parser made of it.
    nodes: usize,
    /// Where it began.
    start: usize,
    /// How many statements it counts.
    count: usize,
    statements: Vec<HostStatement>,
}

/// What is kept of the revision before, and for the next one.
#[derive(Debug, Default)]
pub(super) struct Keeping<'t> {
    /// The text that was parsed.
    parsed: &'t str,
    known: Option<&'t KeptDefinitions>,
    pub(super) found: KeptDefinitions,
    /// All that came so far behind which the reader may know more.
    before: DefaultHasher,
    /// Whether something is being read as a whole.
    is_inside: bool,
}

impl<'t> Keeping<'t> {
    pub(super) fn beside(parsed: &'t str, known: Option<&'t KeptDefinitions>) -> Self {
        Self { parsed, known, ..Self::default() }
    }
}

/// By what it shows that the reader knows more than before, and that more came of what it read than statements.
#[derive(Debug, PartialEq, Eq)]
struct Known {
    types: [usize; 3],
    besides: [usize; 4],
}

impl Reader<'_> {
    /// A definition, declaration or directive outside of classes and functions.
    pub(super) fn outer_statement(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        if self.keeping.is_inside {
            return self.dispatch(node, Place::Namespace, out);
        }
        match node.word() {
            // What they hold is met one by one.
            "namespace_definition" | "linkage_specification" => self.dispatch(node, Place::Namespace, out),
            "function_definition" | "template_declaration" if self.may_keep(node) => {
                self.kept_or_read(node, out);
            }
            _ => self.all_inside(node, |this| this.dispatch(node, Place::Namespace, out)),
        }
    }

    /// Reads as a whole what is not kept.
    pub(super) fn all_inside(&mut self, node: Node<'_>, read: impl FnOnce(&mut Self)) {
        let before = self.known();
        let outer = std::mem::replace(&mut self.keeping.is_inside, true);
        read(self);
        self.keeping.is_inside = outer;
        self.note(node, &before);
    }

    /// What is behind a node is read knowing what it says of types, and its directives.
    fn note(&mut self, node: Node<'_>, before: &Known) {
        let text = self.text.get(self.in_part(node.byte_range())).unwrap_or_default();
        if self.known().types != before.types || text.contains('#') {
            (text, node.word(), node.descendant_count()).hash(&mut self.keeping.before);
        }
    }

    /// Whether what is read of a definition has all of its places inside of it, and comes of its text alone.
    fn may_keep(&self, node: Node<'_>) -> bool {
        // Statements of macros stand where these are defined.
        let has_macros = self.has_statement_macros || self.has_open_macros || !self.macro_heads.is_empty();
        let is_whole = self.in_part(node.byte_range()) == node.byte_range();
        is_whole
            && node.start_byte() > 0
            && !has_macros
            && !node.has_error()
            && !self.text(node).contains('#')
    }

    fn known(&self) -> Known {
        let types = &self.reference_types;
        Known {
            types: [types.references.len(), types.holders.len(), types.functions.len()],
            besides: [self.imports.len(), self.outside.len(), self.parts_left, self.effects.len()],
        }
    }

    fn kept_or_read(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        let (text, range) = (self.text(node), node.byte_range());
        let parsed = self.keeping.parsed.get(range.clone()).unwrap_or_default();
        let mut hasher = self.keeping.before.clone();
        (text, node.word(), node.start_position().column).hash(&mut hasher);
        (&self.namespaces, self.conditions, self.depth).hash(&mut hasher);
        let key = hasher.finish();
        let nodes = node.descendant_count();
        let kept = self.keeping.known.and_then(|known| known.0.get(&key));
        if let Some(kept) = kept
            && *kept.text == *text
            && *kept.parsed == *parsed
            && kept.nodes == nodes
            && self.statements + kept.count <= MAX_STATEMENTS
        {
            let first = out.len();
            out.extend(kept.statements.iter().cloned());
            let bytes = range.start.wrapping_sub(kept.start).cast_signed();
            if bytes != 0 {
                let by = Distance::By { from: kept.start, bytes };
                out.iter_mut().skip(first).for_each(|statement| statement.move_by(by));
            }
            self.statements += kept.count;
            self.keeping.found.0.insert(key, Arc::clone(kept));
            return;
        }
        let (before, count, mut statements) = (self.known(), self.statements, Vec::new());
        self.all_inside(node, |this| this.dispatch(node, Place::Namespace, &mut statements));
        if self.known() == before && self.statements <= MAX_STATEMENTS {
            let kept = KeptDefinition {
                text: text.into(),
                parsed: parsed.into(),
                nodes,
                start: range.start,
                count: self.statements - count,
                statements: statements.clone(),
            };
            self.keeping.found.0.insert(key, Arc::new(kept));
        }
        out.append(&mut statements);
    }
}
