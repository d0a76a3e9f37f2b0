//! The files of a run.

use layoutlens_host_value::{evaluation::HostFile, invariant, scope::ScopeId};

/// Which file of a run it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct FileId(usize);

impl FileId {
    /// The file that is evaluated; the others are what it includes or imports, or what does so with it.
    pub(crate) const MAIN: Self = Self(0);

    /// A file that is not there.
    pub(crate) const NOWHERE: Self = Self(usize::MAX);

    /// Whether it is the one that is evaluated.
    pub(crate) fn is_main(self) -> bool {
        self == Self::MAIN
    }
}

/// The files, each with its scope. There is always the one that is evaluated.
#[derive(Debug)]
pub(crate) struct Files<'a> {
    main: &'a HostFile,
    /// All of them.
    all: Vec<(&'a HostFile, ScopeId)>,
}

impl<'a> Files<'a> {
    /// `main` and the others, each with the scope that `open` gives it.
    pub(crate) fn new(
        main: &'a HostFile,
        others: impl Iterator<Item = &'a HostFile>,
        mut open: impl FnMut(FileId) -> ScopeId,
    ) -> Self {
        let files = std::iter::once(main).chain(others).enumerate();
        Self { main, all: files.map(|(index, file)| (file, open(FileId(index)))).collect() }
    }

    /// The one that is evaluated.
    pub(crate) fn main(&self) -> &'a HostFile {
        self.main
    }

    /// All of them, the one that is evaluated first.
    pub(crate) fn all(&self) -> impl Iterator<Item = (FileId, &'a HostFile)> + use<'a, '_> {
        self.all.iter().enumerate().map(|(index, (file, _))| (FileId(index), *file))
    }

    /// All but the one that is evaluated.
    pub(crate) fn others(&self) -> impl Iterator<Item = (FileId, &'a HostFile)> + use<'a, '_> {
        self.all().skip(1)
    }

    /// A file; `None` of [`FileId::NOWHERE`].
    pub(crate) fn get(&self, file: FileId) -> Option<&'a HostFile> {
        self.all.get(file.0).map(|(file, _)| *file)
    }

    /// What is bound outside of functions and namespaces of a file.
    pub(crate) fn scope(&self, file: FileId) -> ScopeId {
        match self.all.get(file.0) {
            Some((_, scope)) => *scope,
            None => invariant!(ScopeId::NOWHERE, "{file:?} of {} has no scope", self.all.len()),
        }
    }

    /// The scopes of all files.
    pub(crate) fn scopes(&self) -> impl Iterator<Item = ScopeId> + use<'_> {
        self.all.iter().map(|(_, scope)| *scope)
    }
}
