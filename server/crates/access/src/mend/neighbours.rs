//! Accesses of neighbouring elements in statements that follow each other, which one vector may take the place of.

use std::ops::Range;
use std::rc::Rc;

use tree_sitter::Node;

use super::own::Own;
use crate::judge::Judgement;
use crate::lanes::Sum;
use crate::mask::is_word;
use crate::read::children;
use crate::uses::{code_of, words};
use crate::{Looked, Space};

/// Bytes of the vectors that there are.
const WIDTHS: [i64; 2] = [16, 8];

/// The names of a vector's elements.
const ELEMENTS: [&str; 4] = ["x", "y", "z", "w"];

/// The edits, and where the vector stands in the new text.
type Rewrite = (Vec<(Range<usize>, String)>, Range<usize>);

/// Accesses of the elements of one vector, one by one.
pub(super) struct Neighbours<'l, 't> {
    text: &'t str,
    code: String,
    root: Node<'t>,
    kernel: Range<usize>,
    /// In the order of the elements.
    pub(super) accesses: Vec<&'l Judgement>,
    /// The statements that hold them, from the first to the last.
    statements: Vec<Node<'t>>,
    pub(super) is_write: bool,
    /// The type of an element, and what CUDA calls a vector of it: `int` of `int4`.
    pub(super) element: String,
    vector: &'static str,
    /// Bytes of the vector.
    pub(super) bytes: i64,
}

/// The statement in which an access stands.
pub(super) fn statement_of<'t>(root: Node<'t>, range: &Range<usize>) -> Option<Node<'t>> {
    let mut node = root.descendant_for_byte_range(range.start, range.end)?;
    while !matches!(node.kind(), "expression_statement" | "declaration") {
        node = node.parent()?;
    }
    Some(node)
}

impl<'l, 't> Neighbours<'l, 't> {
    /// The neighbours of an access with which it fills the widest vector.
    pub(super) fn of(text: &'t str, root: Node<'t>, looked: &'l Looked, one: &'l Judgement) -> Option<Self> {
        let access = &one.access;
        let width = access.width?;
        let (kernel, _) = looked.kernels.iter().find(|(kernel, _)| kernel.contains(&access.range.start))?;
        let code = code_of(text);
        let vector = match access.element.as_str() {
            "float" => "float",
            "double" => "double",
            "int" | "int32_t" => "int",
            "unsigned" | "unsigned int" | "uint32_t" => "uint",
            _ => return None,
        };
        // In a template the type may be another elsewhere.
        let is_spelled = name_of(&code, &access.range)
            .is_some_and(|name| is_declared_as(&code, kernel, name, &access.element));
        let body = code.get(kernel.clone())?;
        if !is_spelled || body.contains("volatile") || access.space != Space::Global {
            return None;
        }
        let statement = statement_of(root, &access.range)?;
        let block = statement.parent().filter(|parent| parent.kind() == "compound_statement")?;
        let all = children(block);
        let at = all.iter().position(|node| *node == statement)?;
        WIDTHS.into_iter().find_map(|bytes| {
            let count = bytes.checked_div(width).filter(|count| matches!(count, 2 | 4))?;
            let first = first_place(one.whole.as_deref()?, bytes, width)?;
            let mut accesses = Vec::new();
            let mut places = Vec::new();
            for element in 0..count {
                let wanted = first + element * width;
                let (found, place) = nearest(looked, one, wanted, &all, at)?;
                accesses.push(found);
                places.push(place);
            }
            let (from, to) = (*places.iter().min()?, *places.iter().max()?);
            let statements = all.get(from..=to)?.to_vec();
            let found = Self {
                text,
                code: code.clone(),
                root,
                kernel: kernel.clone(),
                accesses,
                statements,
                is_write: access.is_write,
                element: access.element.clone(),
                vector,
                bytes,
            };
            found.is_plain(looked).then_some(found)
        })
    }

    /// Whether the elements are accessed once, in statements between which nothing else happens.
    fn is_plain(&self, looked: &Looked) -> bool {
        let Some(first) = self.accesses.first() else { return false };
        let whole = self.statements.first().map(|node| node.start_byte()).unwrap_or(0)
            ..self.statements.last().map(|node| node.end_byte()).unwrap_or(0);
        let of_run = || {
            let is_within = |one: &&Judgement| {
                whole.contains(&one.access.range.start) && Rc::ptr_eq(&one.run, &first.run)
            };
            looked.judgements.iter().filter(is_within)
        };
        let is_statement = |node: &Node<'_>| matches!(node.kind(), "expression_statement" | "declaration");
        let is_calm = |node: &Node<'_>| is_statement(node) && self.own().is_calm(*node);
        if !self.statements.iter().all(is_calm) {
            return false;
        }
        if self.is_write {
            return of_run().count() == self.accesses.len() && self.statements.len() == self.accesses.len();
        }
        // What is written in between may be what is read, if nothing says that it is not.
        let is_left_alone = of_run().filter(|one| one.access.is_write).all(|one| {
            one.access.base != first.access.base
                && one.access.space != Space::Unknown
                && (one.access.space != first.access.space
                    || self.is_restricted(&one.access.base)
                    || self.is_restricted(&first.access.base))
        });
        let twice = of_run().filter(|one| self.accesses.iter().any(|of| of.access.range == one.access.range));
        is_left_alone
            && twice.count() == self.accesses.len()
            && self.accesses.iter().all(|one| self.is_unconditional(one))
    }

    fn own(&self) -> Own<'_> {
        Own { code: &self.code, kernel: &self.kernel }
    }

    /// Whether the pointer of this name is the only way to what it points to.
    fn is_restricted(&self, name: &str) -> bool {
        words(&self.code, name, &self.kernel).any(|at| {
            let before = self.code[..at].trim_end();
            before.ends_with("__restrict__") || before.ends_with("__restrict")
        })
    }

    /// Whether the access is made whenever its statement is.
    fn is_unconditional(&self, one: &Judgement) -> bool {
        let range = &one.access.range;
        let Some(mut node) = self.root.descendant_for_byte_range(range.start, range.end) else {
            return false;
        };
        while let Some(parent) = node.parent() {
            if self.statements.contains(&node) {
                return true;
            }
            let is_first = |field: &str| parent.child_by_field_name(field) == Some(node);
            let sign =
                parent.child_by_field_name("operator").and_then(|sign| self.code.get(sign.byte_range()));
            let is_left = match parent.kind() {
                "conditional_expression" => is_first("condition"),
                "binary_expression" if matches!(sign, Some("&&" | "||")) => is_first("left"),
                _ => true,
            };
            if !is_left {
                return false;
            }
            node = parent;
        }
        false
    }

    /// ``widen 4 writes of `out` to a `float4` ``.
    pub(super) fn title(&self) -> String {
        let what = if self.is_write { "writes" } else { "reads" };
        let count = self.accesses.len();
        let base = self.accesses.first().map_or("", |one| one.access.base.as_str());
        let name = self.name();
        let article = if name.starts_with('i') { "an" } else { "a" };
        format!("widen {count} {what} of `{base}` to {article} `{name}`")
    }

    fn name(&self) -> String {
        format!("{}{}", self.vector, self.accesses.len())
    }

    /// What must hold of the pointer that the program does not rely on yet.
    pub(super) fn supposed(&self, looked: &Looked) -> Option<String> {
        let first = self.accesses.first()?;
        let relies = |one: &Judgement| {
            one.access.base == first.access.base
                && one.access.space == first.access.space
                && one.access.width.is_some_and(|width| width >= self.bytes)
                && Rc::ptr_eq(&one.run, &first.run)
                && !one.access.is_conditional
                && one
                    .whole
                    .as_ref()
                    .is_some_and(|whole| first_place(whole, self.bytes, self.bytes) == Some(0))
        };
        let is_certain = looked.judgements.iter().any(relies);
        (!is_certain).then(|| format!("`{}` is aligned to {} bytes", first.access.base, self.bytes))
    }

    /// The edits, and where the vector stands in the new text.
    pub(super) fn edits(&self) -> Option<Rewrite> {
        let first = self.text.get(self.accesses.first()?.access.range.clone())?;
        if self.is_write { self.write_edits(first) } else { self.read_edits(first) }
    }

    fn write_edits(&self, first: &str) -> Option<Rewrite> {
        let mut values = Vec::new();
        for one in &self.accesses {
            let statement =
                self.statements.iter().find(|node| node.byte_range().contains(&one.access.range.start))?;
            let [assignment] = children(*statement)[..] else { return None };
            let (left, right) =
                (assignment.child_by_field_name("left")?, assignment.child_by_field_name("right")?);
            let sign = assignment
                .child_by_field_name("operator")
                .and_then(|sign| self.code.get(sign.byte_range()))?;
            let is_plain = assignment.kind() == "assignment_expression" && sign == "=";
            if !is_plain || left.byte_range() != one.access.range || !self.own().is_made_of_variables(right) {
                return None;
            }
            values.push(self.text.get(right.byte_range())?);
        }
        let range = self.statements.first()?.start_byte()..self.statements.last()?.end_byte();
        // Comments between them would be lost.
        let is_bare = self.statements.windows(2).all(|pair| {
            self.text
                .get(pair[0].end_byte()..pair[1].start_byte())
                .is_some_and(|between| between.trim().is_empty())
        });
        let name = self.name();
        let new = format!("*reinterpret_cast<{name}*>(&{first}) = make_{name}({});", values.join(", "));
        let vector = range.start..range.start + new.len();
        is_bare.then(|| (vec![(range, new)], vector))
    }

    fn read_edits(&self, first: &str) -> Option<Rewrite> {
        let start = self.statements.first()?.start_byte();
        let line = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let blanks: String =
            self.text[line..].chars().take_while(|letter| matches!(letter, ' ' | '\t')).collect();
        let base: String =
            first.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
        let base = if base.is_empty() { "vector".to_owned() } else { base };
        let is_free = |name: &String| words(&self.code, name, &(0..self.code.len())).next().is_none();
        let names = std::iter::once(format!("{base}_{}", self.accesses.len()))
            .chain((2..100).map(|at| format!("{base}_{}_{at}", self.accesses.len())));
        let own = names.into_iter().find(is_free)?;
        let name = self.name();
        let new = format!("const {name} {own} = *reinterpret_cast<const {name}*>(&{first});\n{blanks}");
        let vector = start..start + new.len();
        let mut edits = vec![(start..start, new)];
        for (one, element) in self.accesses.iter().zip(ELEMENTS) {
            edits.push((one.access.range.clone(), format!("{own}.{element}")));
        }
        edits.sort_by_key(|(range, _)| (range.start, range.end));
        Some((edits, vector))
    }
}

/// Where the vector begins that holds an element, in bytes from that: 0, or less. `None` where lanes differ in that.
fn first_place(whole: &Sum, bytes: i64, width: i64) -> Option<i64> {
    let mut first = Some(0);
    for (symbols, lanes) in whole.terms() {
        if symbols.is_empty() {
            first = Some(-lanes[0].rem_euclid(bytes))
                .filter(|_| lanes.iter().all(|lane| lane.rem_euclid(bytes) == lanes[0].rem_euclid(bytes)));
        } else if lanes.iter().any(|lane| lane % bytes != 0) {
            return None;
        }
    }
    first.filter(|first| first % width == 0)
}

/// The access of the element so many bytes further in the statement nearest to the one at `at`, and which statement that is.
fn nearest<'l>(
    looked: &'l Looked,
    one: &Judgement,
    bytes: i64,
    statements: &[Node<'_>],
    at: usize,
) -> Option<(&'l Judgement, usize)> {
    let is_wanted = |other: &&Judgement| {
        let (a, b) = (&other.access, &one.access);
        Rc::ptr_eq(&other.run, &one.run)
            && a.base == b.base
            && a.space == b.space
            && a.is_write == b.is_write
            && a.element == b.element
            && a.width == b.width
            && !a.is_member
            && a.is_conditional == b.is_conditional
            && match (&other.whole, &one.whole) {
                (Some(other), Some(one)) => {
                    other.plus(one, -1).and_then(|apart| apart.as_number()) == Some(bytes)
                }
                _ => false,
            }
    };
    let found = looked.judgements.iter().filter(is_wanted).filter_map(|other| {
        let place =
            statements.iter().position(|node| node.byte_range().contains(&other.access.range.start))?;
        Some((other, place))
    });
    found.min_by_key(|(_, place)| place.abs_diff(at))
}

/// The name with which an access begins: `out` of `out[4 * i]`.
fn name_of<'c>(code: &'c str, range: &Range<usize>) -> Option<&'c str> {
    let spelled = code.get(range.clone())?;
    let end = spelled.bytes().take_while(|byte| is_word(*byte)).count();
    spelled.get(..end).filter(|name| !name.is_empty())
}

/// Whether a pointer of this name is declared to such elements: `const float* __restrict__ out`.
fn is_declared_as(code: &str, kernel: &Range<usize>, name: &str, element: &str) -> bool {
    words(code, name, kernel).any(|at| {
        let mut before = code[..at].trim_end();
        for word in ["__restrict__", "__restrict", "const"] {
            before = before.strip_suffix(word).unwrap_or(before).trim_end();
        }
        let Some(before) = before.strip_suffix('*').map(str::trim_end) else { return false };
        let before = before.strip_suffix("const").unwrap_or(before).trim_end();
        let start = before.len().saturating_sub(element.len());
        before.ends_with(element) && !before[..start].bytes().last().is_some_and(is_word)
    })
}
