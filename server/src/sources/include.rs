//! C++ includes.

use std::path::{Path, PathBuf};

use layoutlens_syntax::program::Import;

use super::look::Look;

/// Headers of the library whose names are known here without reading them.
const LIBRARY: [&str; 3] = ["cute/", "cutlass/", "cuda/"];

/// The file that `#include` means: beside the including file, then in the roots.
pub(super) fn files(look: &Look, roots: &[PathBuf], from: &Path, import: &Import) -> Vec<PathBuf> {
    let path = import.path.trim_matches(['<', '>', '"']);
    let is_header = Path::new(path).extension().is_some() && !path.contains("::");
    if !is_header || is_of_library(path) {
        return Vec::new();
    }
    let beside = from.parent().map(|folder| folder.join(path));
    let in_roots = roots.iter().map(|root| root.join(path));
    let found = beside.into_iter().chain(in_roots).find(|file| look.is_file(file));
    // `a/../b` as `b`, so that a file has one path.
    found.map(|file| look.real(&file)).into_iter().collect()
}

/// Whether an include of this path means a header of the library, which is not read.
pub(super) fn is_of_library(path: &str) -> bool {
    LIBRARY.iter().any(|prefix| path.starts_with(prefix))
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
        Import { path: path.to_owned(), alias: None, range: 0..0 }
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
        let roots = [root.join("inc")];
        let from = root.join("main.cu");
        assert_eq!(files(&look, &roots, &from, &import("a.h")), [root.join("a.h")]);
        assert_eq!(files(&look, &roots, &from, &import("b.h")), [root.join("inc/b.h")]);
        assert!(files(&look, &roots, &from, &import("cute/tensor.hpp")).is_empty());
        assert!(files(&look, &roots, &from, &import("cute::")).is_empty());
    }
}
