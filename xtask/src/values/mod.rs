//! What another version proved in real code, and this one does not: caution has a price, and this is it.

mod difference;
mod draw;
mod inspected;

use std::path::PathBuf;

use crate::{corpora, error::Error, folders, release};
use difference::Difference;

/// The code bases whose files are drawn.
const CODE_BASES: [&str; 6] =
    ["nvidia-cutlass", "flash-attn", "flash-attn-4", "quack-kernels", "xformers", "flashinfer-python"];

/// What to compare.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The `layoutlens` that is compared with: of another version.
    #[arg(long, value_name = "BINARY", value_parser = folders::absolute)]
    against: PathBuf,
    /// Default: the release binary, built.
    #[arg(long, value_parser = folders::absolute)]
    binary: Option<PathBuf>,
    /// How many files, no two of one content.
    #[arg(long, default_value_t = 60)]
    files: usize,
    /// Draws the files.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Code bases that are drawn from. Default: those that `cargo xtask corpora` fetches.
    #[arg(value_name = "FOLDER")]
    folders: Vec<PathBuf>,
}

/// Draws files, inspects them with both binaries and prints every value that only one of them has.
///
/// # Errors
/// A binary or a folder cannot be read, or there are no such files.
pub(crate) fn values(arguments: &Arguments) -> Result<(), Error> {
    let binary = arguments.binary.clone().map_or_else(release::build, Ok)?;
    let folders = match arguments.folders.is_empty() {
        false => arguments.folders.clone(),
        true => CODE_BASES.iter().map(|name| corpora::fetch(name)).collect::<Result<_, _>>()?,
    };
    let drawn = draw::files(&arguments.against, &folders, arguments.files, arguments.seed)?;
    let (mut all, mut sources) = (Difference::default(), Difference::default());
    for file in &drawn {
        let before = inspected::values(&arguments.against, file)?;
        let now = inspected::values(&binary, file)?;
        let difference = Difference::between(&before, &now);
        println!("{}: {difference}", file.path.display());
        difference.print_lines();
        all.add(&difference);
        if !file.is_header() {
            sources.add(&difference);
        }
    }
    println!("{} of them no headers: {sources}", drawn.iter().filter(|file| !file.is_header()).count());
    println!("{} files: {all}", drawn.len());
    Ok(())
}
