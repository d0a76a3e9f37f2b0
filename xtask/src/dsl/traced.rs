//! What the DSL held under each name while it traced the kernels of a script.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use serde::Deserialize;

use super::package;
use crate::{error::Error, process};

/// How long a script may take.
const LIMIT: Duration = Duration::from_secs(300);

/// Which GPU the examples of a folder are for: the first whose text is in their path.
const ARCHITECTURES: [(&str, &str); 7] = [
    ("sm103", "sm_103a"),
    ("sm120", "sm_120a"),
    ("blackwell_geforce", "sm_120a"),
    ("ampere", "sm_80"),
    ("turing", "sm_75"),
    ("hopper", "sm_90a"),
    ("", "sm_100a"),
];

/// What the DSL held under a name once.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) struct Held {
    /// `tensor` or `layout`.
    pub(super) kind: String,
    pub(super) text: String,
    /// Of a tensor.
    #[serde(rename = "element")]
    _element: String,
}

/// What names held and what else was said of them, by their texts.
pub(super) type Said = BTreeMap<String, BTreeSet<String>>;
/// What each name held, by its line.
pub(super) type Names = BTreeMap<(usize, String), Vec<Held>>;

/// What a run of a script told.
#[derive(Debug, Deserialize)]
pub(super) struct Trace {
    pub(super) names: Vec<(PathBuf, usize, String, Vec<Held>)>,
    pub(super) said: Said,
    /// What ended the script, if anything did.
    pub(super) complaint: String,
}

impl Trace {
    pub(super) fn by_file(&self) -> BTreeMap<PathBuf, Names> {
        let mut files: BTreeMap<PathBuf, Names> = BTreeMap::new();
        for (file, line, name, held) in &self.names {
            files.entry(file.clone()).or_default().insert((*line, name.clone()), held.clone());
        }
        files
    }
}

/// The programs that trace, beside each other in `work`.
pub(super) fn write_programs(work: &Path) -> Result<(), Error> {
    let programs = [
        ("trace.py", include_str!("trace.py")),
        ("torch_without_gpu.py", include_str!("torch_without_gpu.py")),
    ];
    for (name, text) in programs {
        let path = work.join(name);
        fs::write(&path, text).map_err(Error::file(&path))?;
    }
    Ok(())
}

/// Runs a script as it is.
pub(super) fn trace(
    packages: &Path,
    work: &Path,
    folder: &Path,
    number: usize,
    script: &Path,
) -> Result<Trace, Error> {
    let below = script.strip_prefix(folder).unwrap_or(script).to_string_lossy().into_owned();
    let architecture =
        ARCHITECTURES.iter().find(|(part, _)| below.contains(part)).map_or("", |(_, name)| name);
    let told = work.join(format!("{number}.json"));
    if told.exists() {
        fs::remove_file(&told).map_err(Error::file(&told))?;
    }
    let mut python = package::python(packages)?;
    python
        .arg(work.join("trace.py"))
        .args([script, &told])
        .env("DSL_FOLDER", folder)
        .env("CUTE_DSL_ARCH", architecture)
        // What it makes of a kernel is not compiled.
        .env("CUTE_DSL_DRYRUN", "1")
        .current_dir(work);
    let (output, complaints) = (work.join(format!("{number}.out")), work.join(format!("{number}.log")));
    process::run_to_files(&mut python, &output, &complaints, LIMIT)?;
    let Ok(text) = fs::read_to_string(&told) else {
        let names = Vec::new();
        let complaint = "it ended before it told anything".to_owned();
        return Ok(Trace { names, said: Said::new(), complaint });
    };
    let mut trace: Trace = serde_json::from_str(&text).map_err(|error| {
        Error::Other(format!("what {} told is no list of names: {error}", script.display()))
    })?;
    trace.said.insert("arch".to_owned(), BTreeSet::from([architecture.to_owned()]));
    Ok(trace)
}
