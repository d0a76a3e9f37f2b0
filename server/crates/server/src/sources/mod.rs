//! The files around a document, on disk and in open documents: what C++ includes and Python imports.

mod compile_commands;
mod disk;
mod folders;
mod importers;
mod include;
mod includers;
mod index;
mod kind;
mod look;
mod module;
mod names_in_text;
mod remarks;
mod repository;
mod telling_programs;

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use layoutlens_eval::host::HostFile;
use layoutlens_syntax::{Language, program::Import};
use layoutlens_world::{Header, OpenFiles, Programs, Seen, Source, Sources, Workspace};

pub(crate) use folders::Folders;

use self::{
    compile_commands::Builds, disk::Disk, importers::Listing, include::Roots, index::Indices, look::Look,
    remarks::Remarks, repository::Repositories,
};

impl Folders {
    /// Looks in `workspace` and in what it and the environment name.
    pub(crate) fn new(workspace: &[PathBuf]) -> Self {
        let cutlass = std::env::var_os("CUTLASS_PATH").map(PathBuf::from);
        let remarks = Remarks::default();
        let (listing, builds) = (Listing::telling(remarks.clone()), Builds::telling(remarks.clone()));
        Self {
            open: Mutex::new(workspace.into()),
            cutlass,
            disk: Disk::default(),
            listing,
            importers: Indices::default(),
            includers: Indices::default(),
            builds,
            remarks,
        }
    }

    /// As [`new`](Self::new), for a short time in which nobody changes files: each is looked at once.
    pub(crate) fn still(workspace: &[PathBuf]) -> Self {
        let folders = Self::new(workspace);
        Self {
            disk: Disk::still(),
            listing: folders.listing.still(),
            importers: Indices::still(),
            includers: Indices::still(),
            ..folders
        }
    }

    /// What was not read, or not whole, and why: a sentence each, once each.
    pub(crate) fn take_remarks(&self) -> Vec<String> {
        self.remarks.take()
    }

    /// The user opens folders and closes others.
    pub(crate) fn change(&self, added: Vec<PathBuf>, removed: &[PathBuf]) {
        let mut open = self.lock();
        let kept = open.iter().filter(|folder| !removed.contains(folder)).cloned();
        let kept: Vec<PathBuf> = kept.filter(|folder| !added.contains(folder)).collect();
        *open = kept.into_iter().chain(added).collect();
    }

    /// The folders that the user has open.
    pub(crate) fn open_folders(&self) -> Arc<[PathBuf]> {
        Arc::clone(&self.lock())
    }

    /// Ignores poison: a list is complete when it is put in.
    fn lock(&self) -> MutexGuard<'_, Arc<[PathBuf]>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Folders that angle-bracket includes and absolute imports are looked up in, in this order.
    fn roots(&self, look: &Look) -> Roots {
        let (mut roots, mut built): (Vec<PathBuf>, Vec<PathBuf>) = (Vec::new(), Vec::new());
        for folder in look.folders().iter() {
            roots.push(folder.clone());
            roots.push(folder.join("include"));
            let named = look.build_folders(folder);
            roots.extend(named.iter().cloned());
            built.extend(named.iter().cloned());
        }
        if let Some(folder) = &self.cutlass {
            roots.extend([folder.join("include"), folder.join("tools/util/include"), folder.clone()]);
        }
        let mut seen = HashSet::new();
        roots.retain(|root| seen.insert(root.clone()) && look.is_folder(root));
        built.retain(|folder| roots.contains(folder));
        Roots { built, all: roots }
    }
}

impl Workspace for Folders {
    fn look(self: Arc<Self>, from: &Path, open: &OpenFiles) -> Box<dyn Sources> {
        let look = Look::new(Arc::clone(&self), from, open);
        let roots = self.roots(&look);
        Box::new(LookingAround { look, roots, repositories: Repositories::default() })
    }
}

/// Finds files, for one document, once.
struct LookingAround {
    look: Look,
    roots: Roots,
    repositories: Repositories,
}

impl LookingAround {
    fn module(&self, from: &Path, import: &Import) -> Option<module::Found> {
        let around = self.repositories.folders_around(&self.look, from);
        module::file(&self.look, &self.roots.all, &around, from, import)
    }

    fn read(&self, language: Language, path: PathBuf) -> Option<Arc<Source>> {
        let name = self.name(language, &path);
        self.read_as(name, path)
    }

    fn read_as(&self, name: String, path: PathBuf) -> Option<Arc<Source>> {
        let (program, length) = self.look.program(&path)?;
        let language = Language::from_path(&path)?;
        Some(Arc::new(Source { file: HostFile { name, language, program }, length, path }))
    }
}

impl Sources for LookingAround {
    fn here(&self) -> PathBuf {
        // Included files are known by their real paths.
        self.look.real(&self.look.from)
    }

    fn name(&self, language: Language, path: &Path) -> String {
        match language {
            Language::Python => module::name(&self.look, path),
            Language::Cuda | Language::Rust => include::name(&self.roots.all, path),
        }
    }

    fn find(&self, language: Language, from: &Path, import: &Import) -> Vec<Arc<Source>> {
        let paths = match language {
            Language::Python => {
                let found = self.module(from, import).and_then(|module::Found { path, name }| {
                    let name = name.unwrap_or_else(|| self.name(language, &path));
                    self.read_as(name, path)
                });
                return found.into_iter().collect();
            }
            Language::Cuda => include::files(&self.look, &self.repositories, &self.roots, from, import),
            Language::Rust => Vec::new(),
        };
        paths.into_iter().filter_map(|path| self.read(language, path)).collect()
    }

    fn header(&self, from: &Path, include: &str) -> Option<(PathBuf, Arc<Header>)> {
        let import = Import { path: include.to_owned(), alias: None, space: None, block: None, range: 0..0 };
        let path =
            include::files(&self.look, &self.repositories, &self.roots, from, &import).into_iter().next()?;
        let header = self.look.header(&path)?;
        Some((path, header))
    }

    fn importers(&self, language: Language, path: &Path) -> Vec<Arc<Source>> {
        if language != Language::Python {
            return Vec::new();
        }
        let candidates = importers::candidates(&self.look, path);
        let is_importer = |source: &Arc<Source>| {
            let mut imports = source.file.program.imports.iter();
            imports.any(|import| {
                self.module(&source.path, import).is_some_and(|file| self.is_same(&file.path, path))
            })
        };
        let read = candidates.into_iter().filter_map(|file| self.read(language, file)).filter(is_importer);
        read.take(importers::MOST_IMPORTERS).collect()
    }

    fn programs(&self, path: &Path) -> Programs {
        let found = includers::programs(&self.look, path, &self.roots.all, &self.repositories);
        let number = found.programs.len();
        let read = |path| self.read(Language::Cuda, path);
        let sources: Vec<Arc<Source>> = found.programs.into_iter().filter_map(read).collect();
        Programs { are_all: found.are_all && sources.len() == number, sources }
    }

    fn left_out(&self, path: &Path) {
        self.look.left_out(path);
    }

    fn seen(self: Box<Self>) -> Arc<dyn Seen> {
        Arc::new(self.look.seen())
    }
}

impl LookingAround {
    /// Whether two paths are those of one file.
    fn is_same(&self, one: &Path, other: &Path) -> bool {
        one == other || one.file_name() == other.file_name() && self.look.real(one) == self.look.real(other)
    }
}
