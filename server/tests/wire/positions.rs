//! Every position encoding, from the handshake to the text.

use serde_json::{Value, json};

use crate::client::Client;

/// A line whose columns differ in every encoding: é is 2 bytes and 1 unit, 𝔸 is 4 bytes and 2 units.
const TEXT: &str = "// é𝔸 x\r\nint y;\r\n";

#[track_caller]
fn edits_at(offered: Value, agreed: &str, column_of_x: u32) {
    let mut client = Client::connect();
    let capabilities = json!({"general": {"positionEncodings": offered}});
    let server = client.initialize(capabilities, Value::Null);
    assert_eq!(server["capabilities"]["positionEncoding"], agreed);

    client.open("file:///a.cu", "cuda-cpp", TEXT);
    client.change("file:///a.cu", 2, (0, column_of_x, 0, column_of_x + 1), "λ");
    assert_eq!(client.text("file:///a.cu"), "// é𝔸 λ\r\nint y;\r\n");
    client.change("file:///a.cu", 3, (0, u32::MAX, 1, 0), "|");
    assert_eq!(client.text("file:///a.cu"), "// é𝔸 λ|int y;\r\n");
}

#[test]
fn columns_count_bytes_in_utf_8() {
    edits_at(json!(["utf-8", "utf-16", "utf-32"]), "utf-8", 10);
}

#[test]
fn columns_count_units_in_utf_16() {
    edits_at(json!(["utf-16", "utf-8"]), "utf-16", 7);
}

#[test]
fn columns_count_characters_in_utf_32() {
    edits_at(json!(["utf-32"]), "utf-32", 6);
}

#[test]
fn a_client_that_offers_nothing_means_utf_16() {
    edits_at(Value::Null, "utf-16", 7);
}
