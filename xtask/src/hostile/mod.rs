//! `cargo xtask hostile`: workspaces that somebody made to hang, kill or use the server.
//!
//! Each is opened in an editor (`initialize`, a document, hovers, an edit) and given to `layoutlens check`. All must be
//! answered, a good file beside them as ever, within [`MOST_PROCESSOR`] and [`MOST_KIB`]. Processor time is counted, of
//! all threads, so that a busy machine changes nothing; the time of the clock only ends what hangs.

mod case;
mod cases;
mod code;
mod files;
mod growth;
mod measure;
mod objects;
mod sizes;

use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::Duration,
};

use crate::{error::Error, release::Tested};
use case::{Case, GOOD, GOOD_TEXT};
pub(crate) use cases::Which;
use measure::{Figures, Tried};

/// Processor time that each part may take: all up to the first hovers, one edit, one check.
const MOST_PROCESSOR: Duration = Duration::from_secs(2);
/// A build with alarms that is little optimised may take so many times as long.
const TIMES_WITH_ALARMS: u32 = 10;

/// Memory that a process may ever have had in RAM, in KiB.
const MOST_KIB: u64 = 300 << 10;

/// Cases that are tried at the same time, on a machine with so many cores: each may take [`MOST_KIB`].
const MOST_AT_ONCE: usize = 4;

/// Which binary, and which cases.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A `layoutlens` to try. Default: the release binary, built.
    #[arg(long)]
    pub(crate) binary: Option<PathBuf>,
    /// Only cases whose names contain this.
    #[arg(long, value_name = "TEXT")]
    pub(crate) only: Option<String>,
}

/// Tries all cases and prints a line each.
///
/// # Errors
/// How many failed; or what kept a case from being tried.
pub(crate) fn hostile(binary: &Path, which: Which, only: Option<&str>) -> Result<(), Error> {
    println!(
        "{:58} {:>6} {:>6} {:>6} {:>7} {:>7}",
        "case", "open s", "edit s", "check s", "MB lsp", "MB chk"
    );
    // Started in the folders of the cases.
    let binary = &fs::canonicalize(binary).map_err(Error::file(binary))?;
    let cases: Vec<&Case> =
        cases::of(which).filter(|case| only.is_none_or(|text| case.name.contains(text))).collect();
    let (next, failed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let try_some = || {
        // A case is mostly one process that works or waits.
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            let tried = try_alone(binary, case)?;
            let complaints = complaints(&tried);
            failed.fetch_add(usize::from(!complaints.is_empty()), Ordering::Relaxed);
            let complaints = complaints.iter().map(|complaint| format!("\n    FAILED: {complaint}"));
            println!("{}{}", line(case.name, &tried), complaints.collect::<String>());
        }
        Ok::<(), Error>(())
    };
    let at_once = thread::available_parallelism().map_or(1, usize::from).min(MOST_AT_ONCE);
    thread::scope(|scope| {
        let threads: Vec<_> = (0..at_once).map(|_| scope.spawn(try_some)).collect();
        threads.into_iter().try_for_each(|thread| match thread.join() {
            Ok(tried) => tried,
            Err(panic) => std::panic::resume_unwind(panic),
        })
    })?;
    let failed = failed.into_inner();
    let passed = cases.len() - failed;
    println!("{passed} passed, {failed} failed");
    if failed == 0 {
        Ok(())
    } else {
        Err(Error::Other(format!("{failed} hostile workspaces were not borne")))
    }
}

/// Tries a case in a folder of its own.
fn try_alone(binary: &Path, case: &Case) -> Result<Tried, Error> {
    let folder = Folder::new()?;
    fs::write(folder.0.join(GOOD), GOOD_TEXT).map_err(Error::file(&folder.0))?;
    (case.make)(&folder.0).map_err(Error::file(&folder.0))?;
    Ok(measure::try_case(binary, case, &folder.0))
}

fn line(name: &str, tried: &Tried) -> String {
    let seconds =
        |time: Option<Duration>| time.map_or("-".to_owned(), |time| format!("{:.2}", time.as_secs_f64()));
    let megabytes = |kib: Option<u64>| kib.map_or("-".to_owned(), |kib| format!("{}", kib >> 10));
    let editor = tried.editor.as_ref().ok();
    let check = tried.check.as_ref().ok();
    format!(
        "{name:58} {:>6} {:>6} {:>6} {:>7} {:>7}",
        seconds(editor.map(|editor| editor.open.processor)),
        seconds(editor.map(|editor| editor.edit)),
        seconds(check.map(|check| check.processor)),
        megabytes(editor.map(|editor| editor.open.peak_kib)),
        megabytes(check.map(|check| check.peak_kib)),
    )
}

fn complaints(tried: &Tried) -> Vec<String> {
    let mut all = Vec::new();
    let most_processor = match Tested::here() {
        Tested::Apart => MOST_PROCESSOR,
        Tested::AsOne => MOST_PROCESSOR * TIMES_WITH_ALARMS,
    };
    let mut bounded = |what: &str, figures: &Figures| {
        if figures.processor > most_processor {
            all.push(format!("{what} takes {:.2} s of processor time", figures.processor.as_secs_f64()));
        }
        if figures.peak_kib > MOST_KIB {
            all.push(format!("{what} takes {} MB", figures.peak_kib >> 10));
        }
    };
    if let Ok(editor) = &tried.editor {
        bounded("the editor", &editor.open);
        bounded("an edit", &Figures { processor: editor.edit, peak_kib: 0 });
    }
    if let Ok(check) = &tried.check {
        bounded("check", check);
    }
    all.extend(tried.editor.as_ref().err().map(|error| format!("in the editor: {error}")));
    all.extend(tried.check.as_ref().err().map(|error| format!("in a terminal: {error}")));
    all
}

/// A folder of its own for a case, gone with it.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Self, Error> {
        static MADE: AtomicUsize = AtomicUsize::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("layoutlens-hostile-{}-{number}", std::process::id()));
        // Left by one that was killed.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).map_err(Error::file(&path))?;
        Ok(Self(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that stays is the system's to clean.
        let _ = fs::remove_dir_all(&self.0);
    }
}
