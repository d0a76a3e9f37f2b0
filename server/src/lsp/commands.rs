//! `workspace/executeCommand`: what a click on a lens does, in any client.

use std::sync::Arc;

use lsp_types::{ExecuteCommandParams, LspAny, MessageType, Uri};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use tower_lsp::jsonrpc::{Error, Result};

use super::{
    grid::{self, GridRequest},
    kernel,
    run_lens::{self, Device},
    session::Session,
};

/// Draws a layout and shows it in a document. Argument: [`GridRequest`].
pub(super) const OPEN_GRID: &str = "layoutlens.openGrid";
/// A command of the client that shows a drawn grid in its panel. Argument: [`grid::Picture`].
pub(super) const SHOW_GRID: &str = "layoutlens.showGrid";
/// Runs a statement on the GPU. Argument: [`RunRequest`].
pub(super) const RUN_ON_GPU: &str = "layoutlens.runOnGpu";
/// Runs a statement on the emulator. Argument: [`RunRequest`].
pub(super) const EMULATE: &str = "layoutlens.emulate";

/// Shows the kernel of a statement in a document. Argument: [`RunRequest`].
pub(super) const SHOW_KERNEL: &str = "layoutlens.showKernel";

/// Which statement to run, and where its result is to be shown.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct RunRequest {
    pub(super) uri: Uri,
    /// The statement with its names replaced by their values: what runs is what the lens stood over.
    pub(super) statement: String,
}

/// The commands that the server carries out. A client with a panel has an [`OPEN_GRID`] of its own.
pub(super) fn offered(panel: bool) -> impl Iterator<Item = &'static str> {
    [OPEN_GRID, RUN_ON_GPU, EMULATE, SHOW_KERNEL]
        .into_iter()
        .filter(move |&command| !(panel && command == OPEN_GRID))
}

pub(super) async fn execute(session: &Arc<Session>, params: ExecuteCommandParams) -> Result<Option<LspAny>> {
    match params.command.as_str() {
        OPEN_GRID => open_grid(session, argument(&params)?).await,
        RUN_ON_GPU => run_lens::run(session, argument(&params)?, Device::Gpu).await,
        EMULATE => run_lens::run(session, argument(&params)?, Device::Emulator).await,
        SHOW_KERNEL => kernel::show(session, argument(&params)?).await,
        unknown => Err(Error::invalid_params(format!("layoutlens has no command {unknown}"))),
    }
}

fn argument<T: DeserializeOwned>(params: &ExecuteCommandParams) -> Result<T> {
    let argument =
        params.arguments.as_ref().and_then(|arguments| arguments.first()).cloned().unwrap_or_default();
    serde_json::from_value(argument)
        .map_err(|error| Error::invalid_params(format!("argument of {}: {error}", params.command)))
}

/// Answers with the picture too: a client without `window/showDocument` can show it in its own way.
async fn open_grid(session: &Arc<Session>, request: GridRequest) -> Result<Option<LspAny>> {
    let drawn = session.read(move |_| Ok(grid::draw(&request))).await?;
    match drawn {
        Ok(picture) => {
            grid::show(session, &picture).await;
            Ok(serde_json::to_value(picture).ok())
        }
        Err(reason) => {
            session.client.show_message(MessageType::Warning, format!("layoutlens: {reason}")).await;
            Ok(None)
        }
    }
}
