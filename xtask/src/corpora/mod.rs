//! Code bases full of CuTe, fetched from PyPI: what the product is tried on.

mod accesses;
mod findings;
mod judgement;
mod page;
mod plain_findings;
mod plain_page;
mod reasons;

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use crate::{error::Error, folders, install, release};
use judgement::Judgements;

/// A package, pinned, in the form that its registry has.
struct Corpus {
    name: &'static str,
    requirement: &'static str,
    form: Form,
}

enum Form {
    Wheel,
    Source,
}

const CORPORA: &[Corpus] = &[
    Corpus { name: "nvidia-cutlass", requirement: "nvidia-cutlass==4.2.0.0", form: Form::Wheel },
    Corpus { name: "flash-attn", requirement: "flash-attn==2.8.3.post2", form: Form::Source },
    Corpus { name: "flashinfer-python", requirement: "flashinfer-python==0.7.2.post1", form: Form::Wheel },
    Corpus { name: "vllm", requirement: "vllm==0.33", form: Form::Source },
    Corpus { name: "flash-attn-4", requirement: "flash-attn-4==4.0.0b36", form: Form::Wheel },
    Corpus { name: "quack-kernels", requirement: "quack-kernels==0.6.5", form: Form::Wheel },
    Corpus {
        name: "nvidia-cutlass-dsl-libs-core",
        requirement: "nvidia-cutlass-dsl-libs-core==4.8.1",
        form: Form::Wheel,
    },
    // Brings FlashAttention 3's kernels along, which flash-attn does not.
    Corpus { name: "xformers", requirement: "xformers==0.0.31", form: Form::Source },
    // Brings llama.cpp along, and with it the largest .cu that it has.
    Corpus { name: "llama-cpp-python", requirement: "llama-cpp-python==0.3.36", form: Form::Source },
    // CUDA headers without CUDA, for `cargo xtask oracle`.
    Corpus {
        name: "nvidia-cuda-runtime-cu12",
        requirement: "nvidia-cuda-runtime-cu12==12.9.79",
        form: Form::Wheel,
    },
    Corpus {
        name: "nvidia-cuda-nvcc-cu12",
        requirement: "nvidia-cuda-nvcc-cu12==12.9.86",
        form: Form::Wheel,
    },
    Corpus {
        name: "nvidia-cuda-cccl-cu12",
        requirement: "nvidia-cuda-cccl-cu12==12.9.27",
        form: Form::Wheel,
    },
];

/// The code bases whose findings are listed.
const CHECKED: [&str; 5] = ["nvidia-cutlass", "flash-attn", "flashinfer-python", "vllm", "quack-kernels"];

/// What to do with code bases.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Only fetches these, all known names with an unknown one.
    names: Vec<String>,
    /// Prints why layouts and tensors of the code in these folders have no value, largest reason first, and the shares that
    /// are proved and supposed.
    #[arg(long, value_name = "FOLDER", num_args = 1.., value_parser = folders::absolute, conflicts_with = "names")]
    reasons: Vec<PathBuf>,
    /// Prints how many accesses of the plain kernels in these folders that vary by lane have a layout, and why others have none.
    #[arg(long, value_name = "FOLDER", num_args = 1.., value_parser = folders::absolute, conflicts_with_all = ["names", "reasons"])]
    accesses: Vec<PathBuf>,
    /// With `--accesses`, also lists each finding of at least twice the least. With `--commits`, also writes
    /// `docs/plain-findings.md` of them, where the judgements stay that stand there.
    #[arg(long, requires = "accesses")]
    findings: bool,
    /// With `--accesses`, also writes `docs/plain-corpora.md`. The file holds lines of a repository, `owner/name`, and a commit.
    /// With `--reasons` and `--before`, writes `docs/coverage.md`.
    #[arg(long, value_name = "FILE", value_parser = folders::absolute)]
    commits: Option<PathBuf>,
    /// With `--reasons` and `--commits`, the `layoutlens` that the page compares with.
    #[arg(long, value_name = "BINARY", requires_all = ["reasons", "commits"], value_parser = folders::absolute)]
    before: Option<PathBuf>,
    /// With `--reasons`, also lists each file with the share of its lines that declare layouts and tensors and show a value.
    #[arg(long, requires = "reasons")]
    files: bool,
    /// With `--reasons`, also lists where the reasons that contain this stand.
    #[arg(long, value_name = "TEXT", requires = "reasons")]
    list: Option<String>,
    /// A `layoutlens` to check with. Default: the release binary, built.
    #[arg(long, value_parser = folders::absolute)]
    binary: Option<PathBuf>,
}

/// Fetches the named code bases into `target/corpora/NAME`. Without names, checks those of [`CHECKED`] and writes every
/// finding that could be false to `docs/corpora.md`, where the judgements stay that stand there.
pub(crate) fn corpora(arguments: &Arguments) -> Result<(), Error> {
    if !arguments.reasons.is_empty() {
        let binary = arguments.binary.clone().map_or_else(release::build, Ok)?;
        if let Some(commits) = &arguments.commits {
            let before = arguments.before.as_deref().unwrap_or(&binary);
            return reasons::write_page(before, &binary, &arguments.reasons, commits);
        }
        let wanted = reasons::Wanted { listed: arguments.list.as_deref(), files: arguments.files };
        return reasons::print(&binary, &arguments.reasons, wanted);
    }
    if !arguments.accesses.is_empty() {
        let binary = arguments.binary.clone().map_or_else(release::build, Ok)?;
        let commits = arguments.commits.as_deref();
        return accesses::print(&binary, &arguments.accesses, arguments.findings, commits);
    }
    if arguments.names.is_empty() {
        let binary = arguments.binary.clone().map_or_else(release::build, Ok)?;
        return list_findings(&binary);
    }
    for name in &arguments.names {
        println!("{}", fetch(name)?.display());
    }
    Ok(())
}

fn list_findings(binary: &Path) -> Result<(), Error> {
    let mut checked = Vec::new();
    for name in CHECKED {
        let package = findings::check(binary, name, &fetch(name)?)?;
        println!("{name}: {} findings in {} files", package.findings.len(), package.files);
        checked.push(package);
    }
    let path = folders::repository().join("docs").join("corpora.md");
    let before = match fs::read_to_string(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        other => other.map_err(Error::file(&path))?,
    };
    let page = page::page(&checked, &Judgements::read(&before));
    fs::write(&path, page).map_err(Error::file(&path))?;
    println!("{}", path.display());
    Ok(())
}

/// The folder of one code base, fetched if it is not there.
pub(crate) fn fetch(name: &str) -> Result<PathBuf, Error> {
    let corpus = CORPORA.iter().find(|corpus| corpus.name == name).ok_or_else(|| unknown(name))?;
    let folder = folders::target().join("corpora").join(name);
    match corpus.form {
        Form::Wheel => install::wheel(corpus.requirement, &folder),
        Form::Source => install::source(corpus.requirement, &folder),
    }
    .map_err(Error::Other)?;
    Ok(folder)
}

fn unknown(name: &str) -> Error {
    let known: Vec<_> = CORPORA.iter().map(|corpus| corpus.name).collect();
    Error::Other(format!("there is no corpus {name}; known are {}", known.join(", ")))
}
