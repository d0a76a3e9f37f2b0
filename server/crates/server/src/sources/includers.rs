//! C++ files that include a header, and the programs among them.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{
    disk::{EntryKind, MOST_ENTRIES},
    include,
    index::Index,
    look::Look,
    names_in_text,
    repository::Repositories,
    telling_programs,
};

/// A header is read in all of its programs when there are no more than these.
const MOST_PROGRAMS: usize = 2;

/// How many files around a header are looked at.
const MOST_FILES: usize = 1500;

/// How many folders.
const MOST_FOLDERS: usize = 400;

/// How deep folders below the one at hand are looked into.
const DEEPEST: usize = 10;

/// How many parts of a path an include may name.
const MOST_PARTS: usize = 12;

/// Folders that hold no sources of the project.
const OTHERS: &[&str] = &["target", "build", "node_modules", "third_party", "__pycache__"];

/// Programs that may include a header.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) programs: Vec<PathBuf>,
    /// Whether these are all that there are around it.
    pub(super) are_all: bool,
}

/// Programs that may include the header, directly or through other headers; nearest folders first, up to the root of the
/// repository.
pub(super) fn programs(look: &Look, header: &Path, roots: &[PathBuf], repositories: &Repositories) -> Found {
    if !is_header(header) || include::is_of_library(&include::name(roots, header)) {
        return Found::default();
    }
    // A folder that includes are looked up in is no last one: what includes `include/kernel.h` stands beside `include`.
    let around = repositories.folders_around(look, header);
    let found = around.iter().map(|folder| programs_below(look, folder, header));
    found.into_iter().find(|found| !found.programs.is_empty()).unwrap_or_default()
}

fn programs_below(look: &Look, folder: &Path, header: &Path) -> Found {
    let find = || {
        let (files, are_all) = files_below(look, folder);
        Index::new(&files, are_all, |file| look.included(file, names_in_text::included))
    };
    let kept = look.workspace.includers.of(folder, DEEPEST, || {
        let index = find();
        look.has_words_left().then_some(index)
    });
    let index = kept.unwrap_or_else(|| Arc::new(find()));
    let mut reaching: BTreeSet<&Path> = BTreeSet::from([header]);
    let mut open: Vec<&Path> = vec![header];
    let mut programs: BTreeSet<&PathBuf> = BTreeSet::new();
    while let Some(included) = open.pop() {
        for path in ends(included) {
            let naming = index.naming(&path).iter().filter(|file| **file != *header);
            for file in naming.filter(|file| !has_another_beside(look, file, &path, included)) {
                if !is_header(file) {
                    programs.insert(file);
                } else if reaching.insert(file) {
                    open.push(file);
                }
            }
        }
    }
    let are_all = index.are_all && programs.len() <= MOST_PROGRAMS;
    let mut programs: Vec<PathBuf> = programs.into_iter().cloned().collect();
    if programs.len() > MOST_PROGRAMS {
        programs = telling_programs::some(look, programs, header, &reaching);
    }
    Found { programs, are_all }
}

/// The paths by which a file may be included: `c.h`, `b/c.h`, `a/b/c.h`.
fn ends(file: &Path) -> Vec<String> {
    let mut end = PathBuf::new();
    let mut all = Vec::new();
    for part in file.iter().rev().take(MOST_PARTS) {
        end = if all.is_empty() { PathBuf::from(part) } else { Path::new(part).join(end) };
        all.push(end.to_string_lossy().into_owned());
    }
    all
}

/// Whether an include of this path means another file, which stands beside the includer.
fn has_another_beside(look: &Look, includer: &Path, path: &str, included: &Path) -> bool {
    let beside = includer.parent().map(|folder| folder.join(path));
    beside.is_some_and(|beside| beside != included && look.is_file(&beside) && look.real(&beside) != included)
}

/// C++ files, and whether these are all that the limits allow for.
pub(super) fn files_below(look: &Look, folder: &Path) -> (Vec<PathBuf>, bool) {
    let mut files = Vec::new();
    let mut folders = vec![(folder.to_owned(), 0)];
    let (mut seen, mut are_all, mut left) = (0, true, MOST_ENTRIES);
    while let Some((folder, depth)) = folders.pop() {
        seen += 1;
        let Some(entries) = look.entries(&folder) else {
            are_all = false;
            continue;
        };
        are_all &= entries.len() < left;
        for entry in entries.iter().take(left) {
            let path = folder.join(&entry.name);
            if is_source(&path) && matches!(entry.kind, EntryKind::File | EntryKind::Link) {
                let has_room = files.len() < MOST_FILES;
                are_all &= has_room;
                files.extend(has_room.then_some(path));
            } else if !entry.name.starts_with('.')
                && !OTHERS.contains(&entry.name.as_str())
                && is_folder(look, &path, entry.kind)
            {
                let has_room = depth < DEEPEST && seen + folders.len() < MOST_FOLDERS;
                are_all &= has_room;
                folders.extend(has_room.then_some((path, depth + 1)));
            }
        }
        left = left.saturating_sub(entries.len());
    }
    (files, are_all)
}

fn is_folder(look: &Look, path: &Path, kind: EntryKind) -> bool {
    // A link with an ending is one to a file, as most are: each of them would have to be looked at.
    let is_link = kind == EntryKind::Link && path.extension().is_none();
    kind == EntryKind::Folder || is_link && look.is_folder(path)
}

fn extension(path: &Path) -> &str {
    path.extension().and_then(|extension| extension.to_str()).unwrap_or_default()
}

fn is_header(path: &Path) -> bool {
    matches!(extension(path), "h" | "hpp" | "hh" | "hxx" | "cuh" | "inl" | "ipp")
}

fn is_source(path: &Path) -> bool {
    is_header(path) || matches!(extension(path), "cu" | "cpp" | "cc" | "cxx")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use layoutlens_world::OpenFiles;

    use super::{super::disk::MOST_BYTES, *};

    #[test]
    fn programs_are_found_through_other_headers() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("a path");
        fs::create_dir_all(root.join("kernels")).expect("a folder");
        for (file, text) in [
            ("kernels/kernel.h", "#pragma once"),
            ("kernels/launch.h", "#include \"kernel.h\""),
            ("kernels/a.cu", "  # include \"kernels/launch.h\""),
            ("kernels/b.cu", "#include <kernel.h>"),
            ("kernels/other.cu", "#include \"other.h\" // kernel.h"),
        ] {
            fs::write(root.join(file), text).expect("a file");
        }
        let look = Look::at(&root);
        let programs = |header: &str| {
            programs(&look, &root.join(header), std::slice::from_ref(&root), &Repositories::default())
                .programs
        };
        let expected = [root.join("kernels/a.cu"), root.join("kernels/b.cu")];
        assert_eq!(programs("kernels/kernel.h"), expected);
        assert_eq!(programs("kernels/launch.h"), [root.join("kernels/a.cu")]);
        assert!(programs("kernels/a.cu").is_empty(), "a program is none's header");
    }

    #[test]
    fn programs_beside_the_folder_of_headers_are_found() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("a path");
        for (file, text) in [
            ("include/kernel.h", "#pragma once"),
            ("include/cute/layout.hpp", "#pragma once"),
            ("src/main.cu", "#include <kernel.h>\n#include <cute/layout.hpp>"),
        ] {
            let path = root.join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        let look = Look::at(&root);
        let roots = [root.clone(), root.join("include")];
        let programs =
            |header: &str| programs(&look, &root.join(header), &roots, &Repositories::default()).programs;
        assert_eq!(programs("include/kernel.h"), [root.join("src/main.cu")]);
        assert!(programs("include/cute/layout.hpp").is_empty(), "nothing is read into the library");
    }

    #[test]
    fn programs_are_all_only_where_each_file_around_was_looked_through() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("a path");
        let write = |file: &str, text: &str| fs::write(root.join(file), text).expect("a file");
        let found = || {
            let look = Look::at(&root);
            let found = programs(
                &look,
                &root.join("kernel.h"),
                std::slice::from_ref(&root),
                &Repositories::default(),
            );
            (found.programs.len(), found.are_all, look.workspace.take_remarks())
        };
        write("kernel.h", "#pragma once");
        write("a.cu", "#include \"kernel.h\"");
        fs::create_dir(root.join("v1.2")).expect("a folder");
        write("v1.2/b.cu", "#include <kernel.h>");
        assert_eq!(found(), (2, true, Vec::new()));
        let table = "// a table\n".repeat(usize::try_from(MOST_BYTES).expect("a number") / 11 + 1);
        write("table.cc", &table);
        let (number, are_all, remarks) = found();
        assert_eq!((number, are_all), (2, false));
        assert!(matches!(&remarks[..], [why] if why.contains("table.cc: more than ")), "{remarks:?}");
    }

    #[test]
    fn a_program_that_comes_later_is_seen() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("a path");
        let (header, open) = (root.join("kernel.h"), [root.clone()]);
        let write = |file: &str, text| fs::write(root.join(file), text).expect("a file");
        let workspace = Look::at(&root).workspace;
        let found = || {
            let look = Look::new(Arc::clone(&workspace), &header, &OpenFiles::default());
            let found = programs(&look, &header, &open, &Repositories::default());
            (found.programs.len(), found.are_all)
        };
        write("kernel.h", "#pragma once");
        write("a.cu", "#include \"kernel.h\"");
        assert_eq!(found(), (1, true));
        write("a.cu", "#include \"kernels.h\"");
        assert_eq!(found(), (0, false));
        for file in ["a.cu", "b.cu", "c.cu"] {
            write(file, "#include \"kernel.h\"");
        }
        assert_eq!(found(), (1, false), "three programs are more than are read");
    }

    #[test]
    fn programs_in_other_folders_of_the_repository_are_found_and_of_many_the_one_of_a_like_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("a path");
        for (file, text) in [
            ("hopper/deep/down/fwd_sm90.hpp", "#pragma once"),
            ("hopper/launch.h", "#include \"deep/down/fwd_sm90.hpp\""),
            ("gen/a_bwd_sm80.cu", "#include \"../hopper/launch.h\""),
            ("gen/b_fwd_sm90.cu", "#include \"launch.h\""),
            ("gen/c_bwd_sm90.cu", "#include <hopper/launch.h>"),
            ("other/launch.h", "#pragma once"),
            ("other/fwd_sm90.cu", "#include \"launch.h\""),
        ] {
            let path = root.join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        let look = Look::at(&root);
        let found =
            programs(&look, &root.join("hopper/deep/down/fwd_sm90.hpp"), &[], &Repositories::default());
        assert_eq!(found, Found { programs: vec![root.join("gen/b_fwd_sm90.cu")], are_all: false });
    }

    #[test]
    fn a_header_of_kernels_is_read_in_a_program_of_each_and_not_in_all_that_name_the_same() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("a path");
        let write = |file: &str, text: &str| fs::write(root.join(file), text).expect("a file");
        let kernel = |name: &str| format!("template <int N> __global__ void {name}() {{}}\n");
        write("kernels.cuh", &["first", "second", "third", "fourth"].map(kernel).concat());
        for (file, kernel) in
            [("a", "first"), ("b", "first"), ("c", "second"), ("d", "third"), ("e", "third"), ("f", "fourth")]
        {
            let launch = format!("#include \"kernels.cuh\"\nvoid run() {{ {kernel}<8><<<1, 1>>>(); }}\n");
            write(&format!("{file}.cu"), &launch);
        }
        let look = Look::at(&root);
        let found = programs(&look, &root.join("kernels.cuh"), &[], &Repositories::default());
        let names = found.programs.iter().filter_map(|path| path.file_stem()?.to_str());
        assert_eq!(names.collect::<Vec<_>>(), ["a", "c", "d", "f"]);
    }
}
