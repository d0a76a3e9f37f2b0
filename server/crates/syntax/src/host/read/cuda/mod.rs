//! The reader of CUDA C++.
//!
//! What the compiler decides by knowing a name (is `a<b>(c)` a call, is `T x(y)` a function?) is decided here by form,
//! as code is written in practice; where the form leaves it open, the expression is opaque. `const` and references of
//! types inside template arguments are left out: no layout depends on them.

mod block;
mod broken;
mod call;
mod class;
mod compiled_loop;
mod condition;
mod control;
mod declaration;
mod declarator;
mod deduction_guide;
mod defining_macro;
mod enumeration;
mod expression;
mod field;
mod function;
mod headless;
mod inner_directives;
mod inner_macro;
mod jumps_inside;
mod kept;
mod kind;
mod less_than;
mod literal;
mod macro_definition;
mod macro_head;
mod macro_kind;
mod macro_table;
mod macro_use;
mod macro_writer;
mod name;
mod named_types;
mod parted;
mod passed_over;
mod preceding;
mod recovered;
mod statement;
mod template;
mod unnamed;
mod unread;
mod unsure;
mod without_comments;

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use tree_sitter::{Node, Tree};

use crate::annotation::Name;
use crate::expr::{Expr, ExprKind};
use crate::opaque::Opaque;
use crate::program::{
    HostStatement, Import, Item, Program, ReferenceTypes, StatementKind, TemplateParameter,
};
use inner_directives::InnerMacros;
use kept::Keeping;
use kind::KindOf as _;
use macro_kind::MacroUse;
use macro_table::MacroTable;
use macro_writer::Writer;
use preceding::Preceding;
use unnamed::UnnamedTypes;
use unsure::{MacroTexts, Unsure};

/// How deep expressions, statements and definitions may be nested in one another; what lies deeper is not read. Code
/// that people write has less than 60.
const MAX_DEPTH: usize = 256;

/// How much of the depth a statement takes: reading one needs as much of the stack as that many expressions do.
const STATEMENT_DEPTH: usize = 4;

/// How many statements of a file are read. The largest file of CUTLASS has 30,000.
const MAX_STATEMENTS: usize = 100_000;

/// How many parts of a file, each behind a broken statement, are parsed again.
const MAX_PARTS: usize = 16;

pub(crate) use kept::KeptDefinitions;

/// The code of a part of C++ alone.
fn program(text: &str, tree: &Tree) -> Program {
    whole_program(text, std::iter::once((tree, 0..text.len())), Keeping::default()).0
}

/// The code of a CUDA C++ file, whose parts have a tree each, and what each is the tree of; and what is kept for the next
/// revision. `parsed` is what the parser got to see.
pub(super) fn program_after<'t>(
    text: &'t str,
    parsed: &'t str,
    trees: impl Iterator<Item = (&'t Tree, Range<usize>)>,
    known: Option<&'t KeptDefinitions>,
) -> (Program, KeptDefinitions) {
    whole_program(text, trees, Keeping::beside(parsed, known))
}

fn whole_program<'t>(
    text: &'t str,
    trees: impl Iterator<Item = (&'t Tree, Range<usize>)>,
    keeping: Keeping<'t>,
) -> (Program, KeptDefinitions) {
    let trees: Vec<(&Tree, Range<usize>)> = trees.collect();
    let (mut program, kept) = read_trees(Reader::of(text, keeping), &trees);
    if !program.macro_defaults.is_empty() {
        let mut reader = Reader::of(text, Keeping::default());
        reader.macros.is_open = true;
        program.without_defaults = Some(Arc::new(read_trees(reader, &trees).0));
    }
    (program, kept)
}

fn read_trees<'t>(mut reader: Reader<'t>, trees: &[(&'t Tree, Range<usize>)]) -> (Program, KeptDefinitions) {
    let mut out = Vec::new();
    let mut has_parts = false;
    for (tree, part) in trees {
        has_parts = *part != (0..reader.text.len());
        reader.part = part.clone();
        reader.root(tree.root_node(), Place::Namespace, &mut out);
    }
    out.append(&mut reader.outside);
    out.extend(reader.inner_macros());
    out.sort_by_key(|statement| statement.range.start);
    let macros = reader.macros.names();
    let items = out.into_iter().map(item);
    let program = Program {
        items: if has_parts { parted::joined(items) } else { items.collect() },
        imports: reader.imports,
        macros,
        defined: reader.macros.defined(),
        macro_defaults: reader.macros.defaults(),
        reference_types: reader.reference_types,
        ..Program::default()
    };
    (program, reader.keeping.found)
}

fn item(statement: HostStatement) -> Item {
    match statement.kind {
        StatementKind::Function(function) => Item::Function(function),
        StatementKind::Class(class) => Item::Class(class),
        kind => Item::Statement(HostStatement { kind, range: statement.range }),
    }
}

/// What a statement stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The file, or a namespace.
    Namespace,
    /// A class.
    Class,
    /// A function.
    Function,
}

/// Lowers nodes of one file.
struct Reader<'t> {
    text: &'t str,
    /// The part of the file that is being read. Nodes of what is around it reach beyond.
    part: Range<usize>,
    /// How deep the node that is being read lies.
    depth: usize,
    /// The deepest that one lay since the definition began that may be kept.
    deepest: usize,
    /// How many statements were read.
    statements: usize,
    /// Uses of macros that were written out as statements: by their bytes, the names in these that were not read.
    written_out: HashMap<Range<usize>, Vec<Name>>,
    /// The namespaces around, outermost first.
    namespaces: Vec<String>,
    /// The lists of template parameters in front of the one at hand, outermost first.
    outer_templates: Vec<Vec<TemplateParameter>>,
    /// Assignments inside of the expression that is being read; they stand in front of its statement.
    effects: Vec<HostStatement>,
    imports: Vec<Import>,
    /// Whether the function that is being read is one that the compiler may run.
    is_compiled: bool,
    /// How many `#if`s stand around.
    conditions: usize,
    macros: MacroTable<'t>,
    /// The macros that certainly stand for an expression or a type by now.
    macro_names: HashSet<String>,
    /// Macros that may stand for the head of a function: their parameters and text.
    macro_heads: HashMap<String, (Vec<String>, String)>,
    /// Macros with parameters that may write whole definitions.
    writers: HashMap<String, Writer>,
    /// What the macros that the file defined so far are to the statements in which they stand.
    macro_uses: HashMap<String, MacroUse>,
    /// What these say.
    macro_texts: Arc<MacroTexts>,
    /// What is not known of the function that is being read.
    unsure: Option<Arc<Unsure>>,
    /// What stands in front of the child of an error that is being read.
    preceding: Preceding,
    /// Whether one of them is no value.
    has_statement_macros: bool,
    /// Whether one of them opens or closes blocks.
    has_open_macros: bool,
    /// Types through which what they are made of may be written.
    reference_types: ReferenceTypes,
    /// How many arguments of templates were references.
    reference_arguments: usize,
    /// Definitions that stand inside of a function whose `}` is missing.
    outside: Vec<HostStatement>,
    /// How many parts of the file may still be parsed again.
    parts_left: usize,
    /// How many bytes of code macros have written outside of functions.
    written_by_macros: usize,
    /// The types without a name that were met.
    unnamed: UnnamedTypes,
    /// The macros that functions and classes define.
    inner_macros: InnerMacros,
    /// What is kept of the revision before, and for the next one.
    keeping: Keeping<'t>,
}

impl<'t> Reader<'t> {
    fn of(text: &'t str, keeping: Keeping<'t>) -> Self {
        Self {
            text,
            part: 0..text.len(),
            depth: 0,
            deepest: 0,
            statements: 0,
            written_out: HashMap::default(),
            namespaces: Vec::new(),
            outer_templates: Vec::new(),
            effects: Vec::new(),
            imports: Vec::new(),
            is_compiled: false,
            conditions: 0,
            macros: MacroTable::default(),
            macro_names: HashSet::new(),
            macro_heads: HashMap::new(),
            writers: HashMap::new(),
            macro_uses: HashMap::new(),
            macro_texts: Arc::default(),
            unsure: None,
            preceding: Preceding::default(),
            has_statement_macros: false,
            has_open_macros: false,
            reference_types: ReferenceTypes::default(),
            reference_arguments: 0,
            outside: Vec::new(),
            parts_left: MAX_PARTS,
            written_by_macros: 0,
            unnamed: UnnamedTypes::default(),
            inner_macros: InnerMacros::default(),
            keeping,
        }
    }

    /// What is read next lies so much deeper.
    fn go_deeper(&mut self, by: usize) {
        self.note_depth(by);
        self.depth += by;
    }

    /// Something that is asked for lies so much deeper.
    fn note_depth(&mut self, by: usize) {
        self.deepest = self.deepest.max(self.depth + by);
    }

    /// The text of a node.
    fn text(&self, node: Node<'_>) -> &'t str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    /// As much of a range as lies in the part that is being read: nodes of what stands around it reach over other parts.
    fn in_part(&self, range: Range<usize>) -> Range<usize> {
        let start = range.start.clamp(self.part.start, self.part.end);
        start..range.end.clamp(start, self.part.end)
    }

    fn name(&self, node: Node<'_>) -> Name {
        Name { text: self.text(node).to_owned(), range: node.byte_range() }
    }

    /// Adds a statement; one that is beyond [`MAX_STATEMENTS`] is left out.
    fn push(&mut self, out: &mut Vec<HostStatement>, node: Node<'_>, kind: StatementKind) {
        self.push_at(out, node.byte_range(), kind);
    }

    fn push_at(&mut self, out: &mut Vec<HostStatement>, range: Range<usize>, kind: StatementKind) {
        let effects = std::mem::take(&mut self.effects);
        for statement in effects.into_iter().chain([HostStatement { kind, range }]) {
            self.statements += 1;
            if self.statements <= MAX_STATEMENTS {
                out.push(statement);
            } else if self.statements == MAX_STATEMENTS + 1 {
                let reason = format!("the file has more than {MAX_STATEMENTS} statements");
                out.push(HostStatement { kind: StatementKind::Unread(reason), range: statement.range });
            }
        }
    }
}

/// The children of a node without comments.
fn children<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.children(&mut cursor).filter(|child| child.word() != "comment").collect()
}

/// The named children of a node without comments.
fn named_children<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| child.word() != "comment").collect()
}

/// The children of a node without comments, with the names of their fields.
fn fields<'t>(node: Node<'t>) -> Vec<(Option<&'t str>, Node<'t>)> {
    let mut cursor = node.walk();
    let mut found = Vec::new();
    let mut goes_on = cursor.goto_first_child();
    while goes_on {
        if cursor.node().word() != "comment" {
            found.push((cursor.field_name(), cursor.node()));
        }
        goes_on = cursor.goto_next_sibling();
    }
    found
}

fn opaque(reason: impl Into<Opaque>, node: Node<'_>) -> Expr {
    Expr { kind: ExprKind::Opaque(reason.into()), range: node.byte_range() }
}
