//! The built binary, as a shell sees it.

mod binary;
mod check;
mod check_accesses;
mod documentation;
mod eval;
mod explain;
mod fix;
mod hostile_files;
mod inspect;
mod links;
mod notebooks;
mod paper;
mod pictures;
mod run;
mod shell_files;
mod show;
mod workspaces;
