//! Archives that are the same whenever they are made of the same files, and their checksums.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{error::Error, process};

/// The archive `ROOT.tar.gz` of the folder `root` that lies in `folder`; the folder goes into it and is gone then.
pub(super) fn of_folder(folder: &Path, root: &str) -> Result<PathBuf, Error> {
    let archive = folder.join(format!("{root}.tar.gz"));
    let mut tar = Command::new("tar");
    tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mtime=@0"]);
    tar.args(["--mode=u+rw,go+r,go-w", "--use-compress-program=gzip -9n", "--create", "--file"])
        .arg(&archive);
    tar.arg("--directory").arg(folder).arg(root);
    process::output(&mut tar)?;
    let packed = folder.join(root);
    fs::remove_dir_all(&packed).map_err(Error::file(&packed))?;
    Ok(archive)
}

/// `SHA256SUMS` beside the files that it is of: `sha256sum --check SHA256SUMS` reads it there.
pub(super) fn checksums(folder: &Path, files: &[&Path]) -> Result<PathBuf, Error> {
    let names = files.iter().filter_map(|file| file.file_name());
    let sums = process::output(Command::new("sha256sum").current_dir(folder).args(names))?;
    let path = folder.join("SHA256SUMS");
    fs::write(&path, sums).map_err(Error::file(&path))?;
    Ok(path)
}

/// Copies a file to a place whose folder may not be there yet.
pub(super) fn put(from: &Path, to: &Path) -> Result<(), Error> {
    make_folder_of(to)?;
    fs::copy(from, to).map_err(Error::file(from)).map(drop)
}

/// Writes a file to a place whose folder may not be there yet.
pub(super) fn write(to: &Path, text: &str) -> Result<(), Error> {
    make_folder_of(to)?;
    fs::write(to, text).map_err(Error::file(to))
}

fn make_folder_of(file: &Path) -> Result<(), Error> {
    file.parent().map_or(Ok(()), |folder| fs::create_dir_all(folder).map_err(Error::file(folder)))
}
