//! What a revision of a text leaves for the next one: its tree, and what was read of kernels that an edit does not reach.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

use layoutlens_syntax::CodeTree;
use rustc_hash::FxHashMap;

use crate::definitions::Asked;
use crate::file::File;
use crate::header::Header;
use crate::kernel::{Launched, OfKernel};
use crate::launch::Configuration;
use crate::read::Macros;
use crate::{Access, Array, MOST_ACCESSES, Reading};

/// What was read of a text's kernels, for a later revision of it. [`read_after`](crate::read_after) of a text is the same
/// whatever was kept.
#[derive(Debug, Clone, Default)]
pub struct Kept {
    pub(crate) tree: CodeTree,
    text: Arc<str>,
    headers: Arc<[Arc<Header>]>,
    /// The macros of the text itself.
    macros: Arc<Macros>,
    /// By where the kernels begin.
    kernels: FxHashMap<usize, Arc<KeptKernel>>,
}

/// What was found of a kernel, and what that rests on besides its text, macros and included files.
#[derive(Debug, Clone)]
struct KeptKernel {
    range: Range<usize>,
    launches: Vec<u64>,
    /// What the runs asked the file for, and a hash of what it defines by that.
    asked: Vec<(Asked, u64)>,
    accesses: Vec<Access>,
    arrays: Vec<Array>,
    is_run: bool,
    steps: usize,
    needs: usize,
}

/// A reading under way.
pub(crate) struct Keeping<'k> {
    known: Option<&'k Kept>,
    change: Change,
    text: Arc<str>,
    headers: Arc<[Arc<Header>]>,
    macros: Arc<Macros>,
    kernels: FxHashMap<usize, Arc<KeptKernel>>,
    hashes: FxHashMap<Asked, u64>,
    reading: Reading,
    steps_left: usize,
}

/// The one place in which two texts differ.
#[derive(Debug, Clone, Default)]
struct Change {
    old: Range<usize>,
    new_end: usize,
}

impl Change {
    fn between(old: &str, new: &str) -> Self {
        let (old, new) = (old.as_bytes(), new.as_bytes());
        let start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        let most = old.len().min(new.len()) - start;
        let tail = old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
        Self { old: start..old.len() - tail, new_end: new.len() - tail }
    }

    /// Where a range of the old text stands in the new one; none where it changed.
    fn moved(&self, range: &Range<usize>) -> Option<Range<usize>> {
        if range.end <= self.old.start {
            return Some(range.clone());
        }
        let moved = |at: usize| at - self.old.end + self.new_end;
        (range.start >= self.old.end).then(|| moved(range.start)..moved(range.end))
    }

    /// Where a byte of the new text stood in the old one.
    fn before(&self, at: usize) -> Option<usize> {
        if at < self.old.start {
            return Some(at);
        }
        at.checked_sub(self.new_end).map(|behind| self.old.end + behind)
    }
}

impl<'k> Keeping<'k> {
    /// Begins to read a text of these macros with these files.
    pub(crate) fn new(
        text: Arc<str>,
        headers: Arc<[Arc<Header>]>,
        macros: Macros,
        known: Option<&'k Kept>,
        steps: usize,
    ) -> Self {
        let is_same_world = |known: &&Kept| {
            let are_same = known.headers.iter().zip(&*headers).all(|(a, b)| Arc::ptr_eq(a, b));
            known.headers.len() == headers.len() && are_same && *known.macros == macros
        };
        let known = known.filter(is_same_world);
        let change = known.map(|known| Change::between(&known.text, &text)).unwrap_or_default();
        Self {
            known,
            change,
            text,
            headers,
            macros: Arc::new(macros),
            kernels: FxHashMap::default(),
            hashes: FxHashMap::default(),
            reading: Reading::default(),
            steps_left: steps,
        }
    }

    /// Reads a kernel, or takes what is known of it.
    pub(crate) fn read(&mut self, file: &File<'_>, kernel: &Launched<'_>, whole: Range<usize>) {
        let launches: Vec<u64> = kernel.configurations.iter().map(Configuration::fingerprint).collect();
        if let Some(known) = self.known(file, &launches, &whole) {
            self.take(known, kernel.range());
            return;
        }
        file.begin_to_note();
        let found = kernel.run(file, self.steps_left, self.reading.accesses.len());
        let asked = file.noted();
        let limit = self.steps_left;
        let Some(OfKernel { judgements, arrays, blocks, steps, needs, .. }) = found else { return };
        let asked = asked.into_iter().map(|asked| {
            let hash = self.hash(file, &asked);
            (asked, hash)
        });
        let read = KeptKernel {
            range: whole,
            launches,
            asked: asked.collect(),
            accesses: judgements.into_iter().map(|one| one.access).collect(),
            arrays,
            is_run: !blocks.is_empty(),
            steps,
            needs,
        };
        // What the file's limit cut short is read anew.
        let is_kept = needs <= limit;
        let read = Arc::new(read);
        self.add(&read, kernel.range());
        if is_kept {
            self.kernels.insert(read.range.start, read);
        }
    }

    /// What is known of a kernel, as it stands in this text.
    fn known(&mut self, file: &File<'_>, launches: &[u64], whole: &Range<usize>) -> Option<KeptKernel> {
        let known = self.known?;
        let kernel = Arc::clone(known.kernels.get(&self.change.before(whole.start)?)?);
        let is_same = self.change.moved(&kernel.range).as_ref() == Some(whole)
            && kernel.launches == launches
            && kernel.needs <= self.steps_left
            && self.reading.accesses.len() + kernel.accesses.len() <= MOST_ACCESSES
            && kernel.asked.iter().all(|(asked, hash)| self.hash(file, asked) == *hash);
        if !is_same {
            return None;
        }
        let access = |access: &Access| {
            let range = self.change.moved(&access.range)?;
            Some(Access { range, ..access.clone() })
        };
        let array = |array: &Array| {
            let (range, kernel) = (self.change.moved(&array.range)?, self.change.moved(&array.kernel)?);
            Some(Array { range, kernel, ..array.clone() })
        };
        let accesses = kernel.accesses.iter().map(access).collect::<Option<_>>()?;
        let arrays = kernel.arrays.iter().map(array).collect::<Option<_>>()?;
        Some(KeptKernel { range: whole.clone(), accesses, arrays, ..(*kernel).clone() })
    }

    fn take(&mut self, known: KeptKernel, range: Range<usize>) {
        let known = Arc::new(known);
        self.add(&known, range);
        self.kernels.insert(known.range.start, known);
    }

    fn add(&mut self, read: &KeptKernel, range: Range<usize>) {
        self.steps_left = self.steps_left.saturating_sub(read.steps);
        self.reading.accesses.extend(read.accesses.iter().cloned());
        self.reading.arrays.extend(read.arrays.iter().cloned());
        self.reading.kernels.extend(Some(range).filter(|_| read.is_run));
    }

    fn hash(&mut self, file: &File<'_>, asked: &Asked) -> u64 {
        if let Some(known) = self.hashes.get(asked) {
            return *known;
        }
        let mut hasher = DefaultHasher::new();
        file.spelled(asked.0, &asked.1).for_each(|text| text.hash(&mut hasher));
        let hash = hasher.finish();
        self.hashes.insert(asked.clone(), hash);
        hash
    }

    /// What was read, in the order in which it was, and what the next revision may use of it.
    pub(crate) fn finish(self, tree: CodeTree) -> (Reading, Kept) {
        let Self { text, headers, macros, kernels, reading, .. } = self;
        (reading, Kept { tree, text, headers, macros, kernels })
    }
}

#[cfg(test)]
mod tests {
    use super::Change;

    #[test]
    fn ranges_move_with_what_stands_in_front_of_them() {
        let change = Change::between("abcdef", "abXYdef");
        assert_eq!((change.old.clone(), change.new_end), (2..3, 4));
        assert_eq!(change.moved(&(0..2)), Some(0..2));
        assert_eq!(change.moved(&(3..6)), Some(4..7));
        assert_eq!(change.moved(&(1..3)), None);
        assert_eq!([change.before(1), change.before(2), change.before(4)], [Some(1), None, Some(3)]);
    }

    #[test]
    fn what_is_typed_in_front_of_a_range_moves_it() {
        let change = Change::between("ab", "Xab");
        assert_eq!(change.moved(&(0..2)), Some(1..3));
        assert_eq!(change.before(1), Some(0));
    }
}
