//! Public kernels, unchanged, under Nsight Compute: what it counts of each access beside what `layoutlens accesses` claims.

mod claim;
mod comparison;
mod counters;
mod host;
mod kernel;
mod mended;
mod page;
mod table;

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{error::Error, folders, release};
use counters::Instruction;
use kernel::Kernel;
use page::Measured;

/// What to do with the kernels.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Where the projects lie, each as `owner__name`.
    #[arg(long, value_parser = folders::absolute)]
    repositories: PathBuf,
    /// Compiles a host of each kernel into this folder, with the script that measures them where a GPU is.
    #[arg(long, value_name = "FOLDER", value_parser = folders::absolute)]
    prepare: Option<PathBuf>,
    /// The compiler of CUDA.
    #[arg(long, default_value = "nvcc", requires = "prepare")]
    nvcc: String,
    /// Further arguments of the compiler: folders with headers.
    #[arg(long, value_name = "ARGUMENT", requires = "prepare", allow_hyphen_values = true)]
    nvcc_argument: Vec<String>,
    /// The counters that the script wrote there, `counters.csv`, with `kernels.csv` beside it: holds them against what is claimed and
    /// writes the page.
    #[arg(long, value_name = "FILE", value_parser = folders::absolute, requires = "with")]
    from: Option<PathBuf>,
    /// What they were measured with: the device, the compiler, the date.
    #[arg(long, value_name = "TEXT")]
    with: Option<String>,
    /// A `layoutlens` that claims. Default: the release binary, built.
    #[arg(long, value_parser = folders::absolute)]
    binary: Option<PathBuf>,
    /// Takes the kernels whose host's name contains this.
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
}

/// Compiles hosts, or writes what was measured with them.
pub(crate) fn measured(arguments: &Arguments) -> Result<(), Error> {
    let is_asked = |kernel: &&Kernel| arguments.only.as_ref().is_none_or(|only| kernel.host.contains(only));
    let kernels: Vec<&Kernel> = table::KERNELS.iter().filter(is_asked).collect();
    if let Some(into) = &arguments.prepare {
        host::prepare(&kernels, &arguments.repositories, into, &arguments.nvcc, &arguments.nvcc_argument)?;
    }
    if let Some(from) = &arguments.from {
        let binary = arguments.binary.clone().map_or_else(release::build, Ok)?;
        let all = measured_kernels(&kernels, &binary, &arguments.repositories, &counters::read(from)?)?;
        let compared: Vec<Measured<'_>> = all
            .iter()
            .map(|one| Measured {
                kernel: one.kernel,
                compared: comparison::compare(&one.claims, &one.instructions),
            })
            .collect();
        let path = folders::repository().join("docs").join("plain-measured.md");
        let mut page = page::page(&compared, arguments.with.as_deref().unwrap_or_default());
        page.push_str(&before_and_after(
            &kernels,
            &arguments.repositories,
            &from.with_file_name("kernels.csv"),
        )?);
        fs::write(&path, page).map_err(Error::file(&path))?;
        println!("{}", path.display());
    }
    Ok(())
}

/// What kernels took before their quick fixes and after them.
fn before_and_after(kernels: &[&Kernel], repositories: &Path, counted: &Path) -> Result<String, Error> {
    let totals = mended::totals(counted)?;
    let of = |host: &str| {
        totals.get(host).ok_or_else(|| Error::Other(format!("nothing was counted of the whole of {host}")))
    };
    let mut all = Vec::new();
    for one in mended::MENDED {
        let Some(kernel) = kernels.iter().find(|kernel| kernel.host == one.host) else { continue };
        let text = mended::Text::of(one, kernel, repositories)?;
        all.push((kernel.kernel, text.titles, of(one.host)?, of(&mended::name(one.host))?));
    }
    Ok(mended::section(&all))
}

/// A kernel with what is claimed of it and what was counted.
struct WithCounters<'a> {
    kernel: &'a Kernel,
    claims: Vec<claim::Claim>,
    instructions: Vec<Instruction>,
}

fn measured_kernels<'a>(
    kernels: &[&'a Kernel],
    binary: &Path,
    repositories: &Path,
    counted: &[Instruction],
) -> Result<Vec<WithCounters<'a>>, Error> {
    let mut all = Vec::new();
    for kernel in kernels {
        let file = host::folder(repositories, kernel.project).join(kernel.file);
        let mut claims = claim::claims(binary, &file)?;
        claims.retain(|claim| claim.kernel == kernel.claimed);
        if claims.is_empty() {
            return Err(Error::Other(format!(
                "{}: nothing is claimed of {}",
                file.display(),
                kernel.claimed
            )));
        }
        let is_its = |one: &&Instruction| one.host == kernel.host && one.file.ends_with(kernel.file);
        let instructions: Vec<Instruction> = counted.iter().filter(is_its).cloned().collect();
        if instructions.is_empty() {
            return Err(Error::Other(format!("nothing was counted of {}", kernel.host)));
        }
        all.push(WithCounters { kernel, claims, instructions });
    }
    Ok(all)
}
