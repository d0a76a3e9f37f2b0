//! The C++ programs that a header is a part of.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
    sync::Arc,
};

use layoutlens_eval::host::{HeaderPrograms, HostFile};
use layoutlens_syntax::Language;

use crate::{Programs, Source, Sources};

/// The most files of one program that are read.
const MOST_FILES: usize = 48;

/// The most bytes of one program's source that are read.
const MOST_BYTES: usize = 2 << 20;

/// Those of the programs that were found which include the file at a path, each with what it includes beside that.
pub(crate) fn units(sources: &dyn Sources, path: &Path, file: &HostFile, found: Programs) -> HeaderPrograms {
    let (mut programs, mut are_all) = (Vec::new(), found.are_all);
    for program in found.sources {
        match unit(sources, path, file, program) {
            Unit::Includes(files) => programs.push(files),
            Unit::IncludesNot => {}
            Unit::Cut => are_all = false,
        }
    }
    HeaderPrograms { programs, are_all }
}

/// Whether a program includes the header that is asked about.
enum Unit {
    /// It does; with what it includes beside that.
    Includes(Vec<HostFile>),
    IncludesNot,
    /// That is not known: not all that it includes is read.
    Cut,
}

fn unit(sources: &dyn Sources, header: &Path, file: &HostFile, program: Arc<Source>) -> Unit {
    let mut seen: HashSet<PathBuf> = HashSet::from([header.to_owned(), program.path.clone()]);
    let mut bytes = program.length;
    let mut found: Vec<Arc<Source>> = vec![program];
    let (mut includes_this, mut is_cut) = (false, false);
    let mut readers = vec![(header.to_owned(), Arc::clone(&file.program))];
    let mut next = 0;
    loop {
        let Some((path, program)) = readers.pop() else {
            let Some(reader) = found.get(next) else { break };
            next += 1;
            readers.push((reader.path.clone(), Arc::clone(&reader.file.program)));
            continue;
        };
        for import in &program.imports {
            for source in sources.find(Language::Cuda, &path, import) {
                includes_this |= source.path == header;
                if seen.contains(&source.path) {
                    continue;
                }
                if found.len() >= MOST_FILES || bytes + source.length > MOST_BYTES {
                    if !std::mem::replace(&mut is_cut, true) {
                        sources.left_out(&source.path);
                    }
                    continue;
                }
                seen.insert(source.path.clone());
                bytes += source.length;
                found.push(source);
            }
        }
    }
    match (includes_this, is_cut) {
        (true, _) => Unit::Includes(found.into_iter().map(|source| source.file.clone()).collect()),
        (false, true) => Unit::Cut,
        (false, false) => Unit::IncludesNot,
    }
}
