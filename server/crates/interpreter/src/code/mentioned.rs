//! Which names the code of a file mentions.

use layoutlens_host_value::{evaluation::HostFile, libraries::Libraries};
use layoutlens_syntax::{ExprKind, program::Item};
use rustc_hash::FxHashSet;

use super::{path::last_part, walk};

/// The names that the code mentions, the last parts of qualified ones and members included.
pub(crate) fn mentioned(items: &[Item]) -> FxHashSet<&str> {
    let mut names = FxHashSet::default();
    walk::items(items, &mut |expr| match &expr.kind {
        ExprKind::Name(name) => {
            names.insert(last_part(name));
        }
        ExprKind::Member { name, .. } => {
            names.insert(name.text.as_str());
        }
        _ => {}
    });
    names
}

/// Whether the file has copies that leave out what lies past the end of a tensor.
pub(crate) fn predicates(file: &HostFile, libraries: &Libraries) -> bool {
    let names = mentioned(&file.program.items);
    libraries.predicating.iter().any(|name| names.contains(name))
}
