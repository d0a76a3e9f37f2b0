//! Debian packages.

use std::{
    cell::OnceCell,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use super::{LIMIT, empty_folder, is_installed, mark_installed, on_path};
use crate::{error::Error, folders, process};

/// Built-in eglot and its inlay hints came with this major version.
const EMACS_WITH_INLAY_HINTS: u32 = 29;
/// The Debian release whose own Emacs is too old, and whose backports have a newer one.
const RELEASE_WITH_BACKPORT: &str = "bookworm";

/// Where apt has its main list of sources, on systems that do not split it.
const SYSTEM_SOURCES: &str = "/etc/apt/sources.list";

/// apt-get, its lists fetched once when first needed.
#[derive(Default)]
pub(super) struct Apt {
    updated: OnceCell<Result<(), String>>,
}

impl Apt {
    /// A program, installed from `packages` when it is not on `PATH`.
    pub(super) fn program(&self, program: &str, packages: &[&str]) -> Result<PathBuf, String> {
        if let Some(found) = on_path(program) {
            return Ok(found);
        }
        self.update()?;
        let mut arguments = vec!["install", "-y", "-qq", "--no-install-recommends"];
        arguments.extend(packages);
        apt_get(&arguments)?;
        on_path(program).ok_or_else(|| format!("{} did not bring {program}", packages.join(" ")))
    }

    /// The files of packages, and of others that this machine lacks for them, in `folder`. Nothing is installed: no
    /// service starts, no user is made, and it takes no root.
    pub(super) fn unpacked(&self, packages: &[&str], folder: &Path) -> Result<(), String> {
        let stamp = packages.join(" ");
        if is_installed(folder, &stamp) {
            return Ok(());
        }
        empty_folder(folder)?;
        let archives = folder.join(ARCHIVES);
        // A list that is older than the newest packages names files that are gone.
        download(packages, &archives).or_else(|_| {
            self.update()?;
            download(packages, &archives)
        })?;
        let entries = fs::read_dir(&archives).map_err(|error| format!("{}: {error}", archives.display()))?;
        let packages = entries.flatten().map(|entry| entry.path());
        for package in packages.filter(|path| path.extension().is_some_and(|extension| extension == "deb")) {
            let mut unpack = Command::new("dpkg-deb");
            logged(unpack.arg("--extract").arg(&package).arg(folder))?;
        }
        fs::remove_dir_all(&archives).map_err(|error| format!("{}: {error}", archives.display()))?;
        mark_installed(folder, &stamp)
    }

    /// The lists of packages, which a fresh machine lacks.
    fn update(&self) -> Result<(), String> {
        self.updated.get_or_init(|| apt_get(&["update", "-qq"])).clone()
    }

    /// An Emacs that draws inlay hints.
    pub(super) fn emacs(&self) -> Result<PathBuf, String> {
        if let Some(found) = on_path("emacs").filter(draws_inlay_hints) {
            return Ok(found);
        }
        let found = if release_name() == RELEASE_WITH_BACKPORT {
            // The mirror's name is in the lists.
            self.update()?;
            emacs_from_backports()?
        } else {
            self.program("emacs", &["emacs-nox"])?
        };
        if draws_inlay_hints(&found) {
            Ok(found)
        } else {
            Err(format!("{} is older than Emacs {EMACS_WITH_INLAY_HINTS}", found.display()))
        }
    }
}

/// The backports suite is added for this one installation; the system's list of sources stays as it is.
fn emacs_from_backports() -> Result<PathBuf, String> {
    let suite = format!("{RELEASE_WITH_BACKPORT}-backports");
    let list = folders::tools().join("apt").join("backports.list");
    // This list takes the place of the system's main one, so it repeats it: the release itself has the libraries.
    let system = fs::read_to_string(SYSTEM_SOURCES).unwrap_or_default();
    let text = format!(
        "{system}\ndeb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] {} {suite} main\n",
        debian_mirror()?
    );
    fs::create_dir_all(folders::tools().join("apt"))
        .and_then(|()| fs::write(&list, text))
        .map_err(|error| format!("{}: {error}", list.display()))?;
    let source = format!("Dir::Etc::sourcelist={}", list.display());
    apt_get(&["-o", &source, "update", "-qq"])?;
    let install = ["install", "-y", "-qq", "--no-install-recommends", "-t", &suite, "emacs-nox"];
    apt_get(&[&["-o", source.as_str()], &install[..]].concat())?;
    on_path("emacs").ok_or_else(|| "emacs-nox did not bring emacs".into())
}

/// The mirror that this machine takes its release from.
fn debian_mirror() -> Result<String, String> {
    let format = "$(REPO_URI) $(CODENAME)";
    let targets = process::output(Command::new("apt-get").args(["indextargets", "--format", format]))
        .map_err(|error| error.to_string())?;
    let mirror = targets.lines().find_map(|line| line.strip_suffix(&format!(" {RELEASE_WITH_BACKPORT}")));
    mirror.map(str::to_owned).ok_or_else(|| format!("apt knows no mirror of {RELEASE_WITH_BACKPORT}"))
}

fn draws_inlay_hints(emacs: &PathBuf) -> bool {
    let mut command = Command::new(emacs);
    command.args(["-Q", "--batch", "--eval", "(princ emacs-major-version)"]);
    let version = process::output(&mut command).ok().and_then(|version| version.trim().parse::<u32>().ok());
    version.is_some_and(|version| version >= EMACS_WITH_INLAY_HINTS)
}

fn release_name() -> String {
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    let name = release.lines().find_map(|line| line.strip_prefix("VERSION_CODENAME="));
    name.unwrap_or_default().trim_matches('"').to_owned()
}

/// Where archives lie until they are unpacked.
const ARCHIVES: &str = ".archives";

/// Fetches packages, and what they need and this machine lacks.
fn download(packages: &[&str], archives: &Path) -> Result<(), String> {
    if on_path("apt-get").is_none() {
        return Err("this machine has no apt-get to fetch it".into());
    }
    let partial = archives.join("partial");
    fs::create_dir_all(&partial).map_err(|error| format!("{}: {error}", partial.display()))?;
    let mut command = Command::new("apt-get");
    command.args(["install", "--download-only", "-y", "-qq", "--no-install-recommends"]);
    command.args(["-o", "Debug::NoLocking=1", "-o"]);
    command.arg(format!("Dir::Cache::archives={}", archives.display())).args(packages);
    logged(&mut command)
}

fn logged(command: &mut Command) -> Result<(), String> {
    let log = folders::tools().join("apt.log");
    process::run_logged(command, &log, LIMIT).map_err(|error| error.to_string())
}

fn apt_get(arguments: &[&str]) -> Result<(), String> {
    if on_path("apt-get").is_none() {
        return Err("it is not installed, and this machine has no apt-get to fetch it".into());
    }
    let mut command = match is_root() {
        true => Command::new("apt-get"),
        false => {
            let mut sudo = Command::new("sudo");
            sudo.args(["--non-interactive", "apt-get"]);
            sudo
        }
    };
    command.env("DEBIAN_FRONTEND", "noninteractive").args(arguments);
    let log = folders::tools().join("apt.log");
    process::run_logged(&mut command, &log, LIMIT).map_err(|error| match error {
        Error::Start { .. } => "it is not installed, and apt-get needs root or sudo".into(),
        other => other.to_string(),
    })
}

pub(super) fn is_root() -> bool {
    process::output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}
