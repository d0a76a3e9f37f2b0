//! The language server. The only folder that names LSP types.
//!
//! A message goes `transport` -> `ordered` -> `backend` -> a snapshot of `session` -> `pool` -> `from_proto`
//! -> `ide` -> `to_proto` -> `writer`. Standard output is the wire: nothing else writes to it.

mod action_kind;
mod backend;
mod bench;
mod cache_folder;
mod capabilities;
mod code_action;
mod code_lens;
mod command;
mod commands;
mod completion;
mod diagnostics_push;
mod documentation;
mod editor_process;
mod explain;
mod fault_injection;
mod format;
mod frame;
mod freshness;
mod from_proto;
mod grid;
mod grid_document;
mod hints;
mod kernel;
mod layouts;
mod lock;
mod message;
mod names;
mod notebook;
mod options;
mod ordered;
mod pool;
mod question;
mod run_history;
mod run_hover;
mod run_lens;
mod semantic_tokens;
mod sent_tokens;
mod session;
mod structure;
mod switched;
mod to_proto;
mod token_legend;
mod transport;
mod turns;
mod view;
mod viewing;
mod writer;

use std::{
    io::{self, BufRead, BufReader, Write},
    process::ExitCode,
    sync::Arc,
    time::Duration,
};

use layoutlens_eval::host::OfLanguage;
use tower_lsp::LspService;

pub use options::Options;
pub use transport::Ending;

use self::{backend::Backend, ordered::InWireOrder, session::Session};

/// Threads of the runtime. They only move messages; work is done in the pool.
const RUNTIME_THREADS: usize = 2;

/// Deep trees are walked by recursion, within stated limits of depth.
const STACK_BYTES: usize = 8 << 20;

/// How long work that nobody waits for any more may hold up the end.
const LAST_WORK: Duration = Duration::from_millis(100);

/// The address of a file, as an editor names it.
pub(crate) fn file_uri(path: &std::path::Path) -> Option<String> {
    lsp_types::Uri::from_file_path(path).ok().map(|uri| uri.to_string())
}

/// Serves the editor on standard input and output until it leaves, with the libraries that code may use.
pub fn main(libraries: OfLanguage) -> ExitCode {
    let options =
        Options { cache_folder: cache_folder::of_user(), ends_with_client: true, ..Options::new(libraries) };
    match serve(BufReader::new(io::stdin()), io::stdout(), options) {
        Ok(Ending::Exit) => ExitCode::SUCCESS,
        Ok(Ending::AbruptExit | Ending::InputClosed) => ExitCode::FAILURE,
        Err(_) => ExitCode::from(2),
    }
}

/// Serves one client on this thread until it leaves or its stream ends.
///
/// # Errors
/// When the threads of the runtime cannot be started.
pub fn serve(
    input: impl BufRead,
    output: impl Write + Send + 'static,
    options: Options,
) -> io::Result<Ending> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(RUNTIME_THREADS)
        .thread_stack_size(STACK_BYTES)
        .enable_all()
        .build()?;
    let fault_injection = options.fault_injection;
    let mut kept = None;
    let mut service = LspService::build(|client| {
        let session = Arc::new(Session::new(client, options));
        kept = Some(Arc::clone(&session));
        Backend { session }
    })
    .custom_method("layoutlens/bench", Backend::bench)
    .custom_method("layoutlens/picture", Backend::picture)
    .custom_method("layoutlens/complete", Backend::complete)
    .custom_method("layoutlens/fix", Backend::fix)
    .custom_method("layoutlens/fixes", Backend::fixes)
    .custom_method("layoutlens/page", Backend::page)
    .custom_method("layoutlens/cursor", Backend::cursor)
    .custom_method("layoutlens/grid", Backend::grid)
    .custom_method("layoutlens/layouts", Backend::layouts)
    .custom_method(message::LOST_EDIT, Backend::lost_edit)
    .custom_method("window/workDoneProgress/cancel", Backend::cancel_progress);
    if fault_injection {
        service = fault_injection::register(service);
    }
    let (service, socket) = service.finish();
    let ending = transport::serve(runtime.handle(), input, output, InWireOrder(service), socket);
    if let Some(session) = kept {
        session.runs.cancel_all();
    }
    runtime.shutdown_timeout(LAST_WORK);
    Ok(ending)
}
