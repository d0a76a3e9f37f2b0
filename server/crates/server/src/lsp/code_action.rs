//! Code actions: what `ide` offers as edits, and what a lens does, for editors without lenses.

use std::{ops::Range, sync::Arc};

use layoutlens_ide::{self as ide, ActionKind};
use lsp_types::{
    CodeAction, CodeActionDisabled, CodeActionKind, CodeActionParams, CodeActionResponse,
    TextDocumentPositionParams, Uri,
};
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::{Error, Result};

use super::{
    action_kind::{EXTRACT, FIX_ALL, INLINE, KINDS, QUICK_FIX, REWRITE},
    code_lens::command,
    command::{EMULATE, OPEN_GRID, RUN_ON_GPU, RunRequest, SHOW_GRID, SHOW_KERNEL},
    grid::{self, GridRequest},
    session::{Asked, DocumentView, Session},
};

/// An action that came without its edit, which is made when it is chosen.
#[derive(Debug, Serialize, Deserialize)]
struct Unresolved {
    uri: Uri,
    version: i32,
    /// What was selected, in bytes.
    start: usize,
    end: usize,
    /// Among the edits of the wanted kinds there; none named are those that nobody asks for by name.
    index: usize,
    wanted: Vec<String>,
}

/// A grid for a client with a panel, which is drawn when it is chosen.
#[derive(Debug, Serialize, Deserialize)]
struct Undrawn {
    grid: GridRequest,
}

/// What `context.only` asks for: nothing in particular, or kinds with what lies below them.
#[derive(Debug, Clone)]
struct Wanted(Option<Vec<String>>);

impl Wanted {
    fn has(&self, kind: &str) -> bool {
        let below = |only: &String| {
            only.is_empty()
                || kind
                    .strip_prefix(only.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        match &self.0 {
            Some(only) => only.iter().any(below),
            // Editors ask by name for what is done to a whole document, and looking for it costs more than the rest.
            None => kind != FIX_ALL,
        }
    }
}

/// `textDocument/codeAction`.
pub(super) async fn code_actions(
    session: &Arc<Session>,
    params: CodeActionParams,
) -> Result<Option<Vec<CodeActionResponse>>> {
    let only = params.context.only.as_deref();
    let wanted = Wanted(only.map(|only| only.iter().map(|kind| kind.as_str().to_owned()).collect()));
    if !KINDS.iter().any(|kind| wanted.has(kind)) {
        return Ok(None);
    }
    let actions = session.read_newest(&params.text_document.uri, Asked::Actions, move |view| {
        let selection = view.range(params.range);
        let support = view.session.support();
        let edits = edits(view, &selection, &wanted, Laziness::when(support.resolves_action_edits));
        let commands = commands(view, &selection, &wanted, Laziness::when(support.resolves_action_commands));
        edits.into_iter().chain(commands).map(CodeActionResponse::from).collect()
    });
    actions.await
}

/// `codeAction/resolve`: the edit or the command of an action of the same revision.
pub(super) async fn resolve(session: &Arc<Session>, action: CodeAction) -> Result<CodeAction> {
    let Some(data) = action.data.clone() else { return Ok(action) };
    if let Ok(Undrawn { grid }) = serde_json::from_value(data.clone()) {
        return session.read(move |_| Ok(drawn(action, &grid))).await;
    }
    let Ok(data) = serde_json::from_value::<Unresolved>(data) else { return Ok(action) };
    let uri = data.uri.clone();
    let resolved = session.read_document(&uri, move |view| {
        if view.document.version() != data.version {
            return None;
        }
        let selection = data.start..data.end;
        view.analysis.text.get(selection.clone())?;
        let wanted = Wanted((!data.wanted.is_empty()).then_some(data.wanted));
        let all = edits(view, &selection, &wanted, Laziness::Eager);
        // Files around the document may have changed what is offered.
        all.into_iter().nth(data.index).filter(|found| found.title == action.title)
    });
    match resolved.await?.flatten() {
        Some(found) => Ok(found),
        None => Err(Error::content_modified()),
    }
}

/// Whether edits and commands are left for the choice of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Laziness {
    Eager,
    Lazy,
}

impl Laziness {
    fn when(client_resolves: bool) -> Self {
        if client_resolves { Self::Lazy } else { Self::Eager }
    }
}

fn unresolved(
    view: &DocumentView<'_>,
    selection: &Range<usize>,
    wanted: &Wanted,
    index: usize,
) -> Unresolved {
    Unresolved {
        uri: view.uri.clone(),
        version: view.document.version(),
        start: selection.start,
        end: selection.end,
        index,
        wanted: wanted.0.clone().unwrap_or_default(),
    }
}

/// What changes the text.
fn edits(
    view: &DocumentView<'_>,
    selection: &Range<usize>,
    wanted: &Wanted,
    laziness: Laziness,
) -> Vec<CodeAction> {
    let to_proto = view.to_proto();
    let actions = ide::code_actions(view.analysis, selection, &|kind| wanted.has(kind_name(kind)));
    let action = |(index, action): (usize, ide::CodeAction)| {
        let (edit, data) = match laziness {
            Laziness::Eager => (Some(to_proto.workspace_edit(action.edits)), None),
            Laziness::Lazy => (None, serde_json::to_value(unresolved(view, selection, wanted, index)).ok()),
        };
        CodeAction {
            title: action.title,
            kind: Some(CodeActionKind::from(kind_name(action.kind))),
            diagnostics: action.answers.map(|finding| vec![to_proto.diagnostic(&finding)]),
            is_preferred: action.is_preferred.then_some(true),
            edit,
            data,
            ..CodeAction::default()
        }
    };
    actions.into_iter().enumerate().map(action).collect()
}

fn kind_name(kind: ActionKind) -> &'static str {
    match kind {
        ActionKind::QuickFix => QUICK_FIX,
        ActionKind::Extract => EXTRACT,
        ActionKind::Inline => INLINE,
        ActionKind::Rewrite => REWRITE,
        ActionKind::FixAll => FIX_ALL,
    }
}

/// What the lenses over the statement on the selected lines do.
fn commands(
    view: &DocumentView<'_>,
    selection: &Range<usize>,
    wanted: &Wanted,
    laziness: Laziness,
) -> Vec<CodeAction> {
    if !KINDS.iter().any(|kind| kind.starts_with("layoutlens.") && wanted.has(kind)) {
        return Vec::new();
    }
    let lenses = ide::code_lenses_on_lines(view.analysis, selection).into_iter();
    let actions = lenses.map(|lens| {
        let at = grid::place(view, view.to_proto().range(lens.range).start);
        command_action(view, lens.kind, at, laziness)
    });
    let is_wanted = |action: &CodeAction| action.kind.as_ref().is_some_and(|kind| wanted.has(kind.as_str()));
    actions.filter(is_wanted).collect()
}

fn command_action(
    view: &DocumentView<'_>,
    kind: ide::LensKind,
    at: TextDocumentPositionParams,
    laziness: Laziness,
) -> CodeAction {
    let run = |statement| RunRequest { uri: view.uri.clone(), statement };
    let action = |title: &str, kind: &'static str, name: &str, request: RunRequest| CodeAction {
        title: title.to_owned(),
        kind: Some(CodeActionKind::from(kind)),
        command: Some(command(title.to_owned(), name, &request)),
        ..CodeAction::default()
    };
    match kind {
        ide::LensKind::RunOnGpu { statement } => {
            action("run on GPU", "layoutlens.run", RUN_ON_GPU, run(statement))
        }
        ide::LensKind::Emulate { statement } => {
            action("emulate", "layoutlens.emulate", EMULATE, run(statement))
        }
        ide::LensKind::ShowKernel { statement } => {
            action("show the kernel", "layoutlens.kernel", SHOW_KERNEL, run(statement))
        }
        ide::LensKind::OpenGrid { title, layout } => {
            let grid = GridRequest { title, layout, at: Some(at) };
            let action = CodeAction {
                title: "open the grid".to_owned(),
                kind: Some(CodeActionKind::from("layoutlens.grid")),
                ..CodeAction::default()
            };
            match (view.session.configuration().panel, laziness) {
                (false, _) => {
                    let command = Some(command(action.title.clone(), OPEN_GRID, &grid));
                    CodeAction { command, ..action }
                }
                (true, Laziness::Eager) => drawn(action, &grid),
                (true, Laziness::Lazy) => {
                    CodeAction { data: serde_json::to_value(Undrawn { grid }).ok(), ..action }
                }
            }
        }
    }
}

/// The action with the command that shows the picture; disabled with the reason where there is none.
fn drawn(action: CodeAction, grid: &GridRequest) -> CodeAction {
    match grid::draw(grid) {
        Ok(picture) => {
            let command = Some(command(action.title.clone(), SHOW_GRID, &picture));
            CodeAction { command, data: None, ..action }
        }
        Err(reason) => CodeAction { disabled: Some(CodeActionDisabled { reason }), data: None, ..action },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_asked_for_by_what_it_lies_below() {
        let wanted = |only: &[&str]| Wanted(Some(only.iter().map(|kind| (*kind).to_owned()).collect()));
        assert!(wanted(&["refactor"]).has(EXTRACT));
        assert!(wanted(&["source.fixAll"]).has(FIX_ALL));
        assert!(wanted(&[""]).has(QUICK_FIX));
        assert!(wanted(&["layoutlens"]).has("layoutlens.run"));
        assert!(!wanted(&["refactor.extract"]).has(INLINE));
        assert!(!wanted(&["quick"]).has(QUICK_FIX));
        assert!(!wanted(&[]).has(QUICK_FIX));
        assert!(Wanted(None).has(QUICK_FIX) && !Wanted(None).has(FIX_ALL));
    }
}
