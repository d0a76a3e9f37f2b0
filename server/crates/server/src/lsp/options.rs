//! What a server is started with.

use std::path::PathBuf;

use layoutlens_eval::host::OfLanguage;
use layoutlens_run::WorkerCommand;

/// What a server needs from its surroundings.
#[derive(Debug, Clone)]
pub struct Options {
    /// The libraries that code may use.
    pub libraries: OfLanguage,
    /// Where pages and pictures are written for the editor to open; without it, none are.
    pub cache_folder: Option<PathBuf>,
    /// Starts the process that runs statements; without it, this very program does.
    pub worker: Option<WorkerCommand>,
    /// Ends this process when the one that the client names as its own is gone.
    pub ends_with_client: bool,
    /// Offers methods that panic and work long. For tests.
    pub fault_injection: bool,
}

impl Options {
    /// Those of a server that knows nothing of its surroundings.
    pub fn new(libraries: OfLanguage) -> Self {
        Self { libraries, cache_folder: None, worker: None, ends_with_client: false, fault_injection: false }
    }
}
