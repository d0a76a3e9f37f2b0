//! Neighbouring elements that each thread writes one after the other, in statements or in a loop, each behind a bound or none.

use std::ops::Range;
use std::rc::Rc;

use tree_sitter::Node;

use super::neighbours::statement_of;
use super::own::Own;
use super::unroll::{head, unroll_start};
use crate::judge::{Judgement, OfRun};
use crate::lanes::{LANES, Sum};
use crate::mask::is_word;
use crate::read::children;
use crate::uses::{code_of, words};
use crate::{Looked, Space};

/// The most elements of a row.
const MOST: i64 = 16;

/// Types whose bytes are known by their names, and that are made of nothing.
const KNOWN: [(&str, i64); 25] = [
    ("char", 1),
    ("signed char", 1),
    ("unsigned char", 1),
    ("int8_t", 1),
    ("uint8_t", 1),
    ("short", 2),
    ("unsigned short", 2),
    ("int16_t", 2),
    ("uint16_t", 2),
    ("half", 2),
    ("__half", 2),
    ("nv_bfloat16", 2),
    ("__nv_bfloat16", 2),
    ("float", 4),
    ("int", 4),
    ("unsigned", 4),
    ("unsigned int", 4),
    ("int32_t", 4),
    ("uint32_t", 4),
    ("double", 8),
    ("long long", 8),
    ("unsigned long long", 8),
    ("int64_t", 8),
    ("uint64_t", 8),
    ("size_t", 8),
];

/// Types with a sign: what overflows of these is no program.
const SIGNED: [&str; 7] = ["int", "int32_t", "int64_t", "long", "short", "ptrdiff_t", "ssize_t"];

/// One element that is written: what stands on both sides of the `=`, and the bound in front of it.
#[derive(Clone)]
pub(super) struct Written {
    pub(super) target: String,
    pub(super) value: String,
    pub(super) bound: Option<String>,
}

/// What one run of the kernel does with a row.
pub(super) struct OfOneRun<'l> {
    pub(super) run: &'l Rc<OfRun>,
    /// The byte of the first element, for each lane.
    pub(super) first: Sum,
    /// Bytes of an element.
    pub(super) width: i64,
    /// What the writes cost together.
    pub(super) was: i64,
}

/// Neighbouring elements of global memory that each thread writes.
pub(super) struct Row<'l> {
    pub(super) code: String,
    /// The statements or the loop.
    pub(super) range: Range<usize>,
    /// In the order of the elements.
    pub(super) all: Vec<Written>,
    pub(super) base: String,
    /// The type of an element, as spelled.
    pub(super) element: String,
    pub(super) runs: Vec<OfOneRun<'l>>,
    /// Functions of which nothing is known that make the values.
    pub(super) called: Vec<String>,
    /// The conditions under which all of them are written.
    pub(super) bounds: Vec<String>,
}

/// The parts of a row, as they stand in the text.
struct Parts<'t> {
    range: Range<usize>,
    /// Target, value and bound of each; of a loop those of its one statement.
    written: Vec<(Node<'t>, Node<'t>, Option<Node<'t>>)>,
    /// The counter of a loop and how many rounds it has.
    counter: Option<(String, i64)>,
}

impl<'l> Row<'l> {
    /// The row in which an element is written at a place of the text.
    pub(super) fn of(text: &str, root: Node<'_>, looked: &'l Looked, one: &'l Judgement) -> Option<Self> {
        let access = &one.access;
        if !access.is_write || access.space != Space::Global || access.is_member || access.is_uniform {
            return None;
        }
        let (kernel, _) = looked.kernels.iter().find(|(kernel, _)| kernel.contains(&access.range.start))?;
        let code = code_of(text);
        let own = Own { code: &code, kernel };
        if code.get(kernel.clone())?.contains("volatile") {
            return None;
        }
        let pointer = name_of(&code, &access.range)?;
        if !own.is_pointer(pointer) {
            return None;
        }
        let element = declared_element(&code, kernel, pointer)?;
        let statement = statement_of(root, &access.range)?;
        let parts = match in_loop(statement, &code) {
            Some(parts) => parts,
            None => in_statements(statement, looked, one)?,
        };
        let (mut all, mut called) = (Vec::new(), Vec::new());
        for (target, value, bound) in &parts.written {
            let is_pure = is_subscript_of(*target, pointer, &own)
                && bound.is_none_or(|bound| own.is_made_of_variables(bound))
                && own.is_made_of_variables_and_calls(*value, &mut called);
            if !is_pure {
                return None;
            }
            let spelled = |node: Node<'_>, round: Option<i64>| {
                let spelled = text.get(node.byte_range())?;
                // A comment at the end of a line would take what stands behind it.
                let is_whole = !spelled.contains("//") && !spelled.contains('\\');
                let counter = parts.counter.as_ref().map(|(counter, _)| counter.as_str());
                is_whole.then(|| match (counter, round) {
                    (Some(counter), Some(round)) => {
                        in_round(spelled, code.get(node.byte_range()).unwrap_or_default(), counter, round)
                    }
                    _ => spelled.to_owned(),
                })
            };
            let rounds = parts.counter.as_ref().map_or(1, |(_, rounds)| *rounds);
            for round in 0..rounds {
                let round = parts.counter.as_ref().map(|_| round);
                all.push(Written {
                    target: spelled(*target, round)?,
                    value: spelled(*value, round)?,
                    bound: match bound {
                        Some(bound) => Some(spelled(*bound, round)?),
                        None => None,
                    },
                });
            }
        }
        called.sort();
        called.dedup();
        let bound = parts.written.first().and_then(|(_, _, bound)| *bound);
        let bounds: Vec<String> = match (bound, parts.counter.as_ref()) {
            (Some(bound), Some((counter, _))) if is_rising(bound, counter, &own) => {
                all.last().and_then(|one| one.bound.clone()).into_iter().collect()
            }
            _ => all.iter().filter_map(|one| one.bound.clone()).collect(),
        };
        let runs = of_runs(looked, &parts)?;
        let (range, base) = (parts.range, access.base.clone());
        Some(Self { code, range, all, base, element, runs, called, bounds })
    }

    /// The type of an element, and its bytes where its name says them.
    pub(super) fn known_bytes(&self) -> Option<i64> {
        KNOWN.iter().find(|(name, _)| *name == self.element).map(|(_, bytes)| *bytes)
    }

    /// A name that stands nowhere in the text.
    pub(super) fn free_name(&self, wanted: &str) -> String {
        let is_free = |name: &String| words(&self.code, name, &(0..self.code.len())).next().is_none();
        let names = std::iter::once(wanted.to_owned()).chain((2..1000).map(|at| format!("{wanted}_{at}")));
        names.into_iter().find(is_free).unwrap_or_else(|| format!("{wanted}_of_row"))
    }
}

/// The loop whose one statement writes an element.
fn in_loop<'t>(statement: Node<'t>, code: &str) -> Option<Parts<'t>> {
    // What stands alone in braces, with what is around these.
    let alone = |mut node: Node<'t>| {
        let mut parent = node.parent()?;
        while parent.kind() == "compound_statement" {
            if children(parent).len() != 1 {
                return None;
            }
            (node, parent) = (parent, parent.parent()?);
        }
        Some((node, parent))
    };
    let (mut inner, mut around) = alone(statement)?;
    let mut bound = None;
    if around.kind() == "if_statement" {
        let is_then = around.child_by_field_name("consequence") == Some(inner);
        if !is_then || around.child_by_field_name("alternative").is_some() {
            return None;
        }
        let clause = around.child_by_field_name("condition")?;
        let [condition] = children(clause)[..] else { return None };
        bound = Some(condition);
        (inner, around) = alone(around)?;
    }
    let is_body = around.child_by_field_name("body") == Some(inner);
    let is_block = around.parent().is_some_and(|parent| parent.kind() == "compound_statement");
    if around.kind() != "for_statement" || !is_body || !is_block {
        return None;
    }
    let (counter, rounds) = head(around, code).filter(|(_, rounds)| (2..=MOST).contains(rounds))?;
    let (target, value) = sides(statement)?;
    let range = unroll_start(around, code);
    Some(Parts { range, written: vec![(target, value, bound)], counter: Some((counter.to_owned(), rounds)) })
}

/// Statements that follow each other and write one element each.
fn in_statements<'t>(statement: Node<'t>, looked: &Looked, one: &Judgement) -> Option<Parts<'t>> {
    let block = statement.parent().filter(|parent| parent.kind() == "compound_statement")?;
    let all = children(block);
    let at = all.iter().position(|node| *node == statement)?;
    let whole = one.whole.as_ref()?;
    // How many bytes further than the one that is asked for a statement writes.
    let distance = |node: &Node<'_>| {
        let is_in = |other: &&Judgement| {
            node.byte_range().contains(&other.access.range.start) && Rc::ptr_eq(&other.run, &one.run)
        };
        let mut within = looked.judgements.iter().filter(is_in);
        let (Some(other), None) = (within.next(), within.next()) else { return None };
        let is_alike = other.access.is_write
            && other.access.base == one.access.base
            && other.access.space == one.access.space
            && other.access.width == one.access.width
            && !other.access.is_member;
        let apart = other.whole.as_ref()?.plus(whole, -1)?.as_number()?;
        is_alike.then_some(apart)
    };
    let width = one.access.width?;
    let before = all[..at].iter().rev().map_while(|node| distance(node).map(|apart| (apart, *node)));
    let behind = all[at..].iter().map_while(|node| distance(node).map(|apart| (apart, *node)));
    let near = 2 * usize::try_from(MOST).ok()?;
    let mut found: Vec<(i64, Node<'t>)> = before.take(near).chain(behind.take(near)).collect();
    // Those of one row: as far apart as its elements.
    found.sort_by_key(|(apart, node)| (*apart, node.start_byte()));
    let own = found.iter().position(|(apart, node)| *apart == 0 && *node == statement)?;
    let is_next = |a: &(i64, Node<'_>), b: &(i64, Node<'_>)| b.0 - a.0 == width;
    let from = (1..=own).rev().take_while(|at| is_next(&found[at - 1], &found[*at])).count();
    let to = (own..found.len() - 1).take_while(|at| is_next(&found[*at], &found[at + 1])).count();
    let row = found.get(own - from..=own + to)?;
    let (first, last) = (
        row.iter().map(|(_, node)| node.start_byte()).min()?,
        row.iter().map(|(_, node)| node.end_byte()).max()?,
    );
    // Nothing else in between.
    let count = all.iter().filter(|node| node.start_byte() >= first && node.end_byte() <= last).count();
    if count != row.len() || row.len() < 2 || row.len() > usize::try_from(MOST).ok()? {
        return None;
    }
    Some(Parts { range: first..last, written: Vec::new(), counter: None }).and_then(|parts| {
        Some(Parts { written: row.iter().map(|(_, node)| plain(*node)).collect::<Option<_>>()?, ..parts })
    })
}

fn plain(statement: Node<'_>) -> Option<(Node<'_>, Node<'_>, Option<Node<'_>>)> {
    let [assignment] = children(statement)[..] else { return None };
    let is_plain = assignment.kind() == "assignment_expression"
        && assignment.child_by_field_name("operator").is_some_and(|sign| sign.kind() == "=");
    let (left, right) = (assignment.child_by_field_name("left")?, assignment.child_by_field_name("right")?);
    is_plain.then_some((left, right, None))
}

fn sides<'t>(statement: Node<'t>) -> Option<(Node<'t>, Node<'t>)> {
    plain(statement).map(|(left, right, _)| (left, right))
}

/// What each run of the kernel does with the row; `None` where one does something else.
fn of_runs<'l>(looked: &'l Looked, parts: &Parts<'_>) -> Option<Vec<OfOneRun<'l>>> {
    let within = |one: &&Judgement| parts.range.contains(&one.access.range.start);
    let mut runs: Vec<OfOneRun<'l>> = Vec::new();
    let mut seen = 0;
    for first in looked.judgements.iter().filter(within) {
        if runs.iter().any(|run| Rc::ptr_eq(run.run, &first.run)) {
            continue;
        }
        let width = first.access.width.filter(|width| matches!(width, 1 | 2 | 4 | 8 | 16))?;
        let mut was = 0_i64;
        let mut begins = None;
        for (place, (target, _, _)) in (0_i64..).zip(&parts.written) {
            let is_it = |one: &&Judgement| {
                one.access.range == target.byte_range() && Rc::ptr_eq(&one.run, &first.run)
            };
            let mut own = looked.judgements.iter().filter(is_it);
            let (Some(one), None) = (own.next(), own.next()) else { return None };
            seen += 1;
            // Of a class, making one may do something.
            let is_number = KNOWN.contains(&(one.access.element.as_str(), width));
            let is_alike = is_number
                && one.access.is_write
                && one.access.space == Space::Global
                && one.access.width == Some(width)
                && one.access.base == first.access.base;
            if !is_alike {
                return None;
            }
            let whole = one.whole.as_deref()?;
            let (start, times) = match &parts.counter {
                Some((counter, rounds)) => (first_round(whole, &one.run, counter, *rounds, width)?, *rounds),
                None => (whole.plus(&Sum::number(place.checked_mul(width)?), -1)?, 1),
            };
            if begins.as_ref().is_some_and(|known| *known != start) {
                return None;
            }
            begins = Some(start);
            was = was.checked_add(one.access.cost?.is.checked_mul(times)?)?;
        }
        let first_place = begins?;
        runs.push(OfOneRun { run: &first.run, first: first_place, width, was });
    }
    (looked.judgements.iter().filter(within).count() == seen && !runs.is_empty()).then_some(runs)
}

/// Where the first round of a loop is whose rounds are so many bytes apart.
pub(super) fn first_round(whole: &Sum, run: &OfRun, counter: &str, rounds: i64, step: i64) -> Option<Sum> {
    let is_counter = |symbol: u32| {
        run.facts
            .get(symbol as usize)
            .is_some_and(|facts| facts.is_round && facts.name == counter && facts.count == Some(rounds))
    };
    let mut found = whole.symbols().filter(|symbol| is_counter(*symbol));
    let (Some(symbol), None) = (found.next(), found.next()) else { return None };
    let is_by_width = whole.terms().iter().all(|(symbols, lanes)| {
        !symbols.contains(&symbol) || (symbols.len() == 1 && *lanes == [step; LANES])
    });
    is_by_width.then(|| whole.with(&|one| (one == symbol).then_some(0)))?
}

/// The text of one round of a loop.
fn in_round(spelled: &str, code: &str, counter: &str, round: i64) -> String {
    let mut one = spelled.to_owned();
    let places: Vec<usize> = words(code, counter, &(0..code.len())).collect();
    for at in places.into_iter().rev() {
        let end = at + counter.len();
        // `a + 0` is `a`.
        let sum = one[..at].trim_end().strip_suffix('+').map(str::trim_end).map(str::len);
        let rest = one[end..].trim_start();
        let is_last =
            [']', ')', '<', '>', '!', '='].iter().any(|sign| rest.starts_with(*sign)) || rest.is_empty();
        match (round, sum) {
            (0, Some(start)) if is_last && one[..start].bytes().last().is_some_and(|byte| byte != b'+') => {
                one.replace_range(start..end, "");
            }
            _ => one.replace_range(at..end, &round.to_string()),
        }
    }
    one
}

/// Whether a bound holds for all rounds before one for which it holds: `i + j < n`, of integers with a sign.
fn is_rising(bound: Node<'_>, counter: &str, own: &Own<'_>) -> bool {
    let word = |node: Node<'_>| own.code.get(node.byte_range()).unwrap_or_default();
    let (Some(left), Some(right)) = (bound.child_by_field_name("left"), bound.child_by_field_name("right"))
    else {
        return false;
    };
    let sign = bound.child_by_field_name("operator").map(word).unwrap_or_default();
    let [Some(a), Some(b)] = [left.child_by_field_name("left"), left.child_by_field_name("right")] else {
        return false;
    };
    let is_sum =
        left.kind() == "binary_expression" && left.child_by_field_name("operator").map(word) == Some("+");
    let is_signed = |node: Node<'_>| {
        (node.kind() == "identifier" && is_declared_signed(word(node), own))
            || (node.kind() == "number_literal" && word(node).bytes().all(|byte| byte.is_ascii_digit()))
    };
    let is_counted = (word(b) == counter && is_signed(a) && word(a) != counter)
        || (word(a) == counter && is_signed(b) && word(b) != counter);
    matches!(sign, "<" | "<=")
        && is_sum
        && is_counted
        && is_declared_signed(counter, own)
        && is_signed(right)
        && word(right) != counter
}

/// Whether each declaration of a name in the kernel is that of an integer with a sign.
fn is_declared_signed(name: &str, own: &Own<'_>) -> bool {
    let mut is_declared = false;
    let all = words(own.code, name, own.kernel).all(|at| {
        let before = own.code[..at].trim_end();
        let start = before.bytes().rposition(|byte| !is_word(byte)).map_or(0, |at| at + 1);
        let of = &before[start..];
        if of.is_empty() || matches!(of, "return" | "else" | "case" | "sizeof") {
            return true;
        }
        is_declared = true;
        SIGNED.contains(&of) && !before[..start].trim_end().ends_with("unsigned")
    });
    all && is_declared
}

/// Whether it is an element of this pointer by an index that is the thread's own.
fn is_subscript_of(node: Node<'_>, pointer: &str, own: &Own<'_>) -> bool {
    let argument = node.child_by_field_name("argument");
    let is_named = argument.is_some_and(|argument| {
        argument.kind() == "identifier" && own.code.get(argument.byte_range()) == Some(pointer)
    });
    node.kind() == "subscript_expression"
        && is_named
        && children(node)
            .into_iter()
            .filter(|child| Some(*child) != argument)
            .all(|child| own.is_made_of_variables(child))
}

/// The name with which an access begins: `out` of `out[4 * i]`.
fn name_of<'c>(code: &'c str, range: &Range<usize>) -> Option<&'c str> {
    let spelled = code.get(range.clone())?;
    let end = spelled.bytes().take_while(|byte| is_word(*byte)).count();
    spelled.get(..end).filter(|name| !name.is_empty())
}

/// The type to whose elements a pointer of this name is declared, as one word: `T` of `T* __restrict__ out`.
fn declared_element(code: &str, kernel: &Range<usize>, name: &str) -> Option<String> {
    let mut found: Option<&str> = None;
    for at in words(code, name, kernel) {
        let mut before = code[..at].trim_end();
        for word in ["__restrict__", "__restrict", "const"] {
            before = before.strip_suffix(word).unwrap_or(before).trim_end();
        }
        let Some(before) = before.strip_suffix('*').map(str::trim_end) else { continue };
        let start = before.bytes().rposition(|byte| !is_word(byte)).map_or(0, |at| at + 1);
        let (front, of) = (before[..start].trim_end(), &before[start..]);
        // A product, or a type of several words.
        let is_declaration = front.ends_with([',', '(', ';', '{', '}']) || front.ends_with("const");
        if of.is_empty() || !is_declaration || found.is_some_and(|found| found != of) {
            return None;
        }
        found = Some(of);
    }
    found.map(str::to_owned)
}
