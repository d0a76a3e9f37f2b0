//! A compiler's message that was pasted into an editor: command `layoutlens.explain`.

use std::fs;

use serde_json::{Value, json};

use crate::client::Client;

const KERNEL: &str = "#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto tile = composition(Layout<Shape<_4, _6, _8>, Stride<_2, _3, _5>>{}, Layout<_6>{});
}
";

fn explain(client: &mut Client, argument: &Value) -> Value {
    let command = json!({"command": "layoutlens.explain", "arguments": [argument]});
    client.call("workspace/executeCommand", command)
}

#[test]
fn a_message_is_answered_from_the_file_that_it_names_as_it_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kernel.cu");
    fs::write(&path, KERNEL).unwrap();
    let uri = |name: &str| format!("file://{}", folder.path().join(name).display());
    let mut client = Client::start(json!({}), Value::Null);
    client.open(&uri("other.cu"), "cuda-cpp", "int x;\n");
    let message = "/opt/cutlass/include/cute/layout.hpp:1:2: error: static assertion failed\n\
                   kernel.cu:4:26:   required from here";
    let answer = explain(&mut client, &json!({"message": message, "uri": uri("other.cu")}));
    let finding = &answer["findings"][0];
    assert_eq!(finding["code"], "shape-divisibility", "{answer:#}");
    assert_eq!((&finding["uri"], &finding["range"]["start"]["line"]), (&json!(uri("kernel.cu")), &json!(3)));
    assert!(
        answer["text"].as_str().is_some_and(|text| text.starts_with("kernel.cu:4: shape-divisibility: "))
    );
    // What is open counts, saved or not.
    client.open(&uri("kernel.cu"), "cuda-cpp", &KERNEL.replace("Layout<_6>", "Layout<_8>"));
    let answer = explain(&mut client, &json!({"message": message, "uri": uri("other.cu")}));
    assert_eq!(answer["findings"], json!([]), "{answer:#}");
    assert!(answer["text"].as_str().is_some_and(|text| text.contains("nothing is known to be wrong")));
}

#[test]
fn a_message_of_the_dsl_needs_no_file() {
    let mut client = Client::start(json!({}), Value::Null);
    let message = "error: unknown: unable to compute crd2idx with '!cute.layout<\"(4,8):(1,4)\">' and \
                   '!cute.coord<\"(1,2,3)\">'";
    let answer = explain(&mut client, &json!({"message": message}));
    assert!(answer["text"].as_str().is_some_and(|text| text.contains("(1,2,3) does not fit")), "{answer:#}");
    assert_eq!(explain(&mut client, &json!({"message": "ld: undefined"}))["findings"], json!([]));
}

#[test]
fn an_absolute_path_is_read_where_no_folder_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kernel.cu");
    fs::write(&path, KERNEL).unwrap();
    let mut client = Client::start(json!({}), Value::Null);
    let message = format!(
        "layout.hpp:1:2: error: static assertion failed\n{}:4:26:   required from here",
        path.display()
    );
    let answer = explain(&mut client, &json!({ "message": message }));
    assert_eq!(answer["findings"][0]["code"], "shape-divisibility", "{answer:#}");
}
