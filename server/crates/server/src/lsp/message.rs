//! What a frame's bytes say.
//!
//! An edit that is passed over would put every later one in the wrong place. So what is nearly JSON is read as editors
//! mean it, and an edit that cannot be read is told to the session, which gives its document up.

use std::borrow::Cow;

use lsp_types::{
    DidChangeNotebookDocumentParams, DidChangeTextDocumentParams, DidCloseNotebookDocumentParams,
    DidCloseTextDocumentParams, DidOpenNotebookDocumentParams, DidOpenTextDocumentParams,
};
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Id, Request, Response};

/// Told to the session in place of an edit that cannot be read. Parameters: `{uri}`, or `{}` where it says none.
pub(super) const LOST_EDIT: &str = "layoutlens/lostEdit";

/// What makes, changes and ends texts.
pub(super) const EDITS: [&str; 6] = [
    "textDocument/didOpen",
    "textDocument/didChange",
    "textDocument/didClose",
    "notebookDocument/didOpen",
    "notebookDocument/didChange",
    "notebookDocument/didClose",
];

/// Stands for a byte that is not UTF-8, as JSON writes it: one byte itself, so that every other byte keeps its column.
const SUBSTITUTE: &[u8] = br"\u001a";

/// What was read.
#[derive(Debug)]
pub(super) enum Message {
    /// To be answered, or a notification.
    Request(Request),
    /// The client's answer.
    Response(Response),
    /// To be answered with this error.
    Unreadable(Response),
}

/// Reads one message: mostly one, and one more where an edit is lost with it.
pub(super) fn read(bytes: &[u8]) -> Vec<Message> {
    let value = serde_json::from_slice::<Value>(bytes).or_else(|_| serde_json::from_slice(&repaired(bytes)));
    let Ok(value) = value else {
        let error = Message::Unreadable(parse_error("a message that is not JSON"));
        return lost_in_text(bytes).into_iter().chain([error]).collect();
    };
    let id = value.get("id").and_then(|id| serde_json::from_value(id.clone()).ok()).unwrap_or_default();
    let is_request = value.get("method").is_some_and(Value::is_string);
    let lost = lost_in(&value);
    let message = if is_request {
        serde_json::from_value(value).map(Message::Request)
    } else {
        serde_json::from_value(value).map(Message::Response)
    };
    match (message, lost) {
        (Ok(_), Some(lost)) => vec![lost],
        (Ok(message), None) => vec![message],
        (Err(_), lost) => {
            let error = Message::Unreadable(Response::from_error(id, Error::invalid_request()));
            lost.into_iter().chain([error]).collect()
        }
    }
}

/// The answer to what is no message.
pub(super) fn parse_error(what: &'static str) -> Response {
    let mut error = Error::parse_error();
    error.message = what.into();
    Response::from_error(Id::Null, error)
}

fn lost_edit(uri: Option<&str>) -> Message {
    let params = uri.map_or_else(|| json!({}), |uri| json!({ "uri": uri }));
    Message::Request(Request::build(LOST_EDIT).params(params).finish())
}

/// The document of an edit whose parameters are not those of an edit.
fn lost_in(message: &Value) -> Option<Message> {
    let params = message.get("params").unwrap_or(&Value::Null);
    let can_be_read = match message.get("method")?.as_str()? {
        "textDocument/didOpen" => DidOpenTextDocumentParams::deserialize(params).is_ok(),
        "textDocument/didChange" => DidChangeTextDocumentParams::deserialize(params).is_ok(),
        "textDocument/didClose" => DidCloseTextDocumentParams::deserialize(params).is_ok(),
        "notebookDocument/didOpen" => DidOpenNotebookDocumentParams::deserialize(params).is_ok(),
        "notebookDocument/didChange" => DidChangeNotebookDocumentParams::deserialize(params).is_ok(),
        "notebookDocument/didClose" => DidCloseNotebookDocumentParams::deserialize(params).is_ok(),
        _ => return None,
    };
    let is_notification = message.get("jsonrpc").is_some_and(|version| version == "2.0");
    let uri = params.pointer("/textDocument/uri").or_else(|| params.pointer("/notebookDocument/uri"));
    let uri = uri.and_then(Value::as_str);
    (!can_be_read || !is_notification).then(|| lost_edit(uri))
}

/// The document of an edit in what is not JSON.
fn lost_in_text(bytes: &[u8]) -> Option<Message> {
    let text = String::from_utf8_lossy(bytes);
    EDITS.iter().any(|method| text.contains(method)).then(|| {
        let uri = text.split("\"uri\"").nth(1).and_then(|rest| rest.split('"').nth(1));
        lost_edit(uri)
    })
}

/// The message with lone halves of surrogate pairs as U+FFFD, which counts one UTF-16 unit as they do, and with other
/// bytes that are no UTF-8 as [`SUBSTITUTE`].
fn repaired(bytes: &[u8]) -> Vec<u8> {
    let text = utf8(bytes);
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_ref();
    while let Some(at) = rest.iter().position(|&byte| byte == b'\\') {
        let (before, escape) = rest.split_at(at);
        out.extend_from_slice(before);
        let length = match (unit(escape), escape.get(6..).and_then(unit)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
            (Some(0xD800..=0xDFFF), _) => {
                out.extend_from_slice(b"\\ufffd");
                rest = escape.get(6..).unwrap_or_default();
                continue;
            }
            (Some(_), _) => 6,
            (None, _) => 2,
        };
        let (whole, after) = escape.split_at(length.min(escape.len()));
        out.extend_from_slice(whole);
        rest = after;
    }
    out.extend_from_slice(rest);
    out
}

/// The UTF-16 unit that `\uXXXX` at the beginning stands for.
fn unit(escape: &[u8]) -> Option<u16> {
    let digits = std::str::from_utf8(escape.strip_prefix(b"\\u")?.get(..4)?).ok()?;
    digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then(|| u16::from_str_radix(digits, 16).ok())?
}

/// The bytes as UTF-8.
fn utf8(bytes: &[u8]) -> Cow<'_, [u8]> {
    if std::str::from_utf8(bytes).is_ok() {
        return Cow::Borrowed(bytes);
    }
    let mut out = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while !rest.is_empty() {
        let valid = match std::str::from_utf8(rest) {
            Ok(_) => rest.len(),
            Err(error) => error.valid_up_to(),
        };
        let (text, after) = rest.split_at(valid);
        out.extend_from_slice(text);
        rest = match after {
            // Half of a pair, as some editors write it: three bytes, as U+FFFD has.
            [0xED, 0xA0..=0xBF, 0x80..=0xBF, after @ ..] => {
                out.extend_from_slice("\u{fffd}".as_bytes());
                after
            }
            [_, after @ ..] => {
                out.extend_from_slice(SUBSTITUTE);
                after
            }
            [] => after,
        };
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_of(json: &[u8]) -> String {
        serde_json::from_slice(&repaired(json)).expect("a string")
    }

    #[test]
    fn half_of_a_surrogate_pair_is_one_character_of_one_unit() {
        assert_eq!(text_of(br#""a\ud800b""#), "a\u{fffd}b");
        assert_eq!(text_of(br#""\udc00\ud83d\ude00\ud83d""#), "\u{fffd}😀\u{fffd}");
        assert_eq!(text_of(br#""\ud83d\u0041""#), "\u{fffd}A");
        assert_eq!(text_of(br#""\\ud800 \n\\\ud800""#), "\\ud800 \n\\\u{fffd}");
        assert_eq!(text_of(b"\"a\xED\xA0\x80b\""), "a\u{fffd}b");
    }

    #[test]
    fn a_byte_that_is_no_utf8_keeps_the_columns_behind_it() {
        assert_eq!(text_of(b"\"\xFFa\xC3\""), "\u{1a}a\u{1a}");
        assert_eq!(text_of(b"\"\xE2\x82\""), "\u{1a}\u{1a}");
    }

    #[test]
    fn a_lost_edit_says_its_document() {
        let lost = |text: &str| match read(text.as_bytes()).into_iter().next() {
            Some(Message::Request(request)) if request.method() == LOST_EDIT => request.params().cloned(),
            _ => None,
        };
        let cut = r#"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri": "file:///a""#;
        assert_eq!(lost(cut), Some(json!({"uri": "file:///a"})));
        let odd = r#"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a","version":2}}}"#;
        assert_eq!(lost(odd), Some(json!({"uri": "file:///a"})));
        assert_eq!(lost(r#"{"jsonrpc":"2.0","method":"textDocument/didChange"}"#), Some(json!({})));
        assert_eq!(lost(r#"{"jsonrpc":"2.0","id":1,"method":"textDocument/hover"}"#), None);
    }
}
