//! The files around a document, on disk: what C++ includes and Python imports.

mod cache;
mod compile_commands;
mod importers;
mod include;
mod includers;
mod module;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use layoutlens_syntax::{Language, program::Import};
use layoutlens_world::{Programs, Source, Sources};

use self::{cache::Cache, importers::Listing, includers::Includers};

/// Finds files in folders of the user's: the workspace, `CUTLASS_PATH`, what `compile_commands.json` names.
#[derive(Debug)]
pub(crate) struct Folders {
    /// The folders that the user has open.
    open: Vec<PathBuf>,
    /// Folders that angle-bracket includes and absolute imports are looked up in, in this order.
    roots: Vec<PathBuf>,
    cache: Cache,
    listing: Listing,
    includers: Includers,
}

impl Folders {
    /// Looks in `workspace` and in what it and the environment name.
    pub(crate) fn new(workspace: &[PathBuf]) -> Self {
        let cutlass = std::env::var_os("CUTLASS_PATH").map(PathBuf::from);
        let mut roots: Vec<PathBuf> = Vec::new();
        for folder in workspace {
            roots.push(folder.clone());
            roots.push(folder.join("include"));
            roots.extend(compile_commands::include_folders(folder));
        }
        if let Some(folder) = cutlass {
            roots.extend([folder.join("include"), folder.join("tools").join("util").join("include"), folder]);
        }
        roots.retain(|root| root.is_dir());
        let mut seen = std::collections::HashSet::new();
        roots.retain(|root| seen.insert(root.clone()));
        let open = workspace.iter().map(|folder| folder.canonicalize().unwrap_or_else(|_| folder.clone()));
        let (cache, listing, includers) = (Cache::default(), Listing::default(), Includers::default());
        Self { open: open.collect(), roots, cache, listing, includers }
    }

    /// Files on disk may have changed: which ones there are, and what they import.
    pub(crate) fn look_again(&self) {
        self.listing.forget();
        self.includers.forget();
    }
}

impl Sources for Folders {
    fn name(&self, language: Language, path: &Path) -> String {
        match language {
            Language::Python => module::name(path),
            Language::Cuda | Language::Rust => include::name(&self.roots, path),
        }
    }

    fn find(&self, language: Language, from: &Path, import: &Import) -> Vec<Arc<Source>> {
        let paths = match language {
            Language::Python => module::files(&self.roots, from, import),
            Language::Cuda => include::files(&self.roots, from, import),
            Language::Rust => Vec::new(),
        };
        paths
            .into_iter()
            .filter_map(|path| self.cache.read(&path, |path| self.name(language, path)))
            .collect()
    }

    fn importers(&self, language: Language, path: &Path) -> Vec<Arc<Source>> {
        if language != Language::Python {
            return Vec::new();
        }
        let candidates = self.listing.candidates(&self.open, path);
        let is_importer = |source: &Arc<Source>| {
            let mut imports = source.file.program.imports.iter();
            imports.any(|import| {
                module::files(&self.roots, &source.path, import).iter().any(|file| is_same(file, path))
            })
        };
        let read = candidates
            .into_iter()
            .filter_map(|file| self.cache.read(&file, |file| self.name(language, file)))
            .filter(is_importer);
        read.take(importers::MOST_IMPORTERS).collect()
    }

    fn programs(&self, path: &Path) -> Programs {
        let found = self.includers.programs(path, &self.roots);
        let read = |path: &PathBuf| self.cache.read(path, |path| self.name(Language::Cuda, path));
        let sources: Vec<Arc<Source>> = found.programs.iter().filter_map(read).collect();
        Programs { are_all: found.are_all && sources.len() == found.programs.len(), sources }
    }
}

/// Whether two paths are those of one file.
fn is_same(one: &Path, other: &Path) -> bool {
    one == other
        || one.file_name() == other.file_name()
            && matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}
