//! Numbers that comments give to run-time sizes.
//!
//! Comments that were copied from a run, `mC: gmem_ptr[32b](..) o (512,1024):(1024,_1)`, hold that run's numbers where the
//! code has names. Two comments of a function that give `N` the same number tell it; a third one with another number
//! in a stride is of no run.

use std::collections::BTreeMap;

use layout_algebra::{
    IntTuple,
    symbolic::{Expression, Integer},
};
use layoutlens_operation::{size::Size, value::Leaf};
use layoutlens_syntax::{Pattern, PatternKind};

/// In how many comments a size must stand to be relied upon.
const ENOUGH: usize = 2;

/// What the shapes in the comments of one function say of run-time integers.
#[derive(Debug, Default)]
pub(super) struct StatedSizes {
    by_name: BTreeMap<String, Stated>,
}

/// The number of a name.
#[derive(Debug)]
struct Stated {
    /// `None` when comments differ.
    number: Option<i64>,
    /// How many comments say so.
    comments: usize,
}

impl StatedSizes {
    /// Takes what one comment's shape says.
    pub(super) fn read(&mut self, written: &Pattern, found: &IntTuple<Leaf>) {
        let mut numbers = BTreeMap::new();
        collect(written, found, &mut numbers);
        for (name, number) in numbers {
            let stated = self.by_name.entry(name).or_insert(Stated { number, comments: 0 });
            stated.comments += 1;
            if stated.number != number {
                stated.number = None;
            }
        }
    }

    /// The number of an integer in the run that the comments tell of.
    pub(super) fn number(&self, size: &Size) -> Option<i64> {
        let replaced = size.integer().expression().substitute(&|name| {
            let stated = self.by_name.get(&*name.text).filter(|stated| stated.comments >= ENOUGH)?;
            stated.number.map(Expression::constant)
        });
        Integer::Dynamic(replaced.ok()?).known()
    }
}

/// The numbers beside names in one shape; a name with two numbers has none.
fn collect(written: &Pattern, found: &IntTuple<Leaf>, numbers: &mut BTreeMap<String, Option<i64>>) {
    match (&written.kind, found) {
        (PatternKind::Tuple(elements), IntTuple::Tuple(modes)) if elements.len() == modes.len() => {
            for (element, mode) in elements.iter().zip(modes) {
                collect(element, mode, numbers);
            }
        }
        (PatternKind::Number(number), IntTuple::Int(Leaf::Size(size @ Size::Symbolic(expression)))) => {
            let names = size.names();
            let [name] = &names.iter().collect::<Vec<_>>()[..] else { return };
            if *expression == Expression::name(name) {
                let known = numbers.entry((*name).clone()).or_insert(Some(*number));
                if *known != Some(*number) {
                    *known = None;
                }
            }
        }
        _ => {}
    }
}
