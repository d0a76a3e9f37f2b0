//! What was not read around documents, said once each.

use std::{
    collections::BTreeSet,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use layoutlens_disk::Refusal;
use layoutlens_render::escape::one_line;

/// The most sentences of one process; who has read so many knows.
const MOST: usize = 32;

/// How many files are noted; of one behind these nothing is said.
const MOST_FILES: usize = 4096;

/// How many files are named that are not read for the same reason; of more the rest is counted.
const NAMED: usize = 2;

/// Files that nobody was told of yet, and those of which somebody was.
#[derive(Debug, Default, Clone)]
pub(super) struct Remarks(Arc<Mutex<Said>>);

#[derive(Debug, Default)]
struct Said {
    all: BTreeSet<(String, String)>,
    /// A file, and why it is not read.
    untold: Vec<(String, String)>,
    /// How many sentences were said.
    sentences: usize,
}

impl Remarks {
    /// Notes why a file is not read, or not whole.
    pub(super) fn add(&self, path: &Path, why: &str) {
        let remark = (one_line(&path.to_string_lossy()).into_owned(), why.to_owned());
        let mut said = self.lock();
        if said.all.len() < MOST_FILES && said.all.insert(remark.clone()) {
            said.untold.push(remark);
        }
    }

    /// Notes why something that is there is not read.
    pub(super) fn refused(&self, path: &Path, refusal: &Refusal) {
        if !refusal.is_absence() {
            self.add(path, &refusal.to_string());
        }
    }

    /// What was noted since the last call, a sentence for each reason.
    pub(super) fn take(&self) -> Vec<String> {
        let mut said = self.lock();
        let mut reasons: Vec<(String, Vec<String>)> = Vec::new();
        for (path, why) in std::mem::take(&mut said.untold) {
            match reasons.iter_mut().find(|(known, _)| *known == why) {
                Some((_, paths)) => paths.push(path),
                None => reasons.push((why, vec![path])),
            }
        }
        let mut sentences: Vec<String> =
            reasons.iter().flat_map(|(why, paths)| sentences(why, paths)).collect();
        sentences.truncate(MOST - said.sentences);
        said.sentences += sentences.len();
        sentences
    }

    /// Ignores poison: a sentence is complete when it is put in.
    fn lock(&self) -> MutexGuard<'_, Said> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is said of files that are not read for one reason.
fn sentences(why: &str, paths: &[String]) -> Vec<String> {
    match paths.split_at_checked(NAMED) {
        Some((named, rest)) if rest.len() > 1 => {
            vec![format!("{} and {} other files: {why}", named.join(", "), rest.len())]
        }
        _ => paths.iter().map(|path| format!("{path}: {why}")).collect(),
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
        remarks.add(Path::new("c"), "a device");
        assert!(remarks.take().is_empty());
    }

    #[test]
    fn many_files_of_one_reason_are_counted() {
        let remarks = Remarks::default();
        for name in ["a", "b", "c", "d", "e"] {
            remarks.add(Path::new(name), "too long");
        }
        remarks.add(Path::new("f"), "a device");
        assert_eq!(remarks.take(), ["a, b and 3 other files: too long", "f: a device"]);
    }
}
