//! Of the accesses of plain CUDA kernels that vary by lane, how many have a layout, and why the others have none.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde::Deserialize;

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

/// Prints the shares and the reasons; with `listed`, each finding of at least twice the least.
pub(super) fn print(binary: &Path, below: &[PathBuf], listed: bool) -> Result<(), Error> {
    let mut files = Vec::new();
    for folder in below {
        collect(folder, &mut files)?;
    }
    files.sort();
    let found = processors::on_all_processors(&files, |_, file| Ok(accesses(binary, file)))?;
    let (mut varying, mut exact, mut symbolic, mut uniform, mut failed) = (0, 0, 0, 0, 0);
    let (mut read, mut supposed) = (0, 0);
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for (file, found) in files.iter().zip(found) {
        let found = match found {
            Ok(found) => found,
            Err(error) => {
                println!("no answer: {}: {error}", file.display());
                failed += 1;
                continue;
            }
        };
        read += usize::from(!found.is_empty());
        for access in found {
            if access.is_uniform {
                uniform += 1;
                continue;
            }
            varying += 1;
            let is_open = matches!(access.reason_kind.as_deref(), Some("symbol"));
            match (&access.layout, is_open) {
                (Some(_), false) => exact += 1,
                (Some(_), true) => symbolic += 1,
                (None, _) => *reasons.entry(general(access.reason.as_deref())).or_default() += 1,
            }
            supposed +=
                usize::from(access.when.iter().any(|when| when.contains("leaves") || when.contains("` = ")));
            if listed && access.is_finding {
                list(file, &access);
            }
        }
    }
    let mut reasons: Vec<(&String, &usize)> = reasons.iter().collect();
    reasons.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
    for (reason, count) in reasons.iter().take(MOST_REASONS) {
        println!("  {count} {reason}");
    }
    let share = |part: usize| 100.0 * part as f64 / varying.max(1) as f64;
    println!(
        "{read} of {} files with kernels: {varying} accesses vary by lane; {exact} ({:.1} %) have an exact layout, {} ({:.1} %) \
         one with symbols; {supposed} rest on suppositions; {uniform} more are the same for all lanes",
        files.len(),
        share(exact),
        exact + symbolic,
        share(exact + symbolic),
    );
    match failed {
        0 => Ok(()),
        failed => Err(Error::Other(format!("{failed} files have no answer"))),
    }
}

fn list(file: &Path, access: &Access) {
    let counts = [(&access.sectors, "sectors"), (&access.wavefronts, "wavefronts")];
    for (count, unit) in counts {
        if let Some(count) = count.as_ref().filter(|count| count.is >= 2 * count.least) {
            println!(
                "{}:{} {}: {} {unit} for {}, {}; {}",
                file.display(),
                access.line,
                access.text,
                count.is,
                count.least,
                access.layout.as_deref().unwrap_or("no layout"),
                access.when.join(", ")
            );
        }
    }
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

fn accesses(binary: &Path, file: &Path) -> Result<Vec<Access>, Error> {
    let mut command = Command::new(binary);
    command.current_dir(folders::repository()).args(["accesses", "--format", "json"]).arg(file);
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
