//! What a newcomer meets: what `cargo xtask dist` makes, installed into empty places, and a stock kernel.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use super::{report::Outcome, session::Session};
use crate::{corpora, dist, error::Error, folders, process};

const LIMIT: Duration = process::ONLY_A_DEFECT_TAKES_LONGER;

/// The kernel that is opened, below the code base of this name.
const KERNEL: (&str, &str) =
    ("nvidia-cutlass", "cutlass_library/source/examples/cute/tutorial/sgemm_sm80.cu");

/// Names a folder with what was distributed, to try that instead of what is made now.
const DISTRIBUTED: &str = "LAYOUTLENS_DIST";

/// A hint, a hover, a fix and an emulated run, in a clean code-server and in clean Neovims old and new.
pub(super) fn from_dist(session: &Session) -> Outcome {
    let code = match corpora::fetch(KERNEL.0) {
        Ok(code) => code,
        Err(error) => return Outcome::NotRun(error.to_string()),
    };
    let folder = folders::target().join("newcomer");
    match Newcomer::settle(&folder, &code.join(KERNEL.1)) {
        Ok(newcomer) => newcomer.look_around(session),
        Err(error) => Outcome::Failed(error.to_string()),
    }
}

/// Someone with an empty home, to whom the distribution was given.
struct Newcomer {
    home: PathBuf,
    /// Where the program was unpacked.
    prefix: PathBuf,
    /// The folder with the kernel and nothing else.
    kernels: PathBuf,
    vsix: PathBuf,
}

impl Newcomer {
    /// Installs everything as the README says.
    fn settle(folder: &Path, kernel: &Path) -> Result<Self, Error> {
        let distributed = match env::var_os(DISTRIBUTED) {
            Some(folder) => PathBuf::from(folder),
            None => dist::dist().map(|_| folders::dist())?,
        };
        process::run(
            Command::new("sha256sum").current_dir(&distributed).args(["--check", "--quiet", "SHA256SUMS"]),
            LIMIT,
        )?;
        if folder.exists() {
            fs::remove_dir_all(folder).map_err(Error::file(folder))?;
        }
        let home = folder.join("home");
        let prefix = home.join(".local");
        let plugins = prefix.join("share/nvim/site/pack/layoutlens/start");
        let (kernels, configuration) = (folder.join("kernels"), home.join(".config/nvim"));
        for made in [&plugins, &kernels, &configuration] {
            fs::create_dir_all(made).map_err(Error::file(made))?;
        }
        unpack(&the_one(&distributed, "layoutlens-", "-x86_64.tar.gz")?, &prefix, &["--strip-components=1"])?;
        unpack(&the_one(&distributed, "layoutlens.nvim-", ".tar.gz")?, &plugins, &[])?;
        for part in ["share/man/man1/layoutlens.1", "share/bash-completion/completions/layoutlens"] {
            let path = prefix.join(part);
            fs::metadata(&path).map_err(Error::file(&path))?;
        }
        let setup = configuration.join("init.lua");
        fs::write(&setup, "require('layoutlens').setup()\n").map_err(Error::file(&setup))?;
        let copy = kernels.join("sgemm_sm80.cu");
        fs::copy(kernel, &copy).map_err(Error::file(kernel))?;
        let vsix = the_one(&distributed, "layoutlens-", ".vsix")?;
        Ok(Self { home, prefix, kernels, vsix })
    }

    fn look_around(&self, session: &Session) -> Outcome {
        let machine = match session.machine() {
            Ok(machine) => machine,
            Err(reason) => return Outcome::NotRun(reason),
        };
        for neovim in [&machine.neovim, &machine.new_neovim] {
            let asked = match neovim {
                Ok(neovim) => self.in_neovim(neovim),
                Err(reason) => return Outcome::NotRun(format!("Neovim is missing: {reason}")),
            };
            if let Err(error) = asked {
                return Outcome::Failed(error.to_string());
            }
        }
        let (tools, chromium) = match (session.code_server(), &machine.chromium) {
            (Ok(tools), Ok(chromium)) => (tools, chromium),
            (Err(reason), _) => return Outcome::NotRun(format!("code-server is missing: {reason}")),
            (_, Err(reason)) => return Outcome::NotRun(format!("Chromium is missing: {reason}")),
        };
        let mut test = self.command(&tools.node);
        test.current_dir(folders::extension())
            .args(["--test", "--test-reporter=spec", "e2e/newcomer.ts"])
            // No driver is installed: the tests of a newcomer have a mouse and keys.
            .env("LAYOUTLENS_DRIVER_VSIX", &self.vsix)
            .env("LAYOUTLENS_BIN", self.prefix.join("bin/layoutlens"))
            .env("LAYOUTLENS_VSIX", &self.vsix)
            .env("LAYOUTLENS_CODE_SERVER", &tools.folder)
            .env("LAYOUTLENS_CHROMIUM", chromium)
            .env("LAYOUTLENS_SCREENSHOTS", folders::screenshots())
            .env("LAYOUTLENS_TEST_WORKSPACES", &self.kernels)
            .env("LAYOUTLENS_CORPORA", &self.kernels);
        process::run(&mut test, LIMIT).into()
    }

    /// Neovim finds the plugin and the configuration where the README puts them, and the program on `PATH`.
    fn in_neovim(&self, neovim: &Path) -> Result<(), Error> {
        let script = folders::repository().join("neovim-plugin/tests/newcomer.lua");
        let mut command = self.command(neovim);
        command.current_dir(&self.kernels).args(["--headless", "-i", "NONE", "-n"]);
        command.arg("-c").arg(format!("luafile {}", script.display()));
        process::run(&mut command, LIMIT)
    }

    /// A program in the newcomer's surroundings: nothing of this machine's user is seen.
    fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        let path = env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(self.prefix.join("bin")).chain(env::split_paths(&path));
        if let Ok(path) = env::join_paths(folders) {
            command.env("PATH", path);
        }
        for name in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "CUTLASS_PATH"] {
            command.env_remove(name);
        }
        command.env("HOME", &self.home);
        command
    }
}

fn unpack(archive: &Path, into: &Path, options: &[&str]) -> Result<(), Error> {
    let mut tar = Command::new("tar");
    tar.arg("-xf").arg(archive).arg("-C").arg(into).args(options);
    process::run(&mut tar, LIMIT)
}

/// The file of a folder whose name begins and ends so.
fn the_one(folder: &Path, begin: &str, end: &str) -> Result<PathBuf, Error> {
    let entries = fs::read_dir(folder).map_err(Error::file(folder))?;
    let mut paths = entries.flatten().map(|entry| entry.path());
    let is_it = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(begin) && name.ends_with(end)
    };
    paths.find(is_it).ok_or_else(|| Error::Other(format!("{} has no {begin}..{end}", folder.display())))
}
