//! Hosts of measured kernels: our code with other people's in its middle, compiled where no GPU is.

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use super::{
    kernel::{Kernel, Piece},
    mended::{self, MENDED},
};
use crate::{error::Error, process, processors};

/// What all hosts share.
const SHARED: &str = include_str!("host.hpp");

/// What runs the hosts where the GPU is, and what reads the reports there.
const MEASURE: &str = include_str!("measure.sh");
const COUNTERS: &str = include_str!("counters.py");

/// How long one host may take to compile.
const LIMIT: Duration = Duration::from_secs(300);

/// The folder of a project below that of all.
pub(super) fn folder(repositories: &Path, project: &str) -> PathBuf {
    repositories.join(project.replace('/', "__"))
}

/// Writes and compiles the hosts of these kernels into a folder, with what measures them.
pub(super) fn prepare(
    kernels: &[&Kernel],
    repositories: &Path,
    into: &Path,
    nvcc: &str,
    options: &[String],
) -> Result<(), Error> {
    fs::create_dir_all(into).map_err(Error::file(into))?;
    for (name, text) in [("host.hpp", SHARED), ("measure.sh", MEASURE), ("counters.py", COUNTERS)] {
        let path = into.join(name);
        fs::write(&path, text).map_err(Error::file(path))?;
    }
    let mut hosts = Vec::new();
    let mut write = |host: String, text: String| {
        let path = into.join(format!("{host}.cu"));
        fs::write(&path, text).map_err(Error::file(&path))?;
        hosts.push(host);
        Ok(())
    };
    for kernel in kernels {
        write(kernel.host.to_owned(), text(kernel, repositories, None)?)?;
        if let Some(mended) = MENDED.iter().find(|mended| mended.host == kernel.host) {
            let fixed = mended::Text::of(mended, kernel, repositories)?;
            let path = into.join(format!("{}.fixed", kernel.host));
            fs::write(&path, &fixed.text).map_err(Error::file(&path))?;
            let fixed = Fixed { path, text: &fixed, shared: mended.shared };
            write(mended::name(kernel.host), text(kernel, repositories, Some(&fixed))?)?;
        }
    }
    processors::on_all_processors(&hosts, |_, host| {
        let source = into.join(format!("{host}.cu"));
        let mut command = Command::new(nvcc);
        command.args([
            "-O3",
            "-std=c++17",
            "-lineinfo",
            "--expt-relaxed-constexpr",
            "-cudart",
            "shared",
            "-w",
        ]);
        command.args(["-gencode=arch=compute_90a,code=sm_90a", "-o"]);
        command.arg(into.join(format!("{host}.host"))).arg(&source).args(options);
        process::run(&mut command, LIMIT)
    })?;
    Ok(())
}

/// A kernel's file with a quick fix.
struct Fixed<'a> {
    path: PathBuf,
    text: &'a mended::Text,
    /// Bytes of dynamic shared memory.
    shared: &'static str,
}

/// The host of a kernel, as C++. Lines of other people keep their numbers.
fn text(kernel: &Kernel, repositories: &Path, fixed: Option<&Fixed<'_>>) -> Result<String, Error> {
    let mut out = format!("#include \"host.hpp\"\nusing namespace measured;\n{}\n", kernel.before);
    for piece in kernel.pieces {
        let own = folder(repositories, kernel.project).join(piece.file);
        let fixed = fixed.filter(|_| piece.file == kernel.file);
        let (path, piece) = match fixed {
            Some(fixed) => (fixed.path.clone(), fixed.text.piece(piece)),
            None => (own, Piece { ..*piece }),
        };
        let bytes = fs::read(&path).map_err(Error::file(&path))?;
        let all = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = all.lines().skip(piece.from - 1).take(piece.to + 1 - piece.from).collect();
        let _ = writeln!(out, "#line {} \"{}\"\n{}", piece.from, path.display(), lines.join("\n"));
    }
    let Kernel { kernel, grid, block, shared, arguments, .. } = kernel;
    let shared = fixed.map_or(shared, |fixed| &fixed.shared);
    let _ = writeln!(
        out,
        "int main() {{\n    launch({kernel}, {grid}, {block}, {shared},\n        {arguments});\n}}"
    );
    Ok(out)
}
