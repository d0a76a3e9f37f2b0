//! The Neovim plugin: `neovim-plugin/tests`.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use super::{report::Outcome, session::Session, terminal::Terminal};
use crate::{error::Error, folders, install::Machine, process};

const LIMIT: Duration = process::ONLY_A_DEFECT_TAKES_LONGER;
/// Nothing of the user's own configuration, and no swap files.
const CLEAN: [&str; 3] = ["-i", "NONE", "-n"];

/// Hover, diagnostics, lenses and commands, asked inside the Neovim of the system.
pub(super) fn headless(session: &Session) -> Outcome {
    asked_inside(session, |machine| &machine.neovim)
}

/// The same inside a newer one, which draws hints.
pub(super) fn headless_new(session: &Session) -> Outcome {
    asked_inside(session, |machine| &machine.new_neovim)
}

/// One of the programs of the machine.
type Which = fn(&Machine) -> &Result<PathBuf, String>;

fn asked_inside(session: &Session, which: Which) -> Outcome {
    with_neovim(session, which, |neovim, binary| {
        let mut command = Command::new(neovim);
        command
            .current_dir(folders::repository())
            .args(["--headless", "-u", "NONE"])
            .args(CLEAN)
            .args(["--cmd", "set runtimepath^=neovim-plugin", "-c", "luafile neovim-plugin/tests/run.lua"])
            .env("LAYOUTLENS_BIN", binary)
            .env("LAYOUTLENS_TEST_WORKSPACES", session.test_workspaces());
        process::run(&mut command, LIMIT)
    })
}

/// Lens, hover and grid on the screen of a terminal.
pub(super) fn in_terminal(session: &Session) -> Outcome {
    if let Err(reason) = session.machine().and_then(|machine| machine.tmux.clone()) {
        return Outcome::NotRun(format!("tmux is missing: {reason}"));
    }
    with_neovim(
        session,
        |machine| &machine.neovim,
        |neovim, binary| {
            let file = session.test_workspaces().join("cuda").join("layouts.cu");
            let command = format!(
                "cd '{}' && LAYOUTLENS_BIN='{}' '{}' -u neovim-plugin/tests/init.lua {} \
             --cmd 'set runtimepath^=neovim-plugin' '{}'",
                folders::repository().display(),
                binary.display(),
                neovim.display(),
                CLEAN.join(" "),
                file.display(),
            );
            look(&Terminal::start(&command)?)
        },
    )
}

fn look(terminal: &Terminal) -> Result<(), Error> {
    terminal.screen_with(&["run on GPU"])?;
    terminal.press(&["/A = ", "Enter", "K"])?;
    let hover = terminal.screen_with(&["cosize"])?;
    keep("neovim-hover.txt", &hover)?;
    terminal.press(&["l", ":LayoutLensGrid", "Enter"])?;
    let grid = terminal.screen_with(&["╭", "24 25 26 27 28 29 30 31"])?;
    keep("neovim.txt", &grid)
}

fn keep(name: &str, screen: &str) -> Result<(), Error> {
    let folder = folders::screenshots();
    fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    let path = folder.join(name);
    fs::write(&path, screen).map_err(Error::file(&path))
}

fn with_neovim(
    session: &Session,
    which: Which,
    run: impl FnOnce(&Path, &Path) -> Result<(), Error>,
) -> Outcome {
    let neovim = match session.machine().and_then(|machine| which(machine).as_deref().map_err(Clone::clone)) {
        Ok(neovim) => neovim,
        Err(reason) => return Outcome::NotRun(format!("Neovim is missing: {reason}")),
    };
    match session.binary() {
        Ok(binary) => run(neovim, binary).into(),
        Err(reason) => Outcome::Failed(reason),
    }
}
