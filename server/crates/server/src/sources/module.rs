//! Python imports.

use std::path::{Path, PathBuf};

use layoutlens_syntax::program::Import;

use super::{kind::Kind, look::Look};

/// How deep packages nest.
const DEEPEST: usize = 32;

/// The full name of the module at `path`: its packages are the folders around it that hold an `__init__.py`, and the
/// one above, which may be a package without such a file. A name may begin outside of the packages.
pub(super) fn name(look: &Look, path: &Path) -> String {
    let Some(stem) = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()) else {
        return String::new();
    };
    let mut parts = if stem == "__init__" { Vec::new() } else { vec![stem] };
    for folder in packages(look, path).chain(namespace(look, path)) {
        parts.extend(folder.file_name().map(|name| name.to_string_lossy().into_owned()));
    }
    parts.reverse();
    parts.join(".")
}

/// The folders around a file that are packages, innermost first.
fn packages<'p>(look: &Look, path: &'p Path) -> impl Iterator<Item = &'p Path> {
    let folders = path.ancestors().skip(1).take(DEEPEST);
    folders.take_while(|folder| look.is_file(&folder.join("__init__.py")))
}

/// The folder around the outermost package of a file, when it may be a package itself.
fn namespace<'p>(look: &Look, path: &'p Path) -> Option<&'p Path> {
    let folder = packages(look, path).last()?.parent()?;
    let name = folder.file_name()?.to_string_lossy();
    is_identifier(&name).then_some(folder)
}

fn is_identifier(text: &str) -> bool {
    !text.starts_with(|c: char| c.is_ascii_digit()) && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// How many names a module has at least that is sought in folders further out: programs say there that such a folder is
/// one of modules, and a single name is that of too many files.
const NAMES_FURTHER_OUT: usize = 2;

/// The file that an import means, and by which name it is found further out than beside the file and its packages.
pub(super) struct Found {
    pub(super) path: PathBuf,
    pub(super) name: Option<String>,
}

/// The file that an import means: `from .a import b` may mean the module `a` or `a.b`. `around` are the folders of the
/// repository around the file.
pub(super) fn file(
    look: &Look,
    roots: &[PathBuf],
    around: &[PathBuf],
    from: &Path,
    import: &Import,
) -> Option<Found> {
    let dots = import.path.chars().take_while(|&c| c == '.').count();
    let parts: Vec<&str> =
        import.path.trim_start_matches('.').split('.').filter(|part| !part.is_empty()).collect();
    if parts.len() > DEEPEST || !parts.iter().all(|part| is_identifier(part)) {
        return None;
    }
    let bases: Vec<PathBuf> = match dots {
        0 => {
            let beside = packages(look, from).last().and_then(Path::parent).or_else(|| from.parent());
            let above = namespace(look, from).and_then(Path::parent);
            let beside = beside.into_iter().chain(above).map(Path::to_owned);
            beside.chain(roots.iter().cloned()).collect()
        }
        dots => from.ancestors().nth(dots).map(Path::to_owned).into_iter().collect(),
    };
    // The longest name that is a module wins: what follows it are names inside.
    let modules = |base: &Path, at_least: usize| {
        let lengths = (at_least..=parts.len()).rev();
        lengths.into_iter().find_map(|length| Some((module(look, base, parts.get(..length)?)?, length)))
    };
    if let Some((path, _)) = bases.iter().find_map(|base| modules(base, usize::from(dots == 0))) {
        return Some(Found { path, name: None });
    }
    let first = parts.first().filter(|_| dots == 0)?;
    let has_folder = |base: &&PathBuf| look.kind(&base.join(first)) == Kind::Folder;
    let mut found = around.iter().filter(has_folder);
    let (path, length) = found.find_map(|base| modules(base, NAMES_FURTHER_OUT))?;
    Some(Found { path, name: Some(parts.get(..length)?.join(".")) })
}

/// The file of the module with these names below `base`.
fn module(look: &Look, base: &Path, parts: &[&str]) -> Option<PathBuf> {
    let folder = parts.iter().fold(base.to_owned(), |folder, part| folder.join(part));
    let candidates = match parts {
        [] => vec![folder.join("__init__.py")],
        _ => vec![folder.with_extension("py"), folder.join("__init__.py")],
    };
    candidates.into_iter().find(|file| look.is_file(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_found_by_their_names() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path();
        std::fs::create_dir_all(root.join("flash/cute")).expect("a folder");
        for file in ["flash/__init__.py", "flash/cute/__init__.py", "flash/cute/a.py", "flash/utils.py"] {
            std::fs::write(root.join(file), "").expect("a file");
        }
        let look = Look::at(root);
        let from = root.join("flash/cute/a.py");
        let check = |path: &str, expected: &[&str]| {
            let import = Import { path: path.to_owned(), alias: None, space: None, block: None, range: 0..0 };
            let expected: Vec<PathBuf> = expected.iter().map(|path| root.join(path)).collect();
            let found = file(&look, &[], &[], &from, &import).map(|found| found.path);
            assert_eq!(found.into_iter().collect::<Vec<_>>(), expected, "{path}");
        };
        assert_eq!(name(&look, &from), "flash.cute.a");
        check("..utils", &["flash/utils.py"]);
        check("..utils.helper", &["flash/utils.py"]);
        check("flash.utils", &["flash/utils.py"]);
        check("flash.cute.a.f", &["flash/cute/a.py"]);
        check("cutlass.cute", &[]);
        check(".", &["flash/cute/__init__.py"]);
    }

    #[test]
    fn a_module_of_two_names_is_found_further_out() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path();
        for path in ["examples/helpers", "examples/a/b"] {
            std::fs::create_dir_all(root.join(path)).expect("a folder");
        }
        for file in ["examples/helpers/fmha.py", "examples/a/b/x.py", "examples/one.py"] {
            std::fs::write(root.join(file), "").expect("a file");
        }
        let look = Look::at(root);
        let from = root.join("examples/a/b/x.py");
        let around = ["examples/a/b", "examples/a", "examples", ""].map(|path| root.join(path));
        let found = |path: &str| {
            let import = Import { path: path.to_owned(), alias: None, space: None, block: None, range: 0..0 };
            file(&look, &[], &around, &from, &import).map(|found| (found.path, found.name))
        };
        let expected = (root.join("examples/helpers/fmha.py"), Some("helpers.fmha".to_owned()));
        assert_eq!(found("helpers.fmha.tile"), Some(expected));
        assert_eq!(found("one.tile"), None, "a single name says too little");
    }

    #[test]
    fn a_package_may_lie_in_one_without_a_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path();
        std::fs::create_dir_all(root.join("flash/cute")).expect("a folder");
        for file in ["flash/cute/__init__.py", "flash/cute/a.py", "flash/cute/b.py"] {
            std::fs::write(root.join(file), "").expect("a file");
        }
        let look = Look::at(root);
        let from = root.join("flash/cute/a.py");
        let import =
            Import { path: "flash.cute.b.f".to_owned(), alias: None, space: None, block: None, range: 0..0 };
        let found = file(&look, &[], &[], &from, &import).map(|found| found.path);
        assert_eq!(found, Some(root.join("flash/cute/b.py")));
        assert_eq!(name(&look, &from), "flash.cute.a");
    }
}
