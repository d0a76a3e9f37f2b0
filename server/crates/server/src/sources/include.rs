//! C++ includes.

use std::path::{Path, PathBuf};

use layoutlens_syntax::program::Import;

use super::{look::Look, repository::Repositories};

/// Folders of headers of libraries whose names are known here without reading them: CUTLASS's and libcu++'s.
const LIBRARY: [&str; 2] = ["cutlass/", "cuda/std/"];

/// CuTe's own folder, a name that repositories give to folders of theirs too, `cute/sm_120/kernel.cuh`.
const CUTE: &str = "cute/";

/// What CuTe has in its folder: folders, and how the names of its headers begin.
const OF_CUTE: [&str; 16] = [
    "algorithm/",
    "arch/",
    "atom/",
    "container/",
    "numeric/",
    "util/",
    "config.hpp",
    "int_tuple.hpp",
    "layout.hpp",
    "layout_composed.hpp",
    "pointer",
    "stride.hpp",
    "swizzle",
    "tensor",
    "tile.hpp",
    "underscore.hpp",
];

/// Folders of headers in a folder of the repository.
const HEADER_FOLDERS: [&str; 2] = ["", "include"];

/// The file that `#include` means: beside the including file; where the build looks; in the folders around it, up to the
/// root of the repository; in the roots. What names a folder too, `lib/a.h`, means the only file of the repository whose
/// path ends so.
pub(super) fn files(
    look: &Look,
    repositories: &Repositories,
    roots: &Roots,
    from: &Path,
    import: &Import,
) -> Vec<PathBuf> {
    let path = import.path.trim_matches(['<', '>', '"']);
    let is_header = Path::new(path).extension().is_some() && !path.contains("::");
    if !is_header || is_of_library(path) {
        return Vec::new();
    }
    let beside = from.parent().map(|folder| folder.join(path));
    let built = roots.built.iter().map(|folder| folder.join(path));
    let around = repositories.folders_around(look, from);
    let around = around.iter().flat_map(|folder| HEADER_FOLDERS.map(|inner| folder.join(inner).join(path)));
    let in_roots = roots.all.iter().map(|root| root.join(path));
    let mut candidates = beside.into_iter().chain(built).chain(around).chain(in_roots);
    let found = candidates.find(|file| look.is_file(file));
    let found = found.or_else(|| {
        // A name alone may be that of another one: the system has an `assert.h` too.
        let names_folder = path.contains('/') && !path.starts_with('.');
        names_folder.then(|| repositories.ending_with(look, from, path)).flatten()
    });
    // `a/../b` as `b`, so that a file has one path.
    found.map(|file| look.real(&file)).into_iter().collect()
}

/// Folders that includes are looked up in, wherever they stand.
#[derive(Debug, Default)]
pub(super) struct Roots {
    /// What the build of an open folder names.
    pub(super) built: Vec<PathBuf>,
    /// Those, the open folders and CUTLASS's.
    pub(super) all: Vec<PathBuf>,
}

/// Whether an include of this path means a header of the library, which is not read.
pub(super) fn is_of_library(path: &str) -> bool {
    let of_cute = path.strip_prefix(CUTE);
    LIBRARY.iter().any(|prefix| path.starts_with(prefix))
        || of_cute.is_some_and(|inner| OF_CUTE.iter().any(|own| inner.starts_with(own)))
}

/// The path below the root that holds the file, or its name alone.
pub(super) fn name(roots: &[PathBuf], path: &Path) -> String {
    let below = roots.iter().filter_map(|root| path.strip_prefix(root).ok());
    let shortest = below.min_by_key(|path| path.components().count());
    let name = shortest.or_else(|| path.file_name().map(Path::new)).unwrap_or(path);
    name.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn import(path: &str) -> Import {
        Import { path: path.to_owned(), alias: None, space: None, block: None, range: 0..0 }
    }

    #[test]
    fn a_header_is_found_beside_its_includer_first() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("a path");
        std::fs::create_dir_all(root.join("inc")).expect("a folder");
        for file in ["a.h", "inc/a.h", "inc/b.h"] {
            std::fs::write(root.join(file), "").expect("a file");
        }
        let look = Look::at(&root);
        let roots = Roots { all: vec![root.join("inc")], ..Roots::default() };
        let from = root.join("main.cu");
        let repositories = Repositories::default();
        let files = |import: &Import| files(&look, &repositories, &roots, &from, import);
        assert_eq!(files(&import("a.h")), [root.join("a.h")]);
        assert_eq!(files(&import("b.h")), [root.join("inc/b.h")]);
        for header in ["cute/tensor.hpp", "cute/atom/mma_atom.hpp", "cutlass/cutlass.h"] {
            let own = root.join(header);
            std::fs::create_dir_all(own.parent().expect("a folder")).expect("a folder");
            std::fs::write(own, "").expect("a file");
            assert!(files(&import(header)).is_empty(), "{header}");
        }
        assert!(files(&import("cute::")).is_empty());
    }

    #[test]
    fn a_header_in_a_folder_that_a_library_has_too_is_the_programs() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("a path");
        let (repositories, roots) = (Repositories::default(), Roots::default());
        for header in ["cute/sm_120/kernel.cuh", "cuda/shm.h"] {
            let own = root.join(header);
            std::fs::create_dir_all(own.parent().expect("a folder")).expect("a folder");
            std::fs::write(&own, "").expect("a file");
            let look = Look::at(&root);
            let from = root.join("cute/launch.cuh");
            assert_eq!(files(&look, &repositories, &roots, &from, &import(header)), [own]);
        }
    }

    #[test]
    fn a_header_is_found_in_the_folders_around_its_includer() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("a path");
        for file in ["utils.h", "src/utils.h", "src/include/lib/a.h", "src/deep/lib/b.h", "src/deep/assert.h"]
        {
            let path = root.join(file);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, "").expect("a file");
        }
        let look = Look::at(&root);
        let (repositories, roots) = (Repositories::default(), Roots::default());
        let from = root.join("src/kernels/sm90/main.cu");
        let found = |path: &str| files(&look, &repositories, &roots, &from, &import(path));
        assert_eq!(found("utils.h"), [root.join("src/utils.h")], "the nearest");
        assert_eq!(found("<lib/a.h>"), [root.join("src/include/lib/a.h")]);
        assert_eq!(found("<lib/b.h>"), [root.join("src/deep/lib/b.h")], "the only one");
        assert!(found("<assert.h>").is_empty(), "the system has one");
    }
}
