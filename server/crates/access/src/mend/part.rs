//! Rows of a part of shared memory whose size the launch says, `float* S = &sram[3 * n]`: the product that says how long a row is
//! gets a longer one at all uses, what lies behind moves, and the launches give more.

use std::ops::Range;

use tree_sitter::Node;

use super::bound::is_natural;
use super::change::{Mend, applied};
use super::host::more_shared_memory;
use super::proof::{Pairs, bounds};
use crate::judge::Judgement;
use crate::lanes::{LANES, Sum};
use crate::read::{children, parse};
use crate::run::Part;
use crate::uses::{Use, code_of, uses, words};
use crate::{Access, Looked, look};

/// Elements by which rows are made longer, in the order in which they are tried.
const PADS: [i64; 4] = [1, 2, 4, 8];

/// The padding after which the access costs the least, or least of all that there are.
pub(super) fn mend(text: &str, before: &Looked, access: &Access) -> Option<Mend> {
    let rows = Rows::of(text, before, access)?;
    let mut best: Option<Mend> = None;
    for factor in &rows.factors {
        for elements in PADS {
            let Some(mend) = rows.padded(text, before, access, factor, elements) else { continue };
            if best.as_ref().is_none_or(|best| mend.cost.is < best.cost.is) {
                let is_least = mend.cost.is == mend.cost.least;
                best = Some(mend);
                if is_least {
                    return best;
                }
            }
        }
    }
    best
}

/// A part of a shared array, and how it is used.
struct Rows<'l> {
    part: &'l Part,
    /// Each use is a subscript: where it stands, with the factors of the products in its index.
    uses: Vec<(usize, Vec<Range<usize>>)>,
    /// Where all that is done with the array stands.
    places: Vec<usize>,
    /// What the products in the index are made of, one of which may be the length of a row: as it is written.
    factors: Vec<String>,
    code: String,
    kernel: Range<usize>,
}

impl<'l> Rows<'l> {
    /// The part of the access, where a run sees all that is done with the array in which it lies.
    fn of(text: &str, before: &'l Looked, access: &Access) -> Option<Self> {
        let one = before.judgements.iter().find(|one| one.access == *access)?;
        let code = code_of(text);
        let (kernel, _) = before.kernels.iter().find(|(kernel, _)| kernel.contains(&access.range.start))?;
        let part = one.run.parts.iter().find(|part| {
            words(&code, &part.name, kernel).any(|at| at == access.range.start)
                && kernel.contains(&part.range.start)
        })?;
        let array = code.get(part.array.clone())?;
        let name = array.split('[').next()?.trim();
        // Two of one array, or two parts of one name, are not told apart.
        let body = code.get(kernel.clone())?;
        let is_one = body.matches("extern").count() == 1
            && one.run.parts.iter().filter(|other| other.name == part.name).count() == 1;
        let all = uses(&code, name, 1, &part.array, kernel).filter(|_| is_one)?;
        let of_part = uses(&code, &part.name, 1, &part.range, kernel)?;
        let mut places: Vec<usize> = all.whole.iter().map(|one| one.start).collect();
        places.extend(all.through_pointers);
        let (_, tree) = parse(text)?;
        let with_factors =
            |one: &Use| Some((one.start, factors(tree.root_node(), text, one.indices.first()?)));
        let uses: Option<Vec<_>> = of_part.whole.iter().map(with_factors).collect();
        let uses = uses?;
        let (_, of_access) = uses.iter().find(|(start, _)| *start == access.range.start)?;
        let mut factors: Vec<String> =
            of_access.iter().filter_map(|factor| text.get(factor.clone())).map(str::to_owned).collect();
        factors.dedup();
        let kernel = kernel.clone();
        Some(Self { part, uses, places, factors, code, kernel })
    }

    fn padded(
        &self,
        text: &str,
        before: &'l Looked,
        access: &Access,
        factor: &str,
        elements: i64,
    ) -> Option<Mend> {
        let mut edits = Vec::new();
        for (_, factors) in &self.uses {
            let found = factors.iter().find(|place| text.get((*place).clone()) == Some(factor));
            edits.extend(found.map(|place| (place.clone(), format!("({factor} + {elements})"))));
        }
        let longer = elements.checked_mul(self.part.element)?;
        // As if nothing lay behind: how many rows there are, and how long they are.
        let after = look(&applied(text, &edits), &before.headers);
        let pairs = Pairs::new(before, &after, &edits)?;
        let row = self.row(&pairs, access, longer)?;
        let rows = self.rows(&pairs, row, longer)?;
        let (bytes, more) = (rows.checked_mul(row)?, rows.checked_mul(longer)?);
        for part in self.parts_behind(before, access, bytes)? {
            let end = part.range.end;
            let count = more.checked_div(part.element).filter(|count| count * part.element == more)?;
            edits.push((end..end, format!(" + {count}")));
        }
        edits.sort_by_key(|(range, _)| range.start);
        let after = look(&applied(text, &edits), &before.headers);
        let pairs = Pairs::new(before, &after, &edits)?;
        if !pairs.hold(self.places.iter().copied()) || !self.are_same(&pairs, row, longer, bytes, more) {
            return None;
        }
        let cost = pairs.cost(access)?;
        let launches = more_shared_memory(text, &access.kernel, more)?;
        edits.extend(launches.edits);
        edits.sort_by_key(|(range, _)| range.start);
        let title = format!(
            "pad the rows of `{}` by {elements}, {more} bytes more at each launch here",
            self.part.name
        );
        Some(Mend { title, edits, cost, was: access.cost?.is, is_supposed: !launches.is_within })
    }

    fn is_of_part(&self, access: &Access) -> bool {
        self.uses.iter().any(|(start, _)| *start == access.range.start)
    }

    fn is_of_array(&self, one: &Judgement) -> bool {
        one.declared.as_ref() == Some(&self.part.array)
    }

    /// Where a part begins in the run of an access.
    fn begins<'j>(&self, one: &'j Judgement) -> Option<&'j Sum> {
        let part = one.run.parts.iter().find(|part| part.range == self.part.range)?;
        Some(&part.begins)
    }

    /// Bytes of a row, by what is between two lanes of the access that are in different rows.
    fn row(&self, pairs: &Pairs<'_>, access: &Access, longer: i64) -> Option<i64> {
        let (old, new) = pairs.pairs.iter().find(|(old, _)| old.access == *access)?;
        let (was, is) = (old.access.offsets?, new.access.offsets?);
        (1..LANES).find_map(|lane| {
            let apart = was[lane] - was[0];
            let rows = (is[lane] - is[0] - apart).checked_div(longer)?;
            let row = apart.checked_div(rows)?;
            (row > 0 && row.checked_mul(rows) == Some(apart)).then_some(row)
        })
    }

    /// How many rows are used, where each access of the part is within one.
    fn rows(&self, pairs: &Pairs<'_>, row: i64, longer: i64) -> Option<i64> {
        let mut most = 0;
        for (old, new) in pairs.pairs.iter().filter(|(old, _)| self.is_of_part(&old.access)) {
            most = most.max(self.in_rows(old, new, row, longer)?);
        }
        most.checked_add(1)
    }

    /// The last row that an access comes to; `None` where it may not be within its row, or not be the same element.
    fn in_rows(&self, old: &Judgement, new: &Judgement, row: i64, longer: i64) -> Option<i64> {
        let was = old.whole.as_ref()?.plus(self.begins(old)?, -1)?;
        let difference = new.whole.as_ref()?.plus(old.whole.as_ref()?, -1)?;
        if difference.terms().iter().any(|(_, lanes)| lanes.iter().any(|lane| lane % longer != 0)) {
            return None;
        }
        let rows = difference.divided(longer);
        let byte = was.plus(&rows.times(&Sum::number(row))?, -1)?;
        let (least, most) = bounds(&byte, &old.run.facts)?;
        let (first, last) = bounds(&rows, &old.run.facts)?;
        let is_within = first >= 0 && least >= 0 && most.checked_add(old.access.width?)? <= row;
        is_within.then_some(last)
    }

    /// The parts that certainly begin behind this one of so many bytes and are made of none that does.
    fn parts_behind(&self, before: &'l Looked, access: &Access, bytes: i64) -> Option<Vec<&'l Part>> {
        let one = before.judgements.iter().find(|one| one.access == *access)?;
        let end = self.part.begins.plus(&Sum::number(bytes), 1)?;
        let is_behind = |part: &&Part| {
            part.array == self.part.array
                && part.range != self.part.range
                && part.begins.plus(&end, -1).is_some_and(|from| is_natural(&from, &from, &one.run.facts))
        };
        let behind: Vec<&Part> = one.run.parts.iter().filter(is_behind).collect();
        let is_made_of = |part: &Part, other: &Part| {
            part.range != other.range && words(&self.code, &other.name, &part.range).next().is_some()
        };
        let of_none = |part: &&&Part| !behind.iter().any(|other| is_made_of(part, other));
        Some(behind.iter().filter(of_none).copied().collect())
    }

    /// Whether all that is done with the array is done with the same elements.
    fn are_same(&self, pairs: &Pairs<'_>, row: i64, longer: i64, bytes: i64, more: i64) -> bool {
        pairs.pairs.iter().all(|(old, new)| {
            let names = |one: &Judgement| {
                one.run.facts.iter().map(|fact| (fact.name.clone(), fact.count)).collect::<Vec<_>>()
            };
            if !self.kernel.contains(&old.access.range.start) {
                return true;
            }
            if names(old) != names(new) || old.access.space == crate::Space::Unknown {
                return false;
            }
            if self.is_of_part(&old.access) {
                return self.in_rows(old, new, row, longer).is_some();
            }
            if !self.is_of_array(old) {
                return true;
            }
            self.is_beside(old, new, bytes, more).unwrap_or(false)
        })
    }

    /// Whether an access of the array is in front of the part and stays there, or is behind it and moves by as much as it grows.
    fn is_beside(&self, old: &Judgement, new: &Judgement, bytes: i64, more: i64) -> Option<bool> {
        let (was, is, begins) = (old.whole.as_ref()?, new.whole.as_ref()?, self.begins(old)?);
        let facts = &old.run.facts;
        let behind = Sum::number(old.access.width?);
        let left = begins.plus(was, -1)?.plus(&behind, -1)?;
        if is == was && is_natural(&left, was, facts) {
            return Some(true);
        }
        let from_end = was.plus(begins, -1)?.plus(&Sum::number(bytes), -1)?;
        Some(is.plus(was, -1)?.as_number() == Some(more) && is_natural(&from_end, was, facts))
    }
}

/// What is multiplied in an index that is a sum: where each factor stands that is a name or a number.
fn factors(root: Node<'_>, text: &str, index: &Range<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let spelled = text.get(index.clone()).unwrap_or_default();
    let start = index.start + (spelled.len() - spelled.trim_start().len());
    let end = start + spelled.trim().len();
    if let Some(node) = root.descendant_for_byte_range(start, end) {
        factors_of(node, text, &mut found);
    }
    found
}

fn factors_of(node: Node<'_>, text: &str, found: &mut Vec<Range<usize>>) {
    let field = |name: &str| node.child_by_field_name(name);
    let sign = field("operator").and_then(|sign| text.get(sign.byte_range())).unwrap_or_default();
    match (node.kind(), sign) {
        ("parenthesized_expression" | "subscript_argument_list", _) => {
            children(node).into_iter().for_each(|child| factors_of(child, text, found));
        }
        ("binary_expression", "+") => {
            [field("left"), field("right")]
                .into_iter()
                .flatten()
                .for_each(|one| factors_of(one, text, found));
        }
        ("binary_expression", "-") => {
            field("left").into_iter().for_each(|one| factors_of(one, text, found));
        }
        ("binary_expression", "*") => {
            let operands = [field("left"), field("right")].into_iter().flatten();
            let is_simple = |one: &Node<'_>| matches!(one.kind(), "identifier" | "number_literal");
            found.extend(operands.filter(is_simple).map(|one| one.byte_range()));
        }
        _ => {}
    }
}
