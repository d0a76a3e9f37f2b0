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

use std::{fs, path::Path, path::PathBuf, time::Duration};

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
    let (mut passed, mut failed) = (0, 0);
    for case in cases::of(which).filter(|case| only.is_none_or(|text| case.name.contains(text))) {
        let folder = Folder::new()?;
        fs::write(folder.0.join(GOOD), GOOD_TEXT).map_err(Error::file(&folder.0))?;
        (case.make)(&folder.0).map_err(Error::file(&folder.0))?;
        let tried = measure::try_case(binary, case, &folder.0);
        let complaints = complaints(&tried);
        match complaints.is_empty() {
            true => passed += 1,
            false => failed += 1,
        }
        println!("{}", line(case.name, &tried));
        complaints.iter().for_each(|complaint| println!("    FAILED: {complaint}"));
    }
    println!("{passed} passed, {failed} failed");
    if failed == 0 {
        Ok(())
    } else {
        Err(Error::Other(format!("{failed} hostile workspaces were not borne")))
    }
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
        let path = std::env::temp_dir().join(format!("layoutlens-hostile-{}", std::process::id()));
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
