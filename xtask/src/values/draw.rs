//! Which files are compared.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

use super::inspected::{self, Said};
use crate::error::Error;

/// A file with fewer proved values says little.
const LEAST_VALUES: usize = 10;
/// A header's values are often those of the one program that includes it, counted again.
const HEADERS: usize = 3;

const SOURCES: [&str; 4] = ["cu", "cpp", "cc", "py"];
const HEADER_SUFFIXES: [&str; 4] = ["h", "hpp", "cuh", "inl"];
/// What a file that can have such values contains.
const MARKS: [&str; 4] = ["cute", "cutlass", "pycute", "layout_algebra"];

/// A file that was drawn.
pub(super) struct File {
    /// Root of the code base.
    pub(super) folder: PathBuf,
    /// Below the root.
    pub(super) path: PathBuf,
}

impl File {
    pub(super) fn is_header(&self) -> bool {
        self.path.extension().is_some_and(|suffix| HEADER_SUFFIXES.iter().any(|header| suffix == *header))
    }
}

/// `count` files, no two of one content, each with [`LEAST_VALUES`] proved values by `binary`; at most one of
/// [`HEADERS`] is a header.
pub(super) fn files(binary: &Path, folders: &[PathBuf], count: usize, seed: u64) -> Result<Vec<File>, Error> {
    let mut all = Vec::new();
    for folder in folders {
        collect(folder, folder, &mut all)?;
    }
    all.sort_by(|a, b| (&a.folder, &a.path).cmp(&(&b.folder, &b.path)));
    fastrand::Rng::with_seed(seed).shuffle(&mut all);
    let mut contents = HashSet::new();
    let (mut drawn, mut headers) = (Vec::new(), 0);
    for file in all {
        if drawn.len() == count {
            break;
        }
        if file.is_header() && headers == count / HEADERS {
            continue;
        }
        let path = file.folder.join(&file.path);
        let text = fs::read(&path).map_err(Error::file(&path))?;
        let text = String::from_utf8_lossy(&text).into_owned();
        if !MARKS.iter().any(|mark| text.contains(mark)) || !contents.insert(text) {
            continue;
        }
        let values = inspected::values(binary, &file)?;
        if values.values().filter(|said| matches!(said, Said::Proved(_))).count() >= LEAST_VALUES {
            headers += usize::from(file.is_header());
            drawn.push(file);
        }
    }
    match drawn.is_empty() {
        true => Err(Error::Other(format!("no file has {LEAST_VALUES} proved values"))),
        false => Ok(drawn),
    }
}

fn collect(root: &Path, folder: &Path, all: &mut Vec<File>) -> Result<(), Error> {
    for entry in fs::read_dir(folder).map_err(Error::file(folder))? {
        let entry = entry.map_err(Error::file(folder))?;
        let path = entry.path();
        let kind = entry.file_type().map_err(Error::file(&path))?;
        if kind.is_dir() {
            collect(root, &path, all)?;
        } else if kind.is_file()
            && path
                .extension()
                .is_some_and(|suffix| SOURCES.iter().chain(&HEADER_SUFFIXES).any(|known| suffix == *known))
            && let Ok(below) = path.strip_prefix(root)
        {
            all.push(File { folder: root.to_path_buf(), path: below.to_path_buf() });
        }
    }
    Ok(())
}
