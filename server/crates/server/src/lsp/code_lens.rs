//! Lenses over `run` statements, and over `show` and plain kernels where they are wanted.

use layoutlens_ide as ide;
use lsp_types::{CodeLens, Command};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{
    command::{
        BIND, BindRequest, Device, EMULATE, OPEN_GRID, RUN_ON_GPU, RunRequest, SHOW_GRID, SHOW_KERNEL,
    },
    grid::{self, GridRequest},
    run_history::PastRun,
    run_lens::{Statements, in_few_words},
    session::DocumentView,
};

/// A grid lens of a client with a panel: the picture is drawn when the lens comes into view.
#[derive(Debug, Serialize, Deserialize)]
struct Undrawn {
    label: String,
    grid: GridRequest,
}

/// The lenses of a document; `None` where they are off.
pub(super) fn code_lenses(view: &DocumentView<'_>) -> Option<Vec<CodeLens>> {
    let configuration = view.session.configuration_of(view.path().as_deref());
    if !configuration.lens {
        return None;
    }
    let lenses = ide::code_lenses(view.analysis, configuration.lens_kinds);
    let statements = Statements::among(&lenses);
    let here = lenses.into_iter().filter(|lens| view.shows(lens.range.start));
    let of_statements = here.map(|lens| code_lens(view, &statements, lens));
    let mut all: Vec<CodeLens> = of_statements.chain(head_lenses(view, configuration.hint_kinds)).collect();
    if configuration.lens_kinds.accesses {
        all.extend(kernel_lenses(view));
    }
    Some(all)
}

/// At the head of each plain kernel what its accesses cost.
fn kernel_lenses(view: &DocumentView<'_>) -> impl Iterator<Item = CodeLens> {
    let heads = ide::kernel_heads(view.analysis).into_iter().filter(|head| view.shows(head.offset));
    heads.map(|head| {
        let command = Some(Command { title: head.title, ..Command::default() });
        CodeLens { range: view.to_proto().range(head.offset..head.offset), command, data: None }
    })
}

/// Over each function and class of which program its values are, and what they rest on.
fn head_lenses(view: &DocumentView<'_>, kinds: ide::HintKinds) -> impl Iterator<Item = CodeLens> {
    let heads = ide::program_heads(view.analysis, kinds).into_iter();
    let of_programs = heads.filter(|head| view.shows(head.holder.start)).map(|head| {
        let range = view.to_proto().range(head.holder.start..head.holder.start);
        let said = Command { title: head.title, tooltip: Some(head.full), ..Command::default() };
        CodeLens { range, command: Some(said), data: None }
    });
    of_programs.chain(supposition_lenses(view, kinds))
}

/// Over each function and class what its values rest on, and a lens that binds it.
fn supposition_lenses(view: &DocumentView<'_>, kinds: ide::HintKinds) -> Vec<CodeLens> {
    let heads = ide::supposition_heads(view.analysis, kinds).into_iter();
    let lenses = |head: ide::SuppositionHead| {
        let range = view.to_proto().range(head.holder.start..head.holder.start);
        let said = Command { title: head.title, tooltip: Some(head.full), ..Command::default() };
        let bind = head.binding.filter(|_| view.session.support().apply_edit).map(|binding| {
            let insertions = binding.insertions.into_iter();
            let edits = insertions.map(|(offset, text)| ide::Edit { range: offset..offset, text });
            let edit = view.to_proto().workspace_edit(edits);
            command(binding.title, BIND, &BindRequest { edit })
        });
        let lens = move |command| CodeLens { range, command: Some(command), data: None };
        [Some(said), bind].into_iter().flatten().map(lens)
    };
    heads.filter(|head| view.shows(head.holder.start)).flat_map(lenses).collect()
}

fn code_lens(view: &DocumentView<'_>, statements: &Statements, lens: ide::CodeLens) -> CodeLens {
    let index = statements.at(lens.range.start);
    let range = view.to_proto().range(lens.range);
    let at = grid::place(view, range.start);
    let run = |statement| RunRequest { uri: view.uri.clone(), statement };
    let command = match lens.kind {
        ide::LensKind::OpenGrid { title, layout } => {
            let grid = GridRequest { title, layout, at: Some(at) };
            if view.session.configuration().panel {
                let data = serde_json::to_value(Undrawn { label: lens.title, grid }).ok();
                return CodeLens { range, command: None, data };
            }
            command(lens.title, OPEN_GRID, &grid)
        }
        ide::LensKind::RunOnGpu { statement } => {
            let label = lens.title + &result(view, statements, index, Device::Gpu);
            command(label, RUN_ON_GPU, &run(statement))
        }
        ide::LensKind::Emulate { statement } => {
            let label = lens.title + &result(view, statements, index, Device::Emulator);
            command(label, EMULATE, &run(statement))
        }
        ide::LensKind::ShowKernel { statement } => command(lens.title, SHOW_KERNEL, &run(statement)),
    };
    CodeLens { range, command: Some(command), data: None }
}

/// What stands behind the lens of a statement: what its last run came to, or, as stale, the last run of what stood in its
/// place before an edit.
fn result(view: &DocumentView<'_>, statements: &Statements, index: Option<usize>, device: Device) -> String {
    let Some((index, statement)) = index.and_then(|index| Some((index, statements.texts.get(index)?))) else {
        return String::new();
    };
    let history = view.session.runs.history(view.uri);
    let on_device = |run: &&PastRun| run.device == device;
    if let Some(run) = history.of(view.uri, statement).find(on_device) {
        return format!(": {}", in_few_words(&run.report));
    }
    match history.before_edit(view.uri, &statements.texts, index).find(on_device) {
        Some(run) => format!(" (stale: before the edit {})", in_few_words(&run.report)),
        None => String::new(),
    }
}

pub(super) fn command(title: String, name: &str, argument: &impl Serialize) -> Command {
    Command { title, command: name.into(), arguments: Some(vec![json!(argument)]), tooltip: None }
}

/// Draws the grid of a lens that came without a command.
pub(super) fn resolve(lens: CodeLens) -> CodeLens {
    let undrawn = lens.data.clone().and_then(|data| serde_json::from_value::<Undrawn>(data).ok());
    let Some(Undrawn { label, grid }) = undrawn else { return lens };
    let command = match grid::draw(&grid) {
        Ok(picture) => command(label, SHOW_GRID, &picture),
        Err(reason) => Command { title: format!("{label}: {reason}"), ..Command::default() },
    };
    CodeLens { command: Some(command), data: None, ..lens }
}
