//! What was not read around documents, said once each.

use std::{
    collections::BTreeSet,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use layoutlens_disk::Refusal;
use layoutlens_render::escape::one_line;

/// The most remarks of one process; who has read so many knows.
const MOST: usize = 32;

/// Sentences that nobody was told yet, and those that somebody was.
#[derive(Debug, Default, Clone)]
pub(super) struct Remarks(Arc<Mutex<Said>>);

#[derive(Debug, Default)]
struct Said {
    all: BTreeSet<String>,
    untold: Vec<String>,
}

impl Remarks {
    /// Notes why a file is not read, or not whole.
    pub(super) fn add(&self, path: &Path, why: &str) {
        let remark = format!("{}: {why}", one_line(&path.to_string_lossy()));
        let mut said = self.lock();
        if said.all.len() < MOST && said.all.insert(remark.clone()) {
            said.untold.push(remark);
        }
    }

    /// Notes why something that is there is not read.
    pub(super) fn refused(&self, path: &Path, refusal: &Refusal) {
        if !refusal.is_absence() {
            self.add(path, &refusal.to_string());
        }
    }

    /// What was noted since the last call.
    pub(super) fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.lock().untold)
    }

    /// Ignores poison: a sentence is complete when it is put in.
    fn lock(&self) -> MutexGuard<'_, Said> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_remark_is_told_once_and_their_number_has_an_end() {
        let remarks = Remarks::default();
        remarks.add(Path::new("a\n.h"), "a device");
        remarks.add(Path::new("a\n.h"), "a device");
        assert_eq!(remarks.take(), ["a\\n.h: a device"]);
        remarks.add(Path::new("a\n.h"), "a device");
        assert!(remarks.take().is_empty());
        (0..2 * MOST).for_each(|number| remarks.add(Path::new("b"), &number.to_string()));
        assert_eq!(remarks.take().len(), MOST - 1);
    }
}
