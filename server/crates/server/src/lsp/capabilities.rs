//! What the client can do, and what the server offers it in turn.

use layoutlens_world::Encoding;
use lsp_types::{
    ClientCapabilities, CodeActionKind, CodeActionOptions, CodeLensOptions, CompletionOptions,
    DiagnosticOptions, ExecuteCommandOptions, InlayHintOptions, MarkupKind, NotebookCellLanguage,
    NotebookDocumentFilterWithCells, NotebookDocumentSyncOptions, PositionEncodingKind, RenameOptions,
    ServerCapabilities, SignatureHelpOptions, TextDocumentContentOptions, TextDocumentSyncKind,
    TextDocumentSyncOptions, WorkspaceFoldersServerCapabilities, WorkspaceOptions,
};

use super::{action_kind, command, token_legend};
use crate::settings::Configuration;

/// The scheme of documents whose text the server has: grids with more cells than a hover shows.
pub(super) const SCHEME: &str = "layoutlens";

/// The client's capabilities that change what the server sends. Everything is off until the client says
/// otherwise.
#[derive(Debug, Clone, Default)]
pub(super) struct ClientSupport {
    pub(super) encoding: Encoding,
    pub(super) hover_markdown: bool,
    pub(super) completion_markdown: bool,
    pub(super) snippets: bool,
    pub(super) signature_markdown: bool,
    pub(super) label_offsets: bool,
    /// What of a hint the client asks for when it is needed.
    pub(super) resolved_of_hints: Vec<String>,
    pub(super) pull_diagnostics: bool,
    pub(super) related_information: bool,
    pub(super) code_description: bool,
    pub(super) hierarchical_symbols: bool,
    pub(super) code_action_literals: bool,
    /// Edits of code actions may come when an action is chosen.
    pub(super) resolves_action_edits: bool,
    /// Commands of code actions may come then.
    pub(super) resolves_action_commands: bool,
    pub(super) versioned_edits: bool,
    pub(super) apply_edit: bool,
    /// The client opens documents whose text the server has.
    pub(super) grid_documents: bool,
    /// How many ranges that fold it takes of a document.
    pub(super) most_folding_ranges: Option<usize>,
    /// It registers colours while the server runs.
    pub(super) registers_tokens: bool,
    /// It registers range formatting while the server runs.
    pub(super) registers_formatting: bool,
    pub(super) prepare_rename: bool,
    pub(super) work_done_progress: bool,
    pub(super) show_document: bool,
    pub(super) configuration: bool,
    pub(super) configuration_changes: bool,
    pub(super) refresh_hints: bool,
    pub(super) refresh_lenses: bool,
    pub(super) refresh_tokens: bool,
    pub(super) refresh_diagnostics: bool,
    pub(super) watched_files: bool,
}

impl ClientSupport {
    pub(super) fn of(client: &ClientCapabilities) -> Self {
        let mut support = Self { encoding: encoding(client), ..Self::default() };
        support.read_text_document(client);
        support.read_workspace(client);
        if let Some(window) = &client.window {
            support.work_done_progress = window.work_done_progress == Some(true);
            support.show_document = window.show_document.as_ref().is_some_and(|show| show.support);
        }
        support
    }

    fn read_text_document(&mut self, client: &ClientCapabilities) {
        let Some(text) = &client.text_document else { return };
        let reads_markdown = |formats: Option<&Vec<MarkupKind>>| {
            formats.is_some_and(|formats| formats.contains(&MarkupKind::Markdown))
        };
        self.hover_markdown =
            reads_markdown(text.hover.as_ref().and_then(|hover| hover.content_format.as_ref()));
        if let Some(item) =
            text.completion.as_ref().and_then(|completion| completion.completion_item.as_ref())
        {
            self.snippets = item.snippet_support == Some(true);
            self.completion_markdown = reads_markdown(item.documentation_format.as_ref());
        }
        if let Some(signature) =
            text.signature_help.as_ref().and_then(|help| help.signature_information.as_ref())
        {
            self.signature_markdown = reads_markdown(signature.documentation_format.as_ref());
            self.label_offsets = signature
                .parameter_information
                .as_ref()
                .is_some_and(|parameter| parameter.label_offset_support == Some(true));
        }
        if let Some(resolve) = text.inlay_hint.as_ref().and_then(|hint| hint.resolve_support.as_ref()) {
            self.resolved_of_hints.clone_from(&resolve.properties);
        }
        self.pull_diagnostics = text.diagnostic.is_some();
        let push = text.publish_diagnostics.as_ref().map(|publish| &publish.diagnostics_capabilities);
        let pull = text.diagnostic.as_ref().map(|diagnostic| &diagnostic.diagnostics_capabilities);
        for diagnostics in [push, pull].into_iter().flatten() {
            self.related_information |= diagnostics.related_information == Some(true);
            self.code_description |= diagnostics.code_description_support == Some(true);
        }
        self.hierarchical_symbols = text
            .document_symbol
            .as_ref()
            .is_some_and(|symbol| symbol.hierarchical_document_symbol_support == Some(true));
        let folding = text.folding_range.as_ref().and_then(|folding| folding.range_limit);
        self.most_folding_ranges = folding.and_then(|most| usize::try_from(most).ok());
        self.registers_tokens =
            text.semantic_tokens.as_ref().is_some_and(|tokens| tokens.dynamic_registration == Some(true));
        self.registers_formatting =
            text.range_formatting.as_ref().is_some_and(|format| format.dynamic_registration == Some(true));
        self.prepare_rename = text.rename.as_ref().is_some_and(|rename| rename.prepare_support == Some(true));
        self.code_action_literals =
            text.code_action.as_ref().is_some_and(|action| action.code_action_literal_support.is_some());
        if let Some(action) = text.code_action.as_ref().filter(|action| action.data_support == Some(true)) {
            let properties = action.resolve_support.as_ref().map(|support| support.properties.as_slice());
            let resolves =
                |name: &str| properties.unwrap_or_default().iter().any(|property| property == name);
            self.resolves_action_edits = resolves("edit");
            self.resolves_action_commands = resolves("command");
        }
    }

    fn read_workspace(&mut self, client: &ClientCapabilities) {
        let Some(workspace) = &client.workspace else { return };
        self.configuration = workspace.configuration == Some(true);
        self.grid_documents = workspace.text_document_content.is_some();
        self.apply_edit = workspace.apply_edit == Some(true);
        self.configuration_changes = workspace
            .did_change_configuration
            .as_ref()
            .is_some_and(|changes| changes.dynamic_registration == Some(true));
        self.versioned_edits =
            workspace.workspace_edit.as_ref().is_some_and(|edit| edit.document_changes == Some(true));
        self.refresh_hints =
            workspace.inlay_hint.as_ref().is_some_and(|hint| hint.refresh_support == Some(true));
        self.refresh_lenses =
            workspace.code_lens.as_ref().is_some_and(|lens| lens.refresh_support == Some(true));
        self.refresh_tokens =
            workspace.semantic_tokens.as_ref().is_some_and(|tokens| tokens.refresh_support == Some(true));
        self.refresh_diagnostics = workspace
            .diagnostics
            .as_ref()
            .is_some_and(|diagnostics| diagnostics.refresh_support == Some(true));
        self.watched_files = workspace
            .did_change_watched_files
            .as_ref()
            .is_some_and(|watched| watched.dynamic_registration == Some(true));
    }
}

/// The first encoding in the client's order of preference that the server knows, else the protocol's default.
fn encoding(client: &ClientCapabilities) -> Encoding {
    let offered = client.general.as_ref().and_then(|general| general.position_encodings.as_deref());
    let known = |kind: &PositionEncodingKind| match kind {
        PositionEncodingKind::UTF8 => Some(Encoding::Utf8),
        PositionEncodingKind::UTF16 => Some(Encoding::Utf16),
        PositionEncodingKind::UTF32 => Some(Encoding::Utf32),
        PositionEncodingKind::Custom(_) => None,
    };
    offered.unwrap_or_default().iter().find_map(known).unwrap_or_default()
}

/// What the server offers this client, as the user's switches are at the start.
pub(super) fn server_capabilities(client: &ClientSupport, switches: &Configuration) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(match client.encoding {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf32 => PositionEncodingKind::UTF32,
        }),
        text_document_sync: Some(
            TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::Incremental),
                // Other documents may include what is saved.
                save: Some(true.into()),
                ..Default::default()
            }
            .into(),
        ),
        notebook_document_sync: Some(notebooks().into()),
        hover_provider: Some(true.into()),
        inlay_hint_provider: Some(
            InlayHintOptions { resolve_provider: Some(true), ..Default::default() }.into(),
        ),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some([":", ".", "("].map(String::from).to_vec()),
            resolve_provider: Some(true),
            ..Default::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some(["(", ","].map(String::from).to_vec()),
            ..Default::default()
        }),
        definition_provider: Some(true.into()),
        references_provider: Some(true.into()),
        rename_provider: Some(match client.prepare_rename {
            true => RenameOptions { prepare_provider: Some(true), ..Default::default() }.into(),
            false => true.into(),
        }),
        document_highlight_provider: Some(true.into()),
        document_symbol_provider: Some(true.into()),
        workspace_symbol_provider: Some(true.into()),
        // What a client registers while the server runs is not offered here: it could not be taken back.
        semantic_tokens_provider: (switches.semantic_tokens && !client.registers_tokens)
            .then(|| token_legend::options().into()),
        document_range_formatting_provider: (switches.format && !client.registers_formatting)
            .then(|| true.into()),
        folding_range_provider: Some(true.into()),
        selection_range_provider: Some(true.into()),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(true), ..Default::default() }),
        code_action_provider: client.code_action_literals.then(|| {
            CodeActionOptions {
                code_action_kinds: Some(action_kind::KINDS.map(CodeActionKind::from).to_vec()),
                resolve_provider: Some(client.resolves_action_edits || client.resolves_action_commands),
                ..Default::default()
            }
            .into()
        }),
        diagnostic_provider: client.pull_diagnostics.then(|| {
            DiagnosticOptions {
                identifier: Some("layoutlens".into()),
                // An edit of a header changes what is found in those that include it.
                inter_file_dependencies: true,
                ..Default::default()
            }
            .into()
        }),
        workspace: Some(WorkspaceOptions {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(true.into()),
            }),
            text_document_content: client
                .grid_documents
                .then(|| TextDocumentContentOptions { schemes: vec![SCHEME.to_owned()] }.into()),
            ..Default::default()
        }),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: command::offered(switches.panel).map(String::from).collect(),
            ..Default::default()
        }),
        ..Default::default()
    }
}

/// What the server reads of notebooks: the Python cells of any.
fn notebooks() -> NotebookDocumentSyncOptions {
    let cells = vec![NotebookCellLanguage { language: "python".into() }];
    let filter = NotebookDocumentFilterWithCells { notebook: Some("*".to_owned().into()), cells };
    NotebookDocumentSyncOptions { notebook_selector: vec![filter.into()], save: Some(true) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn support(capabilities: serde_json::Value) -> ClientSupport {
        ClientSupport::of(&serde_json::from_value(capabilities).expect("client capabilities"))
    }

    #[test]
    fn the_clients_first_encoding_that_is_known_is_taken() {
        let of = |offered| support(json!({"general": {"positionEncodings": offered}})).encoding;
        assert_eq!(of(json!(["utf-8", "utf-16"])), Encoding::Utf8);
        assert_eq!(of(json!(["utf-32", "utf-8"])), Encoding::Utf32);
        assert_eq!(of(json!(["ebcdic", "utf-16", "utf-8"])), Encoding::Utf16);
    }

    #[test]
    fn a_client_that_says_nothing_gets_the_least() {
        let support = support(json!({}));
        assert_eq!(support.encoding, Encoding::Utf16);
        let offered = server_capabilities(&support, &Configuration::default());
        assert!(offered.diagnostic_provider.is_none());
        assert!(offered.code_action_provider.is_none());
        assert_eq!(offered.rename_provider, Some(true.into()));
    }

    #[test]
    fn statements_are_formatted_for_who_asks_and_coloured_unless_switched_off() {
        let offered = |switches: Configuration| server_capabilities(&ClientSupport::default(), &switches);
        let plain = offered(Configuration::default());
        assert!(plain.document_range_formatting_provider.is_none());
        assert!(plain.semantic_tokens_provider.is_some());
        let other =
            offered(Configuration { format: true, semantic_tokens: false, ..Configuration::default() });
        assert!(other.document_range_formatting_provider.is_some());
        assert!(other.semantic_tokens_provider.is_none());
    }

    #[test]
    fn a_client_with_a_panel_keeps_open_grid_to_itself() {
        let commands = |panel| {
            let switches = Configuration { panel, ..Default::default() };
            let offered = server_capabilities(&ClientSupport::default(), &switches).execute_command_provider;
            offered.expect("commands are offered").commands
        };
        assert!(commands(false).contains(&command::OPEN_GRID.into()));
        assert!(!commands(true).contains(&command::OPEN_GRID.into()));
    }
}
