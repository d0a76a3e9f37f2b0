//! Which file an include names.

/// Whether one of the two ends with the whole other: the name of a file and the path by which it is included.
pub(crate) fn is_path_of(name: &str, path: &str) -> bool {
    let ends = |long: &str, short: &str| {
        long.strip_suffix(short).is_some_and(|before| before.is_empty() || before.ends_with('/'))
    };
    ends(name, path) || ends(path, name)
}
