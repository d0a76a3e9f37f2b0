//! What several steps need, made once.

use std::{
    path::{Path, PathBuf},
    sync::OnceLock,
};

use crate::{
    dist, folders,
    install::{self, CodeServer, InBackground, Machine},
    release::Tested,
};

/// Built binaries and installed programs. Installations go on in the background from the start.
pub(super) struct Session {
    machine: InBackground<Machine>,
    code_server: InBackground<Result<CodeServer, String>>,
    binary: OnceLock<Result<PathBuf, String>>,
    vsix: OnceLock<Result<PathBuf, String>>,
}

impl Session {
    /// With this binary; without one it is built when it is first needed.
    pub(super) fn start(binary: Option<PathBuf>) -> Self {
        Self {
            machine: InBackground::start(install::machine),
            code_server: InBackground::start(install::node_and_code_server),
            binary: binary.map_or_else(OnceLock::new, |binary| OnceLock::from(Ok(binary))),
            vsix: OnceLock::new(),
        }
    }

    /// As [`start`](Self::start), but nothing is looked for or installed before a step asks for it.
    pub(super) fn of_few_steps(binary: Option<PathBuf>) -> Self {
        Self {
            machine: InBackground::when_waited_for(install::machine),
            code_server: InBackground::when_waited_for(install::node_and_code_server),
            binary: binary.map_or_else(OnceLock::new, |binary| OnceLock::from(Ok(binary))),
            vsix: OnceLock::new(),
        }
    }

    /// The programs of this machine, once all of them were looked for.
    pub(super) fn machine(&self) -> Result<&Machine, String> {
        self.machine.wait()
    }

    pub(super) fn code_server(&self) -> Result<&CodeServer, String> {
        self.code_server.wait()?.as_ref().map_err(Clone::clone)
    }

    /// The binary under test: a release build, and in CI the one that its tests were built with.
    pub(super) fn binary(&self) -> Result<&Path, String> {
        let binary = self.binary.get_or_init(|| Tested::here().binary().map_err(|error| error.to_string()));
        binary.as_deref().map_err(Clone::clone)
    }

    /// The packaged extension with that binary inside.
    pub(super) fn vsix(&self) -> Result<&Path, String> {
        let vsix = self.vsix.get_or_init(|| {
            let node = &self.code_server()?.node;
            dist::package_extension(node, self.binary()?).map_err(|error| error.to_string())
        });
        vsix.as_deref().map_err(Clone::clone)
    }

    /// The example projects that the editors open.
    pub(super) fn test_workspaces(&self) -> PathBuf {
        folders::repository().join("test-workspaces")
    }
}
