//! Programs on the far side: the real `layoutlens`, and some that a user may meet instead.

use std::{error::Error, fs, path::Path};

use super::{
    daemon::{Folder, wait_for, wait_until},
    processes::is_running,
};

/// `layoutlens` on the far side. It notes its process and where it was started, and is then the real one.
pub(super) struct FarSide {
    pub(super) layoutlens: String,
    /// A login that greets on standard output.
    pub(super) noisy: String,
    /// A `layoutlens` of long ago.
    pub(super) old: String,
    /// Never says hello; ends with its input, as the real one does.
    pub(super) silent: String,
    process: String,
    place: String,
}

impl FarSide {
    pub(super) fn new(folder: &Folder, binary: &Path) -> Result<Self, Box<dyn Error>> {
        let binary = fs::canonicalize(binary)?;
        let (process, place) = (folder.file("worker.process"), folder.file("worker.place"));
        // The number comes last, and at once, so that whoever reads it finds the rest.
        let note = format!(
            "echo \"$SSH_CONNECTION$SLURM_JOB_ID\" > {place}; echo $$ > {process}.new; mv {process}.new {process}"
        );
        let binary = binary.display();
        let hello = r#"{"hello":{"protocol":1,"version":"0.0.1"}}"#;
        Ok(Self {
            layoutlens: folder.script("layoutlens", &format!("{note}\nexec '{binary}' \"$@\""))?,
            noisy: folder.script("noisy", &format!("echo Welcome\nexec '{binary}' \"$@\""))?,
            old: folder
                .script("old", &format!("printf '\\{:o}\\0\\0\\0%s' '{hello}'\nexec cat", hello.len()))?,
            silent: folder.script("silent", &format!("{note}\nexec cat > {}", folder.file("unread")))?,
            process,
            place,
        })
    }

    /// Forgets the worker that was started last.
    pub(super) fn forget(&self) {
        // There may have been none.
        let _ = fs::remove_file(&self.process);
        let _ = fs::remove_file(&self.place);
    }

    /// The process of the worker, once it is started.
    pub(super) fn worker(&self) -> Result<u32, Box<dyn Error>> {
        wait_for("a worker on the far side", || fs::read_to_string(&self.process).ok()?.trim().parse().ok())
    }

    /// The connection or the job that the worker was started by.
    pub(super) fn place(&self) -> Result<String, Box<dyn Error>> {
        let place = fs::read_to_string(&self.place)?.trim().to_owned();
        if place.is_empty() { Err("the worker was started on the near side".into()) } else { Ok(place) }
    }

    /// Waits until the worker is gone.
    pub(super) fn is_left(&self, worker: u32) -> Result<(), Box<dyn Error>> {
        wait_until("the worker on the far side to end", || !is_running(worker))
    }
}
