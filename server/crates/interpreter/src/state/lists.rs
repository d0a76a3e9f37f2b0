//! What lists of Python held so far.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use layoutlens_host_value::value::HostValue;
use layoutlens_operation::Value;

/// How many values are remembered that lists had.
pub(crate) const MAX_LISTS: usize = 4096;

/// What lists held so far, by a number that equal values have in common.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    pub(crate) by_print: FxHashMap<u64, Vec<HostValue>>,
    pub(crate) count: usize,
}

impl Lists {
    pub(crate) fn contain(&self, value: &HostValue) -> bool {
        self.by_print.get(&print_of(value)).is_some_and(|equal| equal.contains(value))
    }
}

/// A number that is the same for equal sequences.
pub(crate) fn print_of(value: &HostValue) -> u64 {
    let mut print = FxHasher::default();
    match value {
        HostValue::Value(Value::Tuple(tuple)) => tuple.hash(&mut print),
        HostValue::Tuple(elements) => {
            elements.len().hash(&mut print);
            for element in elements.iter() {
                std::mem::discriminant(element).hash(&mut print);
                match element {
                    HostValue::Value(Value::Tuple(tuple)) => tuple.hash(&mut print),
                    HostValue::Text(text) => text.hash(&mut print),
                    _ => {}
                }
            }
        }
        _ => {}
    }
    print.finish()
}
