//! Results that are kept: the same operations on the same values come up in every revision of a file, and many times in
//! each. What an operation gives depends on nothing else, so that whether it was kept makes no difference.

use std::{
    hash::{Hash, Hasher},
    mem,
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

use rustc_hash::{FxHashMap, FxHasher};

use crate::{Evaluated, Operation, Refusal, Value};

/// How many results are kept that were asked for lately, and as many before them.
const MOST: usize = 2048;

/// Values of this many words are not kept: what is drawn of large layouts.
const MAX_WORDS: usize = 64;

/// Results by what they come of.
#[derive(Debug)]
pub struct Kept<K, V> {
    generations: Mutex<Generations<K, V>>,
}

/// By a hash of the key: of two keys with one hash the later one is kept.
#[derive(Debug)]
struct Generations<K, V> {
    recent: FxHashMap<u64, Arc<(K, V)>>,
    older: FxHashMap<u64, Arc<(K, V)>>,
}

impl<K, V> Default for Kept<K, V> {
    fn default() -> Self {
        let (recent, older) = (FxHashMap::default(), FxHashMap::default());
        Self { generations: Mutex::new(Generations { recent, older }) }
    }
}

impl<K, V> Kept<K, V> {
    /// What is kept under a hash, if `is_key` holds of its key.
    pub fn get(&self, hash: u64, is_key: impl FnOnce(&K) -> bool) -> Option<Arc<(K, V)>> {
        let mut generations = self.generations.lock().unwrap_or_else(PoisonError::into_inner);
        let found = match generations.recent.get(&hash) {
            Some(found) => Arc::clone(found),
            None => {
                let found = generations.older.remove(&hash)?;
                generations.put(hash, Arc::clone(&found));
                found
            }
        };
        drop(generations);
        is_key(&found.0).then_some(found)
    }

    /// Keeps a result.
    pub fn put(&self, hash: u64, key: K, value: V) {
        let mut generations = self.generations.lock().unwrap_or_else(PoisonError::into_inner);
        generations.put(hash, Arc::new((key, value)));
    }
}

impl<K, V> Generations<K, V> {
    fn put(&mut self, hash: u64, kept: Arc<(K, V)>) {
        if self.recent.len() >= MOST {
            self.older = mem::take(&mut self.recent);
        }
        self.recent.insert(hash, kept);
    }
}

/// A hash of a key.
pub fn hash(of: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    of.hash(&mut hasher);
    hasher.finish()
}

/// A hash of an operation and its operands.
fn hash_of(operation: Operation, values: &[Value]) -> u64 {
    let mut hasher = FxHasher::default();
    operation.hash(&mut hasher);
    values.iter().for_each(|value| hash_value(value, &mut hasher));
    hasher.finish()
}

/// Hashes equal values alike, and most others otherwise.
fn hash_value(value: &Value, into: &mut FxHasher) {
    mem::discriminant(value).hash(into);
    match value {
        Value::Tuple(tuple) => tuple.hash(into),
        Value::Layout(layout) => layout.hash(into),
        Value::CoordinateLayout(layout) => layout.hash(into),
        Value::XorLayout(layout) => layout.hash(into),
        Value::SymbolicLayout(layout) => layout.hash(into),
        Value::Composed(layout) => layout.hash(into),
        Value::Chain(chain) => chain.hash(into),
        Value::Smem(layout) => layout.hash(into),
        Value::Swizzle(swizzle) => swizzle.hash(into),
        Value::Tiler(modes) => modes.hash(into),
        Value::SymbolicTiler(modes) => modes.hash(into),
        Value::Bool(holds) => holds.hash(into),
        Value::ElementType(name) => name.hash(into),
        Value::Hardware(hardware) => mem::discriminant(&**hardware).hash(into),
        Value::Swizzled(_)
        | Value::Coordinate(_)
        | Value::Offsets(_)
        | Value::Finding(_)
        | Value::Unknown(_) => {}
    }
}

type OfOperation = Kept<(Operation, Box<[Value]>), Result<Evaluated, Refusal>>;

static OF_PROGRAMS: LazyLock<OfOperation> = LazyLock::new(Kept::default);

/// What `run` gives for an operation on these values, kept.
pub(crate) fn of_program(
    operation: Operation,
    values: &[Value],
    run: impl FnOnce() -> Result<Evaluated, Refusal>,
) -> Result<Evaluated, Refusal> {
    let hash = hash_of(operation, values);
    let is_key = |(of, operands): &(Operation, Box<[Value]>)| *of == operation && **operands == *values;
    if let Some(kept) = OF_PROGRAMS.get(hash, is_key) {
        return kept.1.clone();
    }
    let result = run();
    if values.iter().all(is_small) && result.as_ref().map_or(true, |result| is_small(&result.value)) {
        OF_PROGRAMS.put(hash, (operation, values.into()), result.clone());
    }
    result
}

fn is_small(value: &Value) -> bool {
    match value {
        Value::Offsets(all) => all.len() <= MAX_WORDS,
        Value::Tuple(tuple) => tuple.leaves().len() <= MAX_WORDS,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_what_is_kept_as_much_is_forgotten_as_comes() {
        let kept = Kept::default();
        for number in 0..5 * MOST as u64 {
            kept.put(number, number, number + 1);
            assert_eq!(kept.get(number, |key| *key == number).map(|kept| kept.1), Some(number + 1));
        }
        assert!(kept.get(0, |_| true).is_none(), "the oldest are forgotten");
        let last = 5 * MOST as u64 - 1;
        assert!(kept.get(last, |key| *key != last).is_none(), "another key of the same hash");
        let generations = kept.generations.lock().unwrap_or_else(PoisonError::into_inner);
        assert!(generations.recent.len() <= MOST && generations.older.len() <= MOST);
    }

    #[test]
    fn what_is_kept_is_what_an_operation_gives() {
        let layout = |text: &str| Value::from(text.parse::<layout_algebra::Layout>().expect("a layout"));
        let operands = [layout("(6,2):(8,2)"), layout("(4,3):(3,1)")];
        let refused = [layout("(6,2):(8,2)"), layout("5:7")];
        for operands in [&operands, &refused, &operands, &refused] {
            for operation in [Operation::Composition, Operation::LogicalDivide] {
                let kept = operation.run_of_program(operands);
                let arguments = crate::Arguments::of_program(operation.name(), operands);
                assert_eq!(kept, operation.run_on(&arguments));
            }
        }
    }
}
