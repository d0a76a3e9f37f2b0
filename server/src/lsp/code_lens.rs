//! Lenses over `show` and `run` statements.

use layoutlens_ide as ide;
use lsp_types::{CodeLens, Command};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{
    commands::{self, RunRequest},
    grid::{self, GridRequest},
    run_lens::Device,
    session::DocumentView,
};

/// A grid lens of a client with a panel: the picture is drawn when the lens comes into view.
#[derive(Debug, Serialize, Deserialize)]
struct Undrawn {
    label: String,
    grid: GridRequest,
}

pub(super) fn code_lenses(view: &DocumentView<'_>) -> Vec<CodeLens> {
    ide::code_lenses(view.analysis).into_iter().map(|lens| code_lens(view, lens)).collect()
}

fn code_lens(view: &DocumentView<'_>, lens: ide::CodeLens) -> CodeLens {
    let range = view.to_proto().range(lens.range);
    let run = |statement| RunRequest { uri: view.uri.clone(), statement };
    let command = match lens.kind {
        ide::LensKind::OpenGrid { title, layout } => {
            let grid = GridRequest { title, layout };
            if view.session.configuration().panel {
                let data = serde_json::to_value(Undrawn { label: lens.title, grid }).ok();
                return CodeLens { range, command: None, data };
            }
            command(lens.title, commands::OPEN_GRID, &grid)
        }
        ide::LensKind::RunOnGpu { statement } => run_command(view, lens.title, Device::Gpu, run(statement)),
        ide::LensKind::Emulate { statement } => {
            run_command(view, lens.title, Device::Emulator, run(statement))
        }
        ide::LensKind::ShowKernel { statement } => {
            command(lens.title, commands::SHOW_KERNEL, &run(statement))
        }
    };
    CodeLens { range, command: Some(command), data: None }
}

/// The last result of this very statement stands behind the lens; that of another text or value does not.
fn run_command(view: &DocumentView<'_>, label: String, device: Device, request: RunRequest) -> Command {
    let name = match device {
        Device::Gpu => commands::RUN_ON_GPU,
        Device::Emulator => commands::EMULATE,
    };
    let label = match view.session.runs.result(device, &request) {
        Some(result) => format!("{label}: {result}"),
        None => label,
    };
    command(label, name, &request)
}

fn command(title: String, name: &str, argument: &impl Serialize) -> Command {
    Command { title, command: name.into(), arguments: Some(vec![json!(argument)]), tooltip: None }
}

/// Draws the grid of a lens that came without a command.
pub(super) fn resolve(lens: CodeLens) -> CodeLens {
    let undrawn = lens.data.clone().and_then(|data| serde_json::from_value::<Undrawn>(data).ok());
    let Some(Undrawn { label, grid }) = undrawn else { return lens };
    let command = match grid::draw(&grid) {
        Ok(picture) => command(label, commands::SHOW_GRID, &picture),
        Err(reason) => Command { title: format!("{label}: {reason}"), ..Command::default() },
    };
    CodeLens { command: Some(command), data: None, ..lens }
}
