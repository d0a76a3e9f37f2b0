//! The parts of SARIF 2.1.0 that are written, under its names (section 3 of the standard). Keys stand in alphabetical
//! order, so that reports of two versions can be compared line by line.

use serde::Serialize;

/// The whole file (3.13).
#[derive(Serialize)]
pub(super) struct Sarif<'a> {
    #[serde(rename = "$schema")]
    pub(super) schema: &'a str,
    pub(super) runs: [Run<'a>; 1],
    pub(super) version: &'a str,
}

/// One run of the tool (3.14).
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Run<'a> {
    /// What columns count.
    pub(super) column_kind: &'a str,
    pub(super) invocations: [Invocation<'a>; 1],
    pub(super) results: Vec<Finding<'a>>,
    pub(super) tool: Tool<'a>,
}

/// How the run went (3.20).
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Invocation<'a> {
    pub(super) execution_successful: bool,
    pub(super) tool_execution_notifications: Vec<Notification<'a>>,
}

/// Something about the run itself (3.58).
#[derive(Serialize)]
pub(super) struct Notification<'a> {
    pub(super) level: Level,
    pub(super) message: Message<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Level {
    Error,
    Warning,
    Note,
}

/// A `result` (3.27).
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Finding<'a> {
    pub(super) fixes: Vec<Fix<'a>>,
    pub(super) level: Level,
    pub(super) locations: [Location<'a>; 1],
    pub(super) message: Message<'a>,
    pub(super) related_locations: Vec<Location<'a>>,
    pub(super) rule_id: &'a str,
}

/// A way out (3.55).
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Fix<'a> {
    pub(super) artifact_changes: [ArtifactChange<'a>; 1],
    pub(super) description: Message<'a>,
}

/// What a fix does to one file (3.56).
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ArtifactChange<'a> {
    pub(super) artifact_location: ArtifactLocation,
    pub(super) replacements: [Replacement<'a>; 1],
}

/// (3.57)
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Replacement<'a> {
    pub(super) deleted_region: Region,
    pub(super) inserted_content: Message<'a>,
}

/// A place, with what is said of it where it is a related one (3.28).
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Location<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) message: Option<Message<'a>>,
    pub(super) physical_location: PhysicalLocation,
}

/// (3.29)
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PhysicalLocation {
    pub(super) artifact_location: ArtifactLocation,
    pub(super) region: Region,
}

/// A file (3.4).
#[derive(Serialize)]
pub(super) struct ArtifactLocation {
    /// A reference relative to where the tool ran.
    pub(super) uri: String,
}

/// A part of a file; lines and columns count from 1, and the end is behind its last character (3.30).
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Region {
    pub(super) end_column: u32,
    pub(super) end_line: u32,
    pub(super) start_column: u32,
    pub(super) start_line: u32,
}

/// Text; a `message` (3.11) and an `artifactContent` (3.3) have the same form.
#[derive(Serialize)]
pub(super) struct Message<'a> {
    pub(super) text: &'a str,
}

/// (3.18)
#[derive(Serialize)]
pub(super) struct Tool<'a> {
    pub(super) driver: Driver<'a>,
}

/// The tool's one component (3.19).
#[derive(Serialize)]
pub(super) struct Driver<'a> {
    pub(super) name: &'a str,
    pub(super) rules: Vec<Rule<'a>>,
    pub(super) version: &'a str,
}

/// A code that was found: a `reportingDescriptor` (3.49).
#[derive(Serialize)]
pub(super) struct Rule<'a> {
    pub(super) id: &'a str,
}
