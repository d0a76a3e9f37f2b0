//! For which GPUs a file is written.

use layoutlens_host_value::{evaluation::HostFile, outside::Outside, suggestions::Generation};
use rustc_hash::FxHashSet;

use crate::code::{each_name, path::file_name};

/// By its name and the names in it.
pub(crate) fn generation_of(file: &HostFile, outside: Outside<'_>) -> Generation {
    // Each name once: a library looks into each.
    let names: FxHashSet<&str> = each_name::names(&file.program.items).into_iter().collect();
    (outside.libraries.suggestions.generation)(file_name(&file.name), &mut names.into_iter())
}
