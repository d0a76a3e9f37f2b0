//! The protocol's methods. Each takes its snapshot before its first `.await`; edits never await.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    path::PathBuf,
    sync::Arc,
};

use layoutlens_ide as ide;
use layoutlens_world::{Document, LostEdit, World};
use lsp_types::*;
use serde::Deserialize;
use serde_json::Value;
use tower_lsp::{LanguageServer, jsonrpc::Result};

use super::{
    bench,
    capabilities::{self, ClientSupport},
    code_action, code_lens, commands, completion,
    diagnostics_push::{self, DiagnosticsPush},
    editor_process, format, from_proto, grid, grid_document, hints, layouts, names, notebook, run_hover,
    run_lens, semantic_tokens,
    session::{Asked, DocumentView, Session},
    structure,
};

/// The handlers of one session.
#[derive(Debug)]
pub(super) struct Backend {
    pub(super) session: Arc<Session>,
}

impl LanguageServer for Backend {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        let folders = from_proto::workspace_folders(&params);
        if let Some(process) = params.process_id.filter(|_| self.session.ends_with_client) {
            editor_process::watch(&self.session, process);
        }
        self.configure(&params.initialization_options.unwrap_or_default());
        self.session.look_in(folders);
        self.session.begin_with_settings();
        let support = self.session.meet(ClientSupport::of(&params.capabilities));
        Ok(InitializeResult {
            capabilities: capabilities::server_capabilities(support, &self.session.configuration()),
            server_info: Some(ServerInfo {
                name: "layoutlens".into(),
                version: Some(env!("CARGO_PKG_VERSION").into()),
            }),
        })
    }

    async fn initialized(&self, _: InitializedParams) {
        self.session.watch();
        self.session.hear_of_settings();
        self.session.offer_what_is_switched_on();
        if self.session.support().configuration {
            self.pull_settings();
        }
    }

    async fn shutdown(&self) -> Result<()> {
        self.session.runs.cancel_all();
        Ok(())
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        let item = params.text_document;
        let Some(language) = from_proto::language(&item.language_id, &item.uri) else { return };
        let mut document = Document::new(item.version, language, &item.text, self.session.libraries);
        if let Some(path) = from_proto::file_path(&item.uri) {
            document = document.at(self.session.place(path));
        }
        let others = self.session.edit(|world| {
            world.documents.insert(item.uri.to_string(), document);
        });
        DiagnosticsPush::changed(&self.session, &item.uri);
        self.session.viewing.changed(&item.uri);
        self.session.look_at_documents(&others);
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        let uri = params.text_document.text_document_identifier.uri;
        let changes = from_proto::changes(params.content_changes);
        let encoding = self.session.encoding();
        let version = params.text_document.version;
        self.edit_one(&uri, |world| world.edit(uri.as_str(), version, changes, encoding));
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        let uri = params.text_document.uri;
        let mut known = false;
        let others = self.session.edit(|world| known = world.documents.remove(uri.as_str()).is_some());
        self.session.forget(&uri);
        if known {
            DiagnosticsPush::changed(&self.session, &uri);
            self.session.viewing.closed(&uri);
        }
        self.session.look_at_documents(&others);
    }

    async fn notebook_did_open(&self, params: DidOpenNotebookDocumentParams) {
        let uri = params.notebook_document.uri.clone();
        let others = notebook::open(&self.session, params);
        DiagnosticsPush::changed(&self.session, &uri);
        self.session.look_at_documents(&others);
    }

    async fn notebook_did_change(&self, params: DidChangeNotebookDocumentParams) {
        let VersionedNotebookDocumentIdentifier { version, uri } = params.notebook_document;
        let change = notebook::change(params.change.cells);
        let encoding = self.session.encoding();
        self.edit_one(&uri, |world| world.change_notebook(uri.as_str(), version, change, encoding));
    }

    async fn notebook_did_save(&self, _: DidSaveNotebookDocumentParams) {
        self.session.look_at_files();
    }

    async fn notebook_did_close(&self, params: DidCloseNotebookDocumentParams) {
        let uri = params.notebook_document.uri;
        let mut known = false;
        let others = self.session.edit(|world| known = world.close_notebook(uri.as_str()));
        let cells: Vec<Uri> = params.cell_text_documents.into_iter().map(|cell| cell.uri).collect();
        for closed in cells.iter().chain([&uri]) {
            self.session.forget(closed);
        }
        DiagnosticsPush::take_back(&self.session, cells);
        if known {
            DiagnosticsPush::changed(&self.session, &uri);
        }
        self.session.look_at_documents(&others);
    }

    async fn did_save(&self, _: DidSaveTextDocumentParams) {
        self.session.look_at_files();
    }

    async fn did_change_watched_files(&self, _: DidChangeWatchedFilesParams) {
        self.session.look_at_files();
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        let paths = |folders: Vec<WorkspaceFolder>| -> Vec<PathBuf> {
            folders.iter().filter_map(|folder| from_proto::file_path(&folder.uri)).collect()
        };
        let change = params.event;
        self.session.folders().change(paths(change.added), &paths(change.removed));
        self.session.look_at_files();
    }

    async fn did_change_configuration(&self, params: DidChangeConfigurationParams) {
        if params.settings.is_null() && self.session.support().configuration {
            self.pull_settings();
        } else {
            self.configure(&params.settings);
            self.refresh();
        }
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        let at = params.text_document_position_params;
        let options = ide::HoverOptions {
            images: self.session.configuration().hover_images,
            theme: self.session.configuration().theme,
        };
        let uri = at.text_document.uri;
        let of_statement = move |view: &DocumentView<'_>| {
            let hover = ide::hover(view.analysis, view.offset(at.position), options)?;
            Some(view.to_proto().hover(hover))
        };
        let hover = move |view: &DocumentView<'_>| {
            let offset = view.offset(at.position);
            let hover = ide::hover(view.analysis, offset, options);
            let hover = hover.or_else(|| run_hover::hover(view, offset))?;
            Some(view.to_proto().hover(hover))
        };
        self.session.read_newest_at((&uri, at.position), Asked::Hover, of_statement, hover).await
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        let uri = &params.text_document.uri;
        let hints =
            self.session.read_current_document(uri, move |view| hints::inlay_hints(view, params.range));
        Ok(hints.await?.flatten())
    }

    async fn inlay_hint_resolve(&self, hint: InlayHint) -> Result<InlayHint> {
        hints::resolve(&self.session, hint).await
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        let uri = params.text_document_position_params.text_document.uri.clone();
        let list = self.session.read_newest(&uri, Asked::Completion, move |view| {
            completion::completions(view, &params).map(CompletionResponse::from)
        });
        Ok(list.await?.flatten())
    }

    async fn completion_resolve(&self, item: CompletionItem) -> Result<CompletionItem> {
        Ok(completion::resolve(item, self.session.support()))
    }

    async fn signature_help(&self, params: SignatureHelpParams) -> Result<Option<SignatureHelp>> {
        let at = params.text_document_position_params;
        let help = self.session.read_newest(&at.text_document.uri, Asked::Signature, move |view| {
            let help = ide::signature_help(view.analysis, view.offset(at.position))?;
            Some(completion::signature_help(help, view.session.support()))
        });
        Ok(help.await?.flatten())
    }

    async fn goto_definition(&self, params: DefinitionParams) -> Result<Option<DefinitionResponse>> {
        let at = params.text_document_position_params;
        let definition = self.session.read_newest(&at.text_document.uri, Asked::Definition, move |view| {
            let range = ide::definition(view.analysis, view.offset(at.position))?;
            Some(Definition::Location(view.to_proto().location(range)).into())
        });
        Ok(definition.await?.flatten())
    }

    async fn references(&self, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
        let at = params.text_document_position_params;
        let with_declarations = params.context.include_declaration;
        let places = self.session.read_newest(&at.text_document.uri, Asked::References, move |view| {
            let places = ide::references(view.analysis, view.offset(at.position), with_declarations);
            let places: Vec<_> = places.into_iter().map(|range| view.to_proto().location(range)).collect();
            // No answer lets another server give one.
            (!places.is_empty()).then_some(places)
        });
        Ok(places.await?.flatten())
    }

    async fn prepare_rename(
        &self,
        params: TextDocumentPositionParams,
    ) -> Result<Option<PrepareRenameResult>> {
        names::prepare_rename(&self.session, params).await
    }

    async fn rename(&self, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
        names::rename(&self.session, params).await
    }

    async fn document_highlight(
        &self,
        params: DocumentHighlightParams,
    ) -> Result<Option<Vec<DocumentHighlight>>> {
        let at = params.text_document_position_params;
        let highlights = self.session.read_newest(&at.text_document.uri, Asked::Highlights, move |view| {
            let highlights = ide::document_highlights(view.analysis, view.offset(at.position));
            let here = highlights.into_iter().filter(|place| view.shows(place.range.start));
            let highlights: Vec<_> = here.map(|place| view.to_proto().document_highlight(place)).collect();
            // No answer lets another server give one.
            (!highlights.is_empty()).then_some(highlights)
        });
        Ok(highlights.await?.flatten())
    }

    async fn document_symbol(&self, params: DocumentSymbolParams) -> Result<Option<DocumentSymbolResponse>> {
        let symbols = self.session.read_newest(&params.text_document.uri, Asked::Symbols, |view| {
            let symbols = ide::document_symbols(view.analysis).into_iter();
            view.to_proto()
                .document_symbols(symbols.filter(|symbol| view.shows(symbol.range.start)).collect())
        });
        symbols.await
    }

    async fn symbol(&self, params: WorkspaceSymbolParams) -> Result<Option<WorkspaceSymbolResponse>> {
        let session = Arc::clone(&self.session);
        let symbols = self
            .session
            .read(move |snapshot| Ok(structure::workspace_symbols(&session, snapshot, &params.query)));
        Ok(Some(symbols.await?.into()))
    }

    async fn semantic_tokens_full(&self, params: SemanticTokensParams) -> Result<Option<SemanticTokens>> {
        let uri = params.text_document.uri;
        if !self.session.configuration().semantic_tokens {
            return Ok(None);
        }
        self.session.read_newest(&uri, Asked::Tokens, semantic_tokens::full).await
    }

    async fn semantic_tokens_full_delta(
        &self,
        params: SemanticTokensDeltaParams,
    ) -> Result<Option<SemanticTokensDeltaResponse>> {
        let uri = params.text_document.uri;
        if !self.session.configuration().semantic_tokens {
            return Ok(None);
        }
        let tokens = self.session.read_newest(&uri, Asked::Tokens, move |view| {
            semantic_tokens::delta(view, &params.previous_result_id)
        });
        tokens.await
    }

    async fn semantic_tokens_range(
        &self,
        params: SemanticTokensRangeParams,
    ) -> Result<Option<SemanticTokens>> {
        let uri = params.text_document.uri;
        if !self.session.configuration().semantic_tokens {
            return Ok(None);
        }
        let tokens = self
            .session
            .read_newest(&uri, Asked::TokensOfRange, move |view| semantic_tokens::range(view, params.range));
        tokens.await
    }

    async fn range_formatting(&self, params: DocumentRangeFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        let uri = params.text_document.uri;
        if !self.session.configuration().format {
            return Ok(None);
        }
        let edits = self
            .session
            .read_newest(&uri, Asked::Formatting, move |view| format::edits(view, view.range(params.range)));
        edits.await
    }

    async fn folding_range(&self, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
        let ranges = self.session.read_newest(&params.text_document.uri, Asked::Folding, |view| {
            // Of a notebook a cell is asked about: the limit is for what stands in it.
            let most = view.session.support().most_folding_ranges;
            let of_document = most.filter(|_| view.notebook.is_none());
            let ranges = ide::folding_ranges(view.analysis, of_document).into_iter();
            let here = ranges.filter(|one| view.shows(one.range.start) && view.shows(one.range.end));
            let here = here.take(most.unwrap_or(usize::MAX));
            let ranges: Vec<_> = here.map(|folding| view.to_proto().folding_range(folding)).collect();
            // With no answer an editor folds in its own way.
            (!ranges.is_empty()).then_some(ranges)
        });
        Ok(ranges.await?.flatten())
    }

    async fn selection_range(&self, params: SelectionRangeParams) -> Result<Option<Vec<SelectionRange>>> {
        let uri = params.text_document.uri;
        let ranges = self.session.read_newest(&uri, Asked::Selection, move |view| {
            let offsets: Vec<usize> = params.positions.iter().map(|at| view.offset(*at)).collect();
            let found: Vec<_> =
                offsets.iter().map(|&offset| ide::selection_ranges(view.analysis, offset)).collect();
            let is_in_statement = found.iter().any(|ranges| !ranges.is_empty());
            let ranges = found.into_iter().zip(offsets);
            is_in_statement.then(|| {
                ranges.map(|(ranges, offset)| view.to_proto().selection_range(ranges, offset)).collect()
            })
        });
        Ok(ranges.await?.flatten())
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        let uri = &params.text_document.uri;
        Ok(self.session.read_newest(uri, Asked::Lenses, code_lens::code_lenses).await?.flatten())
    }

    async fn code_lens_resolve(&self, lens: CodeLens) -> Result<CodeLens> {
        self.session.read(move |_| Ok(code_lens::resolve(lens))).await
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<Vec<CodeActionResponse>>> {
        code_action::code_actions(&self.session, params).await
    }

    async fn code_action_resolve(&self, action: CodeAction) -> Result<CodeAction> {
        code_action::resolve(&self.session, action).await
    }

    async fn diagnostic(&self, params: DocumentDiagnosticParams) -> Result<DocumentDiagnosticReport> {
        let items = self.session.read_newest(
            &params.text_document.uri,
            Asked::Diagnostics,
            diagnostics_push::diagnostics,
        );
        let items = items.await?.unwrap_or_default();
        let result_id = fingerprint(&items);
        if params.previous_result_id.as_ref() == Some(&result_id) {
            let unchanged = UnchangedDocumentDiagnosticReport { result_id };
            return Ok(RelatedUnchangedDocumentDiagnosticReport {
                unchanged_document_diagnostic_report: unchanged,
                related_documents: None,
            }
            .into());
        }
        let full = FullDocumentDiagnosticReport { result_id: Some(result_id), items };
        Ok(RelatedFullDocumentDiagnosticReport {
            full_document_diagnostic_report: full,
            related_documents: None,
        }
        .into())
    }

    async fn text_document_content(
        &self,
        params: TextDocumentContentParams,
    ) -> Result<TextDocumentContentResult> {
        self.session.read(move |_| Ok(grid_document::content(&params.uri))).await?
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<LspAny>> {
        commands::execute(&self.session, params).await
    }
}

/// An edit that could not be read.
#[derive(Debug, Deserialize)]
pub(super) struct LostParams {
    uri: Option<Uri>,
}

impl Backend {
    /// An edit of a document, or of one that nobody knows, could not be read.
    pub(super) async fn lost_edit(&self, params: LostParams) {
        let uris = match params.uri {
            Some(uri) => vec![uri],
            None => self.session.world().documents.keys().filter_map(|uri| uri.parse().ok()).collect(),
        };
        for uri in uris {
            self.edit_one(&uri, |world| world.lose(uri.as_str(), LostEdit::Unreadable));
        }
    }

    /// Edits a document when it is open, and says so when its text is lost by that.
    fn edit_one(&self, uri: &Uri, edit: impl FnOnce(&mut World) -> bool) {
        let mut known = false;
        let mut lost = None;
        let others = self.session.edit(|world| {
            let was_lost = is_lost(world, uri);
            known = edit(world);
            let document = world.documents.get(uri.as_str());
            lost = document.and_then(Document::lost).filter(|_| !was_lost).cloned();
        });
        if known {
            DiagnosticsPush::changed(&self.session, uri);
            self.session.viewing.changed(uri);
        }
        self.session.look_at_documents(&others);
        if let Some(lost) = lost {
            let message = diagnostics_push::lost_message(&lost);
            let message = format!("layoutlens: {}: {message}", from_proto::file_name(uri));
            let client = self.session.client.clone();
            tokio::spawn(async move { client.show_message(MessageType::Warning, message).await });
            self.refresh();
        }
    }

    /// `layoutlens/grid`.
    pub(super) async fn grid(&self, params: TextDocumentPositionParams) -> Result<Option<grid::Picture>> {
        grid::at_position(&self.session, params).await
    }

    /// `layoutlens/bench`.
    pub(super) async fn bench(&self, params: bench::BenchParams) -> Result<Value> {
        bench::bench(&self.session, params).await
    }

    /// `layoutlens/picture`.
    pub(super) async fn picture(&self, params: bench::ExportParams) -> Result<Value> {
        bench::picture(&self.session, params).await
    }

    /// `layoutlens/complete`.
    pub(super) async fn complete(&self, params: bench::CompletionParams) -> Result<Value> {
        bench::complete(&self.session, params).await
    }

    /// `layoutlens/fix`.
    pub(super) async fn fix(&self, params: bench::FixParams) -> Result<Value> {
        bench::fix(&self.session, params).await
    }

    /// `layoutlens/fixes`.
    pub(super) async fn fixes(&self, params: bench::FixesParams) -> Result<Value> {
        bench::fixes(&self.session, params).await
    }

    /// `layoutlens/cursor`.
    pub(super) async fn cursor(&self, params: TextDocumentPositionParams) {
        self.session.viewing.cursor(&params);
    }

    /// `layoutlens/page`.
    pub(super) async fn page(&self, params: bench::PageParams) -> Result<Value> {
        Ok(bench::panel(&params))
    }

    /// `layoutlens/layouts`.
    pub(super) async fn layouts(
        &self,
        params: layouts::LayoutsParams,
    ) -> Result<Option<Vec<layouts::ListedLayout>>> {
        layouts::of_document(&self.session, params).await
    }

    /// `window/workDoneProgress/cancel`.
    pub(super) async fn cancel_progress(&self, params: WorkDoneProgressCancelParams) {
        self.session.runs.cancel(&params.token);
    }

    /// Takes over settings. What is wrong with them is logged: whether something else may count now.
    fn configure(&self, settings: &Value) -> bool {
        let configured = self.session.configure(settings);
        for remark in configured.remarks {
            self.tell_later(MessageType::Warning, format!("layoutlens settings: {remark}"));
        }
        configured.has_changed
    }

    /// Asks the client for the user's settings, without waiting for the answer. A client that knows none answers with
    /// nothing, which changes nothing.
    fn pull_settings(&self) {
        let session = Arc::clone(&self.session);
        tokio::spawn(async move {
            let item = ConfigurationItem { scope_uri: None, section: Some("layoutlens".into()) };
            let settings = session.client.configuration(vec![item]).await.unwrap_or_default();
            let backend = Self { session };
            if backend.configure(&settings.into_iter().next().unwrap_or_default()) {
                backend.refresh();
            }
        });
    }

    /// Has the client ask again for what the switches change.
    fn refresh(&self) {
        let session = Arc::clone(&self.session);
        tokio::spawn(async move {
            if session.support().refresh_hints {
                let _ = session.client.inlay_hint_refresh().await;
            }
            if session.support().refresh_tokens {
                let _ = session.client.semantic_tokens_refresh().await;
            }
        });
        self.session.offer_what_is_switched_on();
        run_lens::refresh_lenses(&self.session);
    }

    /// Logs without waiting for the client.
    fn tell_later(&self, kind: MessageType, message: String) {
        let client = self.session.client.clone();
        tokio::spawn(async move { client.log_message(kind, message).await });
    }
}

fn is_lost(world: &World, uri: &Uri) -> bool {
    world.documents.get(uri.as_str()).is_some_and(|document| document.lost().is_some())
}

/// Equal for equal reports, whatever the version: an edit that changes no finding need not send them again.
fn fingerprint(diagnostics: &[Diagnostic]) -> String {
    let mut hasher = DefaultHasher::new();
    format!("{diagnostics:?}").hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
