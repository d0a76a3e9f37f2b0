//! The repository around a file: its folders, and its files by the ends of their paths.

use std::{
    cell::RefCell,
    collections::HashMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{includers, kind::Kind, look::Look};

/// How many folders around a file are looked at.
const MOST_AROUND: usize = 16;

/// What the root of a repository holds.
const MARKS: [&str; 3] = [".git", ".hg", ".jj"];

/// The repositories around files that one look asks about.
#[derive(Debug, Default)]
pub(super) struct Repositories {
    around: RefCell<HashMap<PathBuf, Arc<[PathBuf]>>>,
    /// The files of repositories, by their names; none where not all are looked at.
    files: RefCell<HashMap<PathBuf, Option<Arc<Files>>>>,
}

/// Files by their names.
type Files = HashMap<String, Vec<PathBuf>>;

impl Repositories {
    /// The folders around a file, innermost first, up to the root of its repository; of a file in none, up to the open
    /// folder that holds it.
    pub(super) fn folders_around(&self, look: &Look, file: &Path) -> Arc<[PathBuf]> {
        let Some(folder) = file.parent() else { return Arc::default() };
        if let Some(known) = self.around.borrow().get(folder) {
            return Arc::clone(known);
        }
        let found: Arc<[PathBuf]> = folders_up(look, folder).into();
        self.around.borrow_mut().insert(folder.to_owned(), Arc::clone(&found));
        found
    }

    /// The one file of the repository around `from` whose path ends so, if there is one and no more.
    pub(super) fn ending_with(&self, look: &Look, from: &Path, path: &str) -> Option<PathBuf> {
        let around = self.folders_around(look, from);
        let root = around.last()?;
        let known = self.files.borrow().get(root).cloned();
        let files = known.unwrap_or_else(|| {
            let files = files_by_name(look, root).map(Arc::new);
            self.files.borrow_mut().insert(root.clone(), files.clone());
            files
        })?;
        let name = Path::new(path).file_name()?.to_string_lossy();
        let mut ending = files.get(&*name)?.iter().filter(|file| file.ends_with(path));
        let only = ending.next()?;
        ending.next().is_none().then(|| only.clone())
    }
}

fn folders_up(look: &Look, folder: &Path) -> Vec<PathBuf> {
    let around: Vec<&Path> = folder.ancestors().take(MOST_AROUND).collect();
    let is_root = |folder: &&Path| MARKS.iter().any(|mark| look.kind(&folder.join(mark)) != Kind::Nothing);
    let open = look.folders();
    let is_open = |folder: &&Path| open.iter().any(|open| look.real(open) == **folder);
    let last = around.iter().position(is_root).or_else(|| around.iter().rposition(is_open));
    let up_to = last.map_or(0, |last| last + 1);
    around.into_iter().take(up_to).map(Path::to_owned).collect()
}

fn files_by_name(look: &Look, root: &Path) -> Option<Files> {
    let (files, are_all) = includers::files_below(look, root);
    let mut by_name = Files::new();
    for file in files {
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned());
        by_name.entry(name.unwrap_or_default()).or_default().push(file);
    }
    are_all.then_some(by_name)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use layoutlens_world::OpenFiles;

    use super::*;
    use crate::sources::Folders;

    fn tree(files: &[&str]) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("a path");
        for file in files {
            let path = root.join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, "").expect("a file");
        }
        (folder, root)
    }

    #[test]
    fn folders_go_up_to_the_root_of_the_repository_whatever_is_open() {
        let (_folder, root) = tree(&["repo/.git", "repo/src/kernels/a.cu", "other/b.cu"]);
        let look = Look::new(
            Arc::new(Folders::new(&[root.join("repo/src/kernels")])),
            &root.join("repo/src/kernels/a.cu"),
            &OpenFiles::default(),
        );
        let around = |file: &str| Repositories::default().folders_around(&look, &root.join(file)).to_vec();
        let expected = ["repo/src/kernels", "repo/src", "repo"].map(|folder| root.join(folder));
        assert_eq!(around("repo/src/kernels/a.cu"), expected);
        assert!(around("other/b.cu").is_empty(), "it is in no repository and no open folder");
    }

    #[test]
    fn without_a_repository_folders_go_up_to_the_open_one() {
        let (_folder, root) = tree(&["project/src/a.cu"]);
        let look = Look::at(&root.join("project"));
        let around = Repositories::default().folders_around(&look, &root.join("project/src/a.cu"));
        assert_eq!(around.to_vec(), [root.join("project/src"), root.join("project")]);
    }

    #[test]
    fn a_file_is_known_by_the_end_of_its_path_where_it_is_the_only_one() {
        let (_folder, root) =
            tree(&[".git", "csrc/lib/include/lib/a.h", "csrc/one/b.h", "csrc/two/b.h", "csrc/one/k.cu"]);
        let from = root.join("csrc/one/k.cu");
        let look = Look::new(Arc::new(Folders::new(&[])), &from, &OpenFiles::default());
        let repositories = Repositories::default();
        let ending = |path: &str| repositories.ending_with(&look, &from, path);
        assert_eq!(ending("lib/a.h"), Some(root.join("csrc/lib/include/lib/a.h")));
        assert_eq!(ending("two/b.h"), Some(root.join("csrc/two/b.h")));
        assert_eq!(ending("b.h"), None, "there are two");
        assert_eq!(ending("b/a.h"), None);
    }
}
