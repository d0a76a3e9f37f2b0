//! Makes the pages of `docs/diagnostics/` part of the binary.

use std::{
    env,
    error::Error,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

fn main() -> Result<(), Box<dyn Error>> {
    let manifest: PathBuf = env::var("CARGO_MANIFEST_DIR")?.into();
    let folder = manifest.join("../../../docs/diagnostics");
    println!("cargo::rerun-if-changed={}", folder.display());
    println!("cargo::rerun-if-changed=build.rs");

    let mut table = String::from("/// Code and text of every page.\nconst PAGES: &[(&str, &str)] = &[\n");
    for page in pages(&folder)? {
        println!("cargo::rerun-if-changed={}", page.display());
        let code = page.file_stem().and_then(|stem| stem.to_str()).ok_or("a page's name is not UTF-8")?;
        writeln!(table, "    ({code:?}, include_str!({page:?})),")?;
    }
    table.push_str("];\n");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("diagnostic_pages.rs"), table)?;
    Ok(())
}

/// The pages in the order of their names; `README.md` is for readers of the folder.
fn pages(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut pages = Vec::new();
    if folder.is_dir() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path().canonicalize()?;
            if path.extension().is_some_and(|extension| extension == "md") && !path.ends_with("README.md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    Ok(pages)
}
