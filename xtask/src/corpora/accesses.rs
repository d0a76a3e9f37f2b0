//! Of the accesses of plain CUDA kernels that vary by lane, how many have a layout, and why the others have none.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde::Deserialize;

use super::{
    judgement::Judgements,
    plain_findings::{self, Found},
    plain_page,
};
use crate::{alarm, error::Error, folders, processors};

/// Reasons that are printed, largest first.
const MOST_REASONS: usize = 30;

const SUFFIXES: [&str; 6] = ["cu", "cuh", "h", "hpp", "cpp", "inl"];

/// Folders that hold code of others, by their names.
const OTHERS: [&str; 6] = ["3rd", "3rdparty", "third_party", "cccl", "cutlass", ".git"];

/// What a file contains whose kernels are CuTe's business.
const OF_OTHERS: [&str; 3] = ["cute/", "cute::", "kittens"];

/// An access, as `layoutlens accesses --format json` tells it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Access {
    line: u32,
    text: String,
    layout: Option<String>,
    reason: Option<String>,
    reason_kind: Option<String>,
    is_uniform: bool,
    is_finding: bool,
    sectors: Option<Count>,
    wavefronts: Option<Count>,
    when: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Count {
    is: i64,
    least: i64,
}

/// How many accesses there are, and of how many what is known.
#[derive(Debug, Clone, Default)]
pub(super) struct Counts {
    /// Files that hold a kernel, and those in which accesses were found.
    pub(super) files: usize,
    pub(super) read: usize,
    /// Accesses that vary by lane.
    pub(super) varying: usize,
    /// Those of them whose layout holds numbers alone, and those with one that also has symbols.
    pub(super) exact: usize,
    pub(super) symbolic: usize,
    pub(super) supposed: usize,
    pub(super) uniform: usize,
    pub(super) failed: usize,
    pub(super) reasons: BTreeMap<String, usize>,
}

impl Counts {
    fn add(&mut self, other: &Self) {
        self.files += other.files;
        self.read += other.read;
        self.varying += other.varying;
        self.exact += other.exact;
        self.symbolic += other.symbolic;
        self.supposed += other.supposed;
        self.uniform += other.uniform;
        self.failed += other.failed;
        for (reason, count) in &other.reasons {
            *self.reasons.entry(reason.clone()).or_default() += count;
        }
    }

    fn count(&mut self, access: &Access) {
        if access.is_uniform {
            self.uniform += 1;
            return;
        }
        self.varying += 1;
        let is_open = matches!(access.reason_kind.as_deref(), Some("symbol"));
        match (&access.layout, is_open) {
            (Some(_), false) => self.exact += 1,
            (Some(_), true) => self.symbolic += 1,
            (None, _) => *self.reasons.entry(general(access.reason.as_deref())).or_default() += 1,
        }
        let is_supposed = |when: &String| when.contains("leaves") || when.contains("` = ");
        self.supposed += usize::from(access.when.iter().any(is_supposed));
    }

    /// Percent of the accesses that vary.
    pub(super) fn share(&self, part: usize) -> f64 {
        100.0 * part as f64 / self.varying.max(1) as f64
    }

    /// Reasons of those without a layout, the most frequent first.
    pub(super) fn reasons(&self) -> Vec<(&str, usize)> {
        let mut reasons: Vec<(&str, usize)> =
            self.reasons.iter().map(|(reason, count)| (reason.as_str(), *count)).collect();
        reasons.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        reasons
    }

    /// The shares in one line.
    fn line(&self) -> String {
        format!(
            "{} of {} files with kernels: {} accesses vary by lane; {} ({:.1} %) have an exact layout, {} ({:.1} %) one with \
             symbols; {} rest on suppositions; {} more are the same for all lanes",
            self.read,
            self.files,
            self.varying,
            self.exact,
            self.share(self.exact),
            self.exact + self.symbolic,
            self.share(self.exact + self.symbolic),
            self.supposed,
            self.uniform,
        )
    }
}

/// Prints the shares of each folder and of all, and the reasons; with `listed`, each finding of at least twice the least. With
/// the `commits` of packages, writes the page of them, too.
pub(super) fn print(
    binary: &Path,
    below: &[PathBuf],
    listed: bool,
    commits: Option<&Path>,
) -> Result<(), Error> {
    let commits = commits.map(|path| fs::read_to_string(path).map_err(Error::file(path))).transpose()?;
    let mut whole = Counts::default();
    let mut packages = Vec::new();
    let mut found = Vec::new();
    for folder in below {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().replacen("__", "/", 1);
        let counts = counts(binary, folder, &name, listed.then_some(&mut found))?;
        if counts.varying > 0 {
            println!("{name}: {}", counts.line());
            packages.push((name, counts.clone()));
        }
        whole.add(&counts);
    }
    for (reason, count) in whole.reasons().iter().take(MOST_REASONS) {
        println!("  {count} {reason}");
    }
    println!("{}", whole.line());
    if let Some(commits) = commits {
        let path = folders::repository().join("docs").join("plain-corpora.md");
        fs::write(&path, plain_page::page(&packages, &whole, &commits)).map_err(Error::file(&path))?;
        println!("{}", path.display());
        if listed {
            let path = folders::repository().join("docs").join("plain-findings.md");
            let before = fs::read_to_string(&path).map_err(Error::file(&path))?;
            let page = plain_findings::page(&found, &Judgements::read(&before), &commits);
            fs::write(&path, page).map_err(Error::file(&path))?;
            println!("{}", path.display());
        }
    }
    match whole.failed {
        0 => Ok(()),
        failed => Err(Error::Other(format!("{failed} files have no answer"))),
    }
}

fn counts(
    binary: &Path,
    folder: &Path,
    name: &str,
    mut listed: Option<&mut Vec<Found>>,
) -> Result<Counts, Error> {
    // As whoever works there asks: what is included is looked for in the whole folder.
    let (binary, folder) = (whole_path(binary)?, whole_path(folder)?);
    let mut files = Vec::new();
    collect(&folder, &mut files)?;
    files.sort();
    let found = processors::on_all_processors(&files, |_, file| Ok(accesses(&binary, &folder, file)))?;
    let mut counts = Counts { files: files.len(), ..Counts::default() };
    for (file, found) in files.iter().zip(found) {
        let found = match found {
            Ok(found) => found,
            Err(error) => {
                println!("no answer: {}: {error}", file.display());
                counts.failed += 1;
                continue;
            }
        };
        counts.read += usize::from(!found.is_empty());
        for access in found {
            counts.count(&access);
            if let Some(listed) = listed.as_deref_mut()
                && !access.is_uniform
                && access.is_finding
            {
                let below = file.strip_prefix(&folder).unwrap_or(file);
                listed.extend(list(name, below, &access));
            }
        }
    }
    Ok(counts)
}

/// Prints a finding of at least twice the least, and gives what a page says of it.
fn list(name: &str, file: &Path, access: &Access) -> Option<Found> {
    let counts = [(&access.sectors, "sectors"), (&access.wavefronts, "wavefronts")];
    let (count, unit) = counts.into_iter().find_map(|(count, unit)| Some((count.as_ref()?, unit)))?;
    if count.is < 2 * count.least {
        return None;
    }
    let layout = access.layout.as_deref();
    let text = access.text.split_whitespace().collect::<Vec<_>>().join(" ");
    println!(
        "{name}/{}:{} {text}: {} {unit} for {}, {}; {}",
        file.display(),
        access.line,
        count.is,
        count.least,
        layout.unwrap_or("no layout"),
        access.when.join(", ")
    );
    let layout = layout.map_or_else(|| "no layout".to_owned(), |layout| format!("`{layout}`"));
    Some(Found {
        repository: name.to_owned(),
        file: file.display().to_string(),
        line: access.line,
        text,
        claim: format!("{} {unit} for {}, {layout}", count.is, count.least),
    })
}

/// A reason without what it is about.
fn general(reason: Option<&str>) -> String {
    let Some(reason) = reason else { return "its offsets are known, and are those of no layout".to_owned() };
    let mut parts = reason.split('`');
    let mut out = parts.next().unwrap_or_default().to_owned();
    while let (Some(_), Some(behind)) = (parts.next(), parts.next()) {
        out.push_str("`..`");
        out.push_str(behind);
    }
    out
}

fn whole_path(path: &Path) -> Result<PathBuf, Error> {
    path.canonicalize().map_err(Error::file(path))
}

fn accesses(binary: &Path, folder: &Path, file: &Path) -> Result<Vec<Access>, Error> {
    let mut command = Command::new(binary);
    // A file may be given in the place of a folder.
    let folder = if folder.is_dir() { folder } else { folder.parent().unwrap_or(folder) };
    command.current_dir(folder).args(["accesses", "--format", "json"]).arg(file);
    let output = alarm::output(&mut command)?;
    serde_json::from_str(&output).map_err(|error| Error::Other(error.to_string()))
}

/// The files below a folder that hold a kernel and do not use CuTe.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Error> {
    if folder.is_file() {
        files.push(folder.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(folder).map_err(Error::file(folder))? {
        let entry = entry.map_err(Error::file(folder))?;
        let (path, kind) = (entry.path(), entry.file_type().map_err(Error::file(folder))?);
        let name = entry.file_name().to_string_lossy().into_owned();
        if kind.is_dir() {
            if !OTHERS.contains(&name.as_str()) {
                collect(&path, files)?;
            }
        } else if kind.is_file()
            && path.extension().is_some_and(|suffix| SUFFIXES.iter().any(|known| *known == suffix))
        {
            let bytes = fs::read(&path).map_err(Error::file(&path))?;
            let text = String::from_utf8_lossy(&bytes);
            if text.contains("__global__") && !OF_OTHERS.iter().any(|mark| text.contains(mark)) {
                files.push(path);
            }
        }
    }
    Ok(())
}
