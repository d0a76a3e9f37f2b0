//! `workspace/executeCommand`: what a click on a lens does, in any client.

use std::sync::Arc;

use lsp_types::{ExecuteCommandParams, LspAny, MessageType};
use serde::de::DeserializeOwned;
use tower_lsp::jsonrpc::{Error, Result};

use super::{
    command::{
        BIND, BindRequest, Device, EMULATE, EXPLAIN, FORMAT, OPEN_GRID, RUN_ON_GPU, SHOW_KERNEL, VIEW,
    },
    explain, format,
    grid::{self, GridRequest},
    grid_document, kernel, run_lens,
    session::Session,
    view,
};

pub(super) async fn execute(session: &Arc<Session>, params: ExecuteCommandParams) -> Result<Option<LspAny>> {
    match params.command.as_str() {
        OPEN_GRID => open_grid(session, argument(&params)?).await,
        RUN_ON_GPU => run_lens::run(session, argument(&params)?, Device::Gpu).await,
        EMULATE => run_lens::run(session, argument(&params)?, Device::Emulator).await,
        SHOW_KERNEL => kernel::show(session, argument(&params)?).await,
        FORMAT => format::format(session, argument(&params)?).await,
        BIND => bind(session, argument(&params)?).await,
        VIEW => view::view(session, argument(&params)?).await,
        EXPLAIN => explain::explain(session, argument(&params)?).await,
        unknown => Err(Error::invalid_params(format!("layoutlens has no command {unknown}"))),
    }
}

fn argument<T: DeserializeOwned>(params: &ExecuteCommandParams) -> Result<T> {
    let argument =
        params.arguments.as_ref().and_then(|arguments| arguments.first()).cloned().unwrap_or_default();
    serde_json::from_value(argument)
        .map_err(|error| Error::invalid_params(format!("argument of {}: {error}", params.command)))
}

/// The client refuses the edit when its text is another one by now.
async fn bind(session: &Arc<Session>, request: BindRequest) -> Result<Option<LspAny>> {
    let applied = session.client.apply_edit(request.edit).await?;
    if !applied.applied {
        let reason = applied.failure_reason.unwrap_or_else(|| "the text was edited meanwhile".to_owned());
        session.client.show_message(MessageType::Warning, format!("layoutlens: {reason}")).await;
    }
    Ok(None)
}

/// Answers with the picture too: a client without `window/showDocument` can show it in its own way.
async fn open_grid(session: &Arc<Session>, request: GridRequest) -> Result<Option<LspAny>> {
    let asked = request.clone();
    let drawn = session.read(move |_| Ok(grid::draw(&asked))).await?;
    match drawn {
        Ok(picture) => {
            let has_address = session.support().grid_documents;
            let address = if has_address { grid_document::address(&request) } else { None };
            grid::show(session, address, &picture).await;
            Ok(serde_json::to_value(picture).ok())
        }
        Err(reason) => {
            session.client.show_message(MessageType::Warning, format!("layoutlens: {reason}")).await;
            Ok(None)
        }
    }
}
