//! The pictures of the README, made by the editor tests.

use std::fs;

use crate::{error::Error, folders, test};

/// Made by the tests in `target/screenshots`, shown in the README from `docs/images`.
const PICTURES: &[&str] = &["hover.png", "hints.png", "squiggle.png", "panel.png", "neovim.txt"];

/// Runs the tests that take pictures and copies them to `docs/images`.
pub(crate) fn screenshots() -> Result<(), Error> {
    if !test::editors() {
        return Err(Error::Other("the editor tests do not pass: docs/images stays as it is".into()));
    }
    let images = folders::repository().join("docs").join("images");
    fs::create_dir_all(&images).map_err(Error::file(&images))?;
    for name in PICTURES {
        let made = folders::screenshots().join(name);
        fs::copy(&made, images.join(name)).map_err(Error::file(&made))?;
        println!("{}", images.join(name).display());
    }
    Ok(())
}
