//! Code with syntax errors: what is broken spoils its own statement, whatever the syntax tree makes of the rest.
//!
//! Tree-sitter gives up much more than the line that is half-typed. So statements are found by their lines and their
//! indentation; those that the tree holds whole are read from there, others are parsed again, one at a time.

use std::collections::HashMap;
use std::ops::Range;

use tree_sitter::{Node, Parser, Tree};

use super::line::{self, Line};
use super::{Reader, assigned};
use crate::expr::{Expr, ExprKind};
use crate::program::{HostStatement, StatementKind};

/// How many lines are parsed again; further ones are unread.
const MAX_PARSED_AGAIN: usize = 2_000;

/// The longest line that is parsed again.
const MAX_LENGTH_PARSED_AGAIN: usize = 64 * 1024;

/// What is known of a text whose tree is broken. Empty where the tree is whole.
#[derive(Default)]
pub(super) struct Recovery<'tree> {
    lines: Vec<Line>,
    /// Statements without errors of the broken tree, by their first byte.
    whole: HashMap<usize, Node<'tree>>,
    parser: Option<Parser>,
    parsed_again: usize,
    /// The statement that is being read from its heads alone.
    skeleton: Skeleton,
    /// How many statements were left unread.
    pub(super) unread: usize,
}

/// A statement that holds statements: its heads were parsed without what they hold.
#[derive(Default)]
struct Skeleton {
    range: Range<usize>,
    sections: Vec<Section>,
}

/// `if a:` or `else:`, with the lines below.
#[derive(Clone)]
struct Section {
    head: Line,
    body: Range<usize>,
    /// Whether the body was read.
    is_read: bool,
}

impl<'tree> Reader<'tree> {
    /// The statements of a file whose tree is broken.
    pub(super) fn recover(&mut self, tree: &'tree Tree, out: &mut Vec<HostStatement>) {
        self.recovery.lines = line::lines(self.text);
        self.recovery.whole = whole_statements(tree);
        let all = 0..self.recovery.lines.len();
        self.suite(all, out);
    }

    /// Whether `x=1,` may be the argument of a call whose bracket is missing, rather than a tuple.
    pub(super) fn may_be_argument(&self, node: Node<'_>) -> bool {
        !self.recovery.lines.is_empty() && self.slice(node).ends_with(',')
    }

    /// The bytes of a statement; those of one that is read from its heads are more than its node's.
    pub(super) fn range(&self, node: Node<'_>) -> Range<usize> {
        let whole = &self.recovery.skeleton.range;
        if !whole.is_empty() && whole.start == node.start_byte() { whole.clone() } else { node.byte_range() }
    }

    /// The section whose body was left out when its head was parsed, which now is an empty block.
    fn left_out(&self, block: Node<'_>) -> Option<usize> {
        let at = block.start_byte();
        let holds = |section: &Section| section.head.range.start < at && at <= section.head.next_line;
        let section = self.recovery.skeleton.sections.iter().position(holds)?;
        (block.named_child_count() == 0).then_some(section)
    }

    /// The lines of a block that was left out, to be read now.
    pub(super) fn take_left_out(&mut self, block: Node<'_>) -> Option<Range<usize>> {
        let section = self.left_out(block)?;
        let section = self.recovery.skeleton.sections.get_mut(section)?;
        section.is_read = true;
        Some(section.body.clone())
    }

    /// The bytes of a block.
    pub(super) fn block_range(&self, block: Node<'_>) -> Range<usize> {
        let section = self.left_out(block).and_then(|index| self.recovery.skeleton.sections.get(index));
        match section.and_then(|section| self.recovery.lines.get(section.body.clone())) {
            Some([first, .., last]) => first.range.start..last.range.end,
            Some([only]) => only.range.clone(),
            _ => block.byte_range(),
        }
    }

    /// The statements of some lines.
    pub(super) fn suite(&mut self, lines: Range<usize>, out: &mut Vec<HostStatement>) {
        let mut next = lines.start;
        while next < lines.end {
            let first = next;
            while next + 1 < lines.end && self.line_word(next) == "@" {
                next += 1;
            }
            let sections = self.sections(&mut next, lines.end);
            if self.deeper(|reader| reader.lines_of_statement(first..next, sections, out)).is_none() {
                self.unread_lines(first..next, "nested too deep to be read", out);
            }
        }
    }

    /// The head at line `next` and its clauses, each with its body; moves `next` behind them.
    fn sections(&self, next: &mut usize, end: usize) -> Vec<Section> {
        let mut sections = Vec::new();
        while let Some(head) = self.recovery.lines.get(*next).filter(|_| *next < end) {
            let indent = sections.first().map_or(head.indent, |first: &Section| first.head.indent);
            let is_clause = matches!(self.line_word(*next), "elif" | "else" | "except" | "finally");
            if !sections.is_empty() && (!is_clause || head.indent != indent) {
                break;
            }
            let below = self.recovery.lines.get(*next + 1..end).unwrap_or_default();
            let length = below.iter().take_while(|line| line.indent > indent).count();
            let body = *next + 1..*next + 1 + length;
            *next = body.end;
            sections.push(Section { head: head.clone(), body, is_read: false });
        }
        sections
    }

    fn line_word(&self, line: usize) -> &'tree str {
        self.recovery.lines.get(line).map_or("", |line| line.first_word(self.text))
    }

    fn lines_of_statement(
        &mut self,
        lines: Range<usize>,
        sections: Vec<Section>,
        out: &mut Vec<HostStatement>,
    ) {
        let Some([first, .., last] | [first @ last]) = self.recovery.lines.get(lines.clone()) else { return };
        let range = first.range.start..last.range.end;
        if let Some(nodes) = self.whole_in(range.clone()) {
            return nodes.into_iter().for_each(|node| self.statement(node, out));
        }
        // The cases of a `match` are no clauses of their own.
        let is_match =
            self.line_word(lines.start) == "match" && sections.iter().any(|section| !section.body.is_empty());
        let tree = (!is_match).then(|| self.parse_again(lines.start, &sections)).flatten();
        // Lines below a statement that holds none belong to something that is missing.
        let is_one_line = sections.iter().all(|section| section.body.is_empty());
        let holds_lines =
            |tree: &Tree| is_one_line || tree.root_node().named_child(0).is_some_and(is_compound);
        let Some(tree) = tree.filter(holds_lines) else { return self.broken_lines(lines, sections, out) };
        let outer = std::mem::replace(&mut self.recovery.skeleton, Skeleton { range, sections });
        self.statements(tree.root_node(), out);
        let read = std::mem::replace(&mut self.recovery.skeleton, outer);
        for section in read.sections.into_iter().filter(|section| !section.is_read) {
            self.unread_lines(section.body, "a syntax error", out);
        }
    }

    /// The statements of the broken tree that cover a range without errors.
    fn whole_in(&self, range: Range<usize>) -> Option<Vec<Node<'tree>>> {
        let mut nodes = Vec::new();
        let mut at = range.start;
        while at < range.end {
            let node = *self.recovery.whole.get(&at)?;
            let behind = self.text.get(node.end_byte()..range.end).unwrap_or_default();
            let rest = behind.trim_start_matches([' ', ';']);
            let separator = behind.get(..behind.len() - rest.len()).unwrap_or_default();
            if !rest.is_empty() && !separator.contains(';') {
                return None;
            }
            at = node.end_byte() + separator.len();
            nodes.push(node);
        }
        // More than the lines in question: then the tree has another structure than they.
        let behind = self.text.get(range.end..at).unwrap_or_default();
        behind.lines().all(|line| line.trim().is_empty() || line.trim().starts_with('#')).then_some(nodes)
    }

    /// The tree of decorators and heads without the lines below them; `None` when they are broken.
    fn parse_again(&mut self, first: usize, sections: &[Section]) -> Option<Tree> {
        let head = sections.first()?;
        let decorators =
            self.recovery.lines.get(first..head.body.start.saturating_sub(1)).unwrap_or_default();
        let lines = decorators.iter().chain(sections.iter().map(|section| &section.head));
        let ranges: Vec<_> = lines.map(|line| line.included()).collect();
        let length: usize = ranges.iter().map(|range| range.end_byte - range.start_byte).sum();
        self.recovery.parsed_again += ranges.len();
        if self.recovery.parsed_again > MAX_PARSED_AGAIN || length > MAX_LENGTH_PARSED_AGAIN {
            return None;
        }
        if self.recovery.parser.is_none() {
            let mut parser = Parser::new();
            parser.set_language(&tree_sitter_python::LANGUAGE.into()).ok()?;
            self.recovery.parser = Some(parser);
        }
        let parser = self.recovery.parser.as_mut()?;
        parser.set_included_ranges(&ranges).ok()?;
        let tree = parser.parse(self.text, None)?;
        (!tree.root_node().has_error()).then_some(tree)
    }

    /// A statement whose heads are broken.
    fn broken_lines(&mut self, lines: Range<usize>, sections: Vec<Section>, out: &mut Vec<HostStatement>) {
        let word = sections.first().map_or("", |section| section.head.first_word(self.text));
        // What is inside of a function or class is none of the names around it.
        let defines = matches!(word, "def" | "class" | "async" | "@");
        if defines {
            let head = sections.first().map_or(lines.clone(), |section| lines.start..section.body.start);
            return self.unread_lines(head, "a syntax error", out);
        }
        // Lines below what holds no statements are no statements, but what a missing bracket held.
        if !matches!(word, "if" | "for" | "while" | "with" | "try" | "elif" | "else" | "except" | "finally") {
            return self.unread_lines(lines, "a syntax error", out);
        }
        for section in &sections {
            let line = section.body.start.saturating_sub(1);
            self.unread_lines(line..line + 1, "a syntax error", out);
        }
        self.below_broken_head(sections, out);
    }

    /// Lines below a head of which nothing is known: whether and how often they are run.
    fn below_broken_head(&mut self, sections: Vec<Section>, out: &mut Vec<HostStatement>) {
        for Section { head, body, .. } in sections.into_iter().filter(|section| !section.body.is_empty()) {
            let mut then = Vec::new();
            self.suite(body, &mut then);
            let range = head.range.start..then.last().map_or(head.range.end, |last| last.range.end);
            let over = Expr { kind: ExprKind::Opaque("a syntax error".into()), range: head.range };
            let kind = StatementKind::Loop {
                variables: Vec::new(),
                counts: false,
                over: Some(over),
                condition: None,
                body: then,
            };
            out.push(HostStatement { kind, range });
        }
    }

    fn unread_lines(&mut self, lines: Range<usize>, reason: &str, out: &mut Vec<HostStatement>) {
        let Some([first, .., last] | [first @ last]) = self.recovery.lines.get(lines) else { return };
        let range = first.range.start..last.range.end;
        self.recovery.unread += 1;
        out.push(HostStatement { kind: StatementKind::Unread(reason.to_owned()), range: range.clone() });
        out.extend(assigned::by_unread(self.text, range, reason));
    }
}

fn is_compound(node: Node<'_>) -> bool {
    let kind = node.kind();
    kind.ends_with("_definition")
        || matches!(
            kind,
            "if_statement" | "for_statement" | "while_statement" | "with_statement" | "try_statement"
        )
}

/// The outermost statements without errors, wherever they stand in the tree.
fn whole_statements(tree: &Tree) -> HashMap<usize, Node<'_>> {
    let mut whole = HashMap::new();
    let mut pending = vec![tree.root_node()];
    while let Some(node) = pending.pop() {
        let is_statement = node.kind().ends_with("_statement") || node.kind().ends_with("_definition");
        if is_statement && !node.has_error() && !node.is_missing() {
            whole.insert(node.start_byte(), node);
            continue;
        }
        let mut cursor = node.walk();
        pending.extend(node.named_children(&mut cursor));
    }
    whole
}
