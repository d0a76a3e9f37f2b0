//! Functions that stand in a file or class as they stood in an earlier revision: they are read once, and moved.
//!
//! What the reader makes of a definition depends on its text, on what the parser made of that, and on what the reader
//! knows by then: the namespaces and conditions around it, macros, types that are references. The latter come of the
//! directives in front, and of what shows to have added to these types; so a definition is kept while those are the same.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    ops::Range,
    sync::Arc,
};

use rustc_hash::FxHashMap;
use tree_sitter::Node;

use super::{MAX_DEPTH, MAX_STATEMENTS, Place, Reader, STATEMENT_DEPTH, kind::KindOf as _};
use crate::moved::{Distance, Moves as _};
use crate::program::HostStatement;

/// What lies deeper may be cut.
const MOST_KEPT_DEPTH: usize = MAX_DEPTH - STATEMENT_DEPTH;

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
    /// How many statements it counts, and how much deeper than itself lies what it holds.
    count: usize,
    depth: usize,
    statements: Vec<HostStatement>,
    /// The members of its classes that are kept, too.
    members: Vec<(u64, Arc<KeptDefinition>)>,
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
    /// What is being read as a whole.
    inside: Inside,
    /// The types that `before` accounts for.
    noted: [usize; 5],
    /// The members that were kept since the definition began in which they stand.
    members: Vec<(u64, Arc<KeptDefinition>)>,
}

/// What is being read as a whole.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Inside {
    #[default]
    Nothing,
    /// What stands outside of classes and functions.
    Definition,
    /// A member of a class in one.
    Member,
}

impl<'t> Keeping<'t> {
    pub(super) fn beside(parsed: &'t str, known: Option<&'t KeptDefinitions>) -> Self {
        Self { parsed, known, ..Self::default() }
    }
}

/// By what it shows that the reader knows more than before, and that more came of what it read than statements.
#[derive(Debug, PartialEq, Eq)]
struct Known {
    types: [usize; 5],
    besides: [usize; 6],
}

impl Reader<'_> {
    /// A definition, declaration or directive outside of classes and functions.
    pub(super) fn outer_statement(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        if self.keeping.inside != Inside::Nothing {
            return self.dispatch(node, Place::Namespace, out);
        }
        match node.word() {
            // What they hold is met one by one.
            "namespace_definition" | "linkage_specification" => self.dispatch(node, Place::Namespace, out),
            "function_definition" | "template_declaration" if self.knows_all() && self.may_keep(node) => {
                self.kept_or_read(node, Place::Namespace, Inside::Definition, out);
            }
            _ => self.all_inside(node, |this| this.dispatch(node, Place::Namespace, out)),
        }
    }

    /// A member of a class.
    pub(super) fn member_of_class(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        if self.keeping.inside == Inside::Member || !self.knows_all() {
            return self.dispatch(node, Place::Class, out);
        }
        match node.word() {
            "function_definition" | "template_declaration"
                if self.outer_templates.is_empty() && self.may_keep(node) =>
            {
                self.kept_or_read(node, Place::Class, Inside::Member, out);
            }
            _ => self.all_of(node, Inside::Definition, |this| this.dispatch(node, Place::Class, out)),
        }
    }

    /// Whether all is noted that is known of types: the head of a class, or of a function whose end is missing, says
    /// something of them too.
    fn knows_all(&self) -> bool {
        self.types() == self.keeping.noted
    }

    /// Reads something of which nothing is kept: the parser saw it in another way than the rest of the text.
    pub(super) fn keeping_nothing(&mut self, read: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.keeping.inside, Inside::Member);
        read(self);
        self.keeping.inside = outer;
    }

    /// Reads as a whole what is not kept.
    fn all_inside(&mut self, node: Node<'_>, read: impl FnOnce(&mut Self)) {
        self.all_of(node, Inside::Definition, read);
    }

    fn all_of(&mut self, node: Node<'_>, inside: Inside, read: impl FnOnce(&mut Self)) {
        let before = self.types();
        let outer = std::mem::replace(&mut self.keeping.inside, inside);
        read(self);
        self.keeping.inside = outer;
        self.note(node, before);
    }

    /// What is behind a node is read knowing what it says of types, and its directives.
    fn note(&mut self, node: Node<'_>, before: [usize; 5]) {
        let text = self.text.get(self.in_part(node.byte_range())).unwrap_or_default();
        let types = self.types();
        if types != before || has_directive(text) {
            let node = (node.word(), node.descendant_count());
            (text, node, self.conditions).hash(&mut self.keeping.before);
        }
        if self.keeping.noted == before {
            self.keeping.noted = types;
        }
    }

    /// What is behind a text of which no node holds all, or which stands in a function whose end is missing, is read knowing
    /// its directives.
    pub(super) fn note_directives(&mut self, range: Range<usize>) {
        let text = self.text.get(self.in_part(range)).unwrap_or_default();
        if has_directive(text) {
            (text, self.conditions).hash(&mut self.keeping.before);
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
            && self.effects.is_empty()
            && !node.has_error()
            && !has_directive(self.text(node))
    }

    /// How many types are known to be references, or to hold some.
    fn types(&self) -> [usize; 5] {
        let types = &self.reference_types;
        let named = [&types.references, &types.holders, &types.functions, &types.changing, &types.qualified];
        named.map(|names| names.len())
    }

    fn known(&self, inside: Inside) -> Known {
        Known {
            types: self.types(),
            besides: [
                self.imports.len(),
                self.outside.len(),
                self.parts_left,
                self.effects.len(),
                self.written_by_macros,
                // In a class they are counted through all of its members.
                if inside == Inside::Member { self.unnamed.len() } else { 0 },
            ],
        }
    }

    fn kept_or_read(&mut self, node: Node<'_>, place: Place, inside: Inside, out: &mut Vec<HostStatement>) {
        let (text, range) = (self.text(node), node.byte_range());
        let parsed = self.keeping.parsed.get(range.clone()).unwrap_or_default();
        let mut hasher = self.keeping.before.clone();
        (text, node.word(), node.start_position().column, place == Place::Class).hash(&mut hasher);
        (&self.namespaces, self.conditions).hash(&mut hasher);
        let key = hasher.finish();
        let nodes = node.descendant_count();
        let kept = self.keeping.known.and_then(|known| known.0.get(&key));
        if let Some(kept) = kept
            && *kept.text == *text
            && *kept.parsed == *parsed
            && kept.nodes == nodes
            && self.statements + kept.count <= MAX_STATEMENTS
            && self.depth + kept.depth < MOST_KEPT_DEPTH
        {
            let first = out.len();
            out.extend(kept.statements.iter().cloned());
            let bytes = range.start.wrapping_sub(kept.start).cast_signed();
            if bytes != 0 {
                let by = Distance::By { from: kept.start, bytes };
                out.iter_mut().skip(first).for_each(|statement| statement.move_by(by));
            }
            self.statements += kept.count;
            self.note_depth(kept.depth);
            self.keep(key, kept, inside);
            return;
        }
        let (before, count, mut statements) = (self.known(inside), self.statements, Vec::new());
        let outer = std::mem::take(&mut self.keeping.members);
        let deepest = std::mem::replace(&mut self.deepest, self.depth);
        self.all_of(node, inside, |this| this.dispatch(node, place, &mut statements));
        let members = std::mem::replace(&mut self.keeping.members, outer);
        let depth = self.deepest - self.depth;
        self.deepest = self.deepest.max(deepest);
        let is_whole = self.statements <= MAX_STATEMENTS && self.depth + depth < MOST_KEPT_DEPTH;
        if self.known(inside) == before && is_whole {
            let kept = KeptDefinition {
                text: text.into(),
                parsed: parsed.into(),
                nodes,
                start: range.start,
                count: self.statements - count,
                depth,
                statements: statements.clone(),
                members,
            };
            self.keep(key, &Arc::new(kept), inside);
        }
        out.append(&mut statements);
    }

    /// Keeps what was read, and the members of its classes, for the next revision.
    fn keep(&mut self, key: u64, kept: &Arc<KeptDefinition>, inside: Inside) {
        if inside == Inside::Member {
            self.keeping.members.push((key, Arc::clone(kept)));
        }
        let found = &mut self.keeping.found.0;
        found.extend(kept.members.iter().map(|(key, member)| (*key, Arc::clone(member))));
        found.insert(key, Arc::clone(kept));
    }
}

/// Whether code may say something of macros or conditions. What a `#pragma` says, no reader asks for, unless it is of
/// macros.
fn has_directive(text: &str) -> bool {
    text.split('#').skip(1).any(|behind| {
        let line = behind.lines().next().unwrap_or_default().trim_start();
        !line.starts_with("pragma") || line.contains("_macro")
    })
}
