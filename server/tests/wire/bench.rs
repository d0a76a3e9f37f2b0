//! The bench: what it is told, and the page that is served to a browser.

use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::client::{Client, PATIENCE};

const URI: &str = "file:///bench.cu";

fn opened(text: &str) -> Client {
    let mut client = Client::start(json!({}), Value::Null);
    client.open(URI, "cuda-cpp", text);
    client
}

fn replace(client: &mut Client, version: i32, text: &str) {
    let document = json!({ "uri": URI, "version": version });
    client.notify(
        "textDocument/didChange",
        json!({ "textDocument": document, "contentChanges": [{ "text": text }] }),
    );
}

fn at(line: u32, more: &Value) -> Value {
    let mut params = json!({ "textDocument": { "uri": URI }, "position": { "line": line, "character": 0 } });
    for (name, value) in more.as_object().into_iter().flatten() {
        params[name] = value.clone();
    }
    params
}

#[test]
fn row_87_a_bench_goes_with_its_name_through_edits_and_says_when_it_is_gone() {
    let mut client = opened("// cute: let A = (4,8):(8,1)\n");
    let first = client.call("layoutlens/bench", at(0, &json!({})));
    assert_eq!((&first["name"], &first["value"]), (&json!("A"), &json!("(4,8):(8,1)")));

    replace(&mut client, 2, "// one\n// more\n// cute: let B = 8:1\n// cute: let A = (2,8):(8,1)\n");
    let moved = client.call("layoutlens/bench", at(0, &json!({ "name": "A" })));
    assert_eq!(moved["value"], "(2,8):(8,1)");
    assert_eq!(moved["range"]["start"]["line"], 3);

    replace(&mut client, 3, "// nothing\n");
    let gone = client.call("layoutlens/bench", at(0, &json!({ "name": "A" })));
    assert_eq!(gone, json!({ "gone": "`A` is not in the document any more" }));
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": URI } }));
    let closed = client.call("layoutlens/bench", at(0, &json!({})));
    assert!(closed["gone"].as_str().is_some_and(|reason| reason.contains("closed")), "{closed}");
}

#[test]
fn an_expression_is_of_the_names_that_are_visible() {
    let mut client = opened(
        "#include <cute/tensor.hpp>\nusing namespace cute;\nvoid f() {\n  auto a = make_layout(make_shape(Int<4>{}, Int<8>{}));\n  \
         // cute: let B = 2:2\n}\n",
    );
    let bench = client.call("layoutlens/bench", at(4, &json!({ "expression": "composition(a, B)" })));
    assert_eq!(bench["value"], "2:2", "{bench:#}");
    let operands: Vec<&Value> = bench["operands"].as_array().expect("operands").iter().collect();
    assert_eq!(operands[0]["text"], "(4,8):(1,4)");
    let wrong = client.call("layoutlens/bench", json!({ "expression": "(8,4:(" }));
    assert!(wrong["gone"].is_string(), "{wrong}");
    let completed = client.call("layoutlens/complete", at(4, &json!({ "expression": "a", "cursor": 1 })));
    assert_eq!(completed["items"][0], json!({ "label": "a", "detail": "(4,8):(1,4)", "text": "a" }));
}

#[test]
fn row_48_a_thread_has_each_of_its_elements_by_row_column_and_offset() {
    let mut client = opened("");
    let asked = json!({ "expression": "SM80_16x8x16_F32F16F16F32_TN", "view": { "thread": 6 } });
    let bench = client.call("layoutlens/bench", asked);
    let cells = json!([[0, 1, 4, 65], [1, 1, 5, 81], [2, 9, 4, 73], [3, 9, 5, 89]]);
    assert_eq!(
        bench["thread"],
        json!({ "thread": 6, "threads": 32, "operand": "C", "cells": cells, "more": 0 })
    );
}

/// Table 1 of the paper: strides that are integers, coordinates, and vectors of bits.
#[test]
fn row_34_a_layout_is_the_linear_form_of_its_strides() {
    let mut client = opened("");
    let mut form = |layout: &str| {
        let bench = client.call("layoutlens/bench", json!({ "expression": layout }));
        let reading = bench["reading"].as_array().expect("a reading");
        let form = reading.iter().find(|row| row[0] == "linear form").expect("a form");
        form[1].as_str().expect("a text").to_owned()
    };
    assert_eq!(form("(4,(4,2)):(4,(1,16))"), "r = 4 c0 + c1.0 + 16 c1.1");
    assert_eq!(form("(4,8):(1@0,1@1)"), "r = 1@0 c0 + 1@1 c1");
    assert_eq!(form("(4,8):(f1,f5)"), "r = f1 c0 ⊕ f5 c1");
    assert_eq!(form("Sw<3,3,3> o 0 o (8,64):(64,1)"), "r = f72 c0 ⊕ f1 c1");
}

/// Sections 3.3.2 and 3.3.3: what is refused, what only looks so, and why.
#[test]
fn row_45_a_division_that_is_refused_says_why_and_one_that_only_looks_so_is_shown() {
    let mut client = opened("");
    let mut shown = |expression: &str| client.call("layoutlens/bench", json!({ "expression": expression }));
    let refused = shown("composition((4,6,8):(2,3,5), 6:1)");
    assert!(
        refused["gone"].as_str().is_some_and(|reason| reason.contains("not a multiple of 4")),
        "{refused}"
    );
    let wrong = shown("composition((4,6,8):(2,3,5), 6:3)");
    assert_eq!(wrong["value"], "(2,3):(6,3)");
    assert_eq!(wrong["verdict"], "wrong: compiles, but R(2) = 3 where the definition gives 7");
    let apparent = shown("composition((4,2,8):(3,12,97), 3:3)");
    assert_eq!(apparent["value"], "3:9", "{apparent}");
}

#[test]
fn row_49_the_table_goes_from_index_to_offset_and_back() {
    let mut client = opened("");
    let layout = "((2,2),4):((0,1),2)";
    let table = |client: &mut Client, rows: Value| {
        client.call("layoutlens/bench", json!({ "expression": layout, "view": { "table": rows } }))["table"]
            .clone()
    };
    let page = table(&mut client, json!({ "from": 5, "count": 2 }));
    let rows = json!([[5, "((1,0),1)", "2"], [6, "((0,1),1)", "3"]]);
    assert_eq!(page, json!({ "size": 16, "rows": rows, "hasMore": true }));
    let back = table(&mut client, json!({ "offset": 3 }));
    let rows = json!([[6, "((0,1),1)", "3"], [7, "((1,1),1)", "3"]]);
    assert_eq!(back, json!({ "size": 16, "rows": rows, "hasMore": false }));
}

#[test]
fn row_54_the_modes_of_a_partition_are_read_as_v_m_n() {
    let mut client = opened(
        "#include <cute/tensor.hpp>\nusing namespace cute;\n__global__ void f(float* c) {\n  \
         auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{});\n  \
         Tensor gC = make_tensor(make_gmem_ptr(c), Layout<Shape<_32, _16>>{});\n  \
         Tensor tCgC = mma.get_slice(0).partition_C(gC);\n}\n",
    );
    let bench = client.call("layoutlens/bench", at(5, &json!({})));
    assert_eq!(bench["name"], "tCgC");
    let reading: Vec<&str> =
        bench["reading"].as_array().expect("a reading").iter().filter_map(|row| row[1].as_str()).collect();
    assert_eq!(reading[..3], ["V: the values of one atom", "M: atoms down", "N: atoms across"]);
    assert!(reading.contains(&"2: a loop over mode 1 goes round 2 times"), "{reading:?}");
}

#[test]
fn a_conflict_is_shown_by_phases_and_its_fix_is_applied_and_takes_it_away() {
    let mut client = Client::start(json!({ "workspace": { "applyEdit": true } }), Value::Null);
    client.open(URI, "cuda-cpp", "// cute: assert conflict_free((8,4):(64,8), f16, 8)\n");
    let bench = client.call("layoutlens/bench", at(0, &json!({})));
    assert_eq!(bench["kind"], "conflicts", "{bench:#}");
    assert_eq!(bench["phases"]["wavefronts"], json!([32, 4]));
    assert_eq!(bench["phases"]["each"][1], json!([8, 15, 8]));
    let title = bench["fixes"][0]["title"].as_str().expect("a fix");
    assert!(title.starts_with("swizzle with"), "{title}");

    let params = at(0, &json!({ "version": 1, "title": title }));
    let id = client.request("layoutlens/fix", params);
    let edit = client.hear("workspace/applyEdit");
    let changes = edit["params"]["edit"].to_string();
    assert!(changes.contains("Sw<3,3,3>"), "{changes}");
    client.reply(&edit, json!({ "applied": true }));
    assert_eq!(client.result(id), json!({ "applied": true, "reason": null }));

    replace(&mut client, 2, "// cute: assert conflict_free(Sw<3,3,3> o 0 o (8,4):(64,8), f16, 8)\n");
    let bench = client.call("layoutlens/bench", at(0, &json!({})));
    assert_eq!(bench["phases"]["wavefronts"], json!([4, 4]));
    assert_eq!(bench["fixes"], json!([]));
    let stale = client.call("layoutlens/fix", at(0, &json!({ "version": 1, "title": title })));
    assert_eq!(stale["applied"], false);
}

#[test]
fn row_35_a_copy_of_the_code_shows_both_operands_what_it_costs_and_its_recipe() {
    let (mut client, line) = conflicting_copy();
    let bench = client.call("layoutlens/bench", at(line, &json!({ "view": { "kind": "offsets" } })));
    assert_eq!(bench["value"], "copy(row, mine)", "{bench:#}");
    let titles: Vec<&Value> =
        bench["picture"]["panels"].as_array().expect("grids").iter().map(|panel| &panel["title"]).collect();
    assert_eq!(titles, ["row", "mine"]);
    let notes = bench["notes"].to_string();
    assert!(notes.contains("32 wavefronts an access, 4 would do") && notes.contains("Sw<3,2,3>"), "{notes}");
    let steps = bench["steps"].to_string();
    assert!(steps.contains("COPY called 1D Arrays") && steps.contains("no access is wider"), "{steps}");
}

/// A kernel in which each lane reads a row of a tile, and the line of its copy.
fn conflicting_copy() -> (Client, u32) {
    let text = include_str!("../../../test-workspaces/broken/bank-conflict.cu");
    let line = text.lines().position(|line| line.trim() == "copy(row, mine);").expect("the copy");
    let mut client = Client::start(json!({ "workspace": { "applyEdit": true } }), Value::Null);
    client.open(URI, "cuda-cpp", text);
    (client, u32::try_from(line).expect("a line"))
}

/// What is offered was tried in the whole document: with it in its place, the copy takes the least.
#[test]
fn a_conflict_of_a_copy_is_shown_by_phases_and_each_of_its_fixes_takes_it_away() {
    let text = include_str!("../../../test-workspaces/broken/bank-conflict.cu");
    let (mut client, line) = conflicting_copy();
    let bench = client.call("layoutlens/bench", at(line, &json!({ "view": { "phase": 1 } })));
    assert_eq!((&bench["kind"], &bench["kinds"]), (&json!("conflicts"), &json!(["offsets", "conflicts"])));
    let phases = &bench["phases"];
    assert_eq!((&phases["wavefronts"], &phases["ofCode"]), (&json!([32, 4]), &json!(true)));
    assert_eq!((&phases["shown"], &phases["each"][1]), (&json!(1), &json!([8, 15, 8])));
    let legend = bench["picture"]["legend"].as_str().expect("a legend");
    assert!(legend.contains("threads 8-15: 8 words of one bank"), "{legend}");

    let found = client.call("layoutlens/fixes", at(line, &json!({})));
    let titles: Vec<&str> =
        found["fixes"].as_array().expect("fixes").iter().filter_map(|fix| fix["title"].as_str()).collect();
    // A row of a swizzled tile is another layout for each thread, which is not followed: what is not proved is not offered.
    assert_eq!(titles, ["pad s: rows of 36 for 32"], "{found:#}");
    let id = client.request("layoutlens/fix", at(line, &json!({ "version": 1, "title": titles[0] })));
    let edit = client.hear("workspace/applyEdit");
    client.reply(&edit, json!({ "applied": true }));
    assert_eq!(client.result(id)["applied"], true);
    let changes = edit["params"]["edit"].to_string();
    let padded = "Layout<Shape<Int<32>, Int<32>>, Stride<Int<36>, Int<1>>>{}";
    assert!(changes.contains(padded) && changes.contains(r#""32 * 36""#), "{changes}");

    let plain = "Layout<Shape<_32, _32>, Stride<_32, _1>>{}";
    replace(&mut client, 2, &text.replace(plain, padded).replace("tile[32 * 32]", "tile[32 * 36]"));
    let bench = client.call("layoutlens/bench", at(line, &json!({ "view": { "kind": "conflicts" } })));
    assert_eq!(bench["phases"]["wavefronts"], json!([4, 4]));
    let found = client.call("layoutlens/fixes", at(line, &json!({})));
    assert_eq!(found, json!({ "version": 2, "fixes": [] }));

    // An array that something else uses is not made longer.
    replace(&mut client, 3, &text.replace("copy(row, mine);", "copy(row, mine); out[0] = tile[0];"));
    assert_eq!(client.call("layoutlens/fixes", at(line, &json!({})))["fixes"], json!([]));
}

/// What `ldmatrix` reads of a tile without a swizzle, and with one that is too coarse.
#[test]
fn a_swizzle_of_the_tensor_is_offered_where_the_whole_document_is_right_with_it() {
    let kernel = |layout: &str| {
        format!(
            "#include <cute/tensor.hpp>\nusing namespace cute;\n__global__ void kernel() {{\n  \
             __shared__ half_t smem[128 * 64];\n  \
             auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{{}}, Layout<Shape<_2,_2>>{{}}, Tile<_32,_32,_16>{{}});\n  \
             Tensor sA = make_tensor(make_smem_ptr(smem), {layout});\n  \
             auto s2r = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{{}}, mma);\n  \
             auto thr = s2r.get_slice(threadIdx.x);\n  Tensor tCsA = thr.partition_S(sA);\n  \
             Tensor tCrA = mma.get_slice(threadIdx.x).partition_fragment_A(sA);\n  Tensor view = thr.retile_D(tCrA);\n  \
             copy(s2r, tCsA(_, _, 0), view(_, _, 0));\n}}\nvoid run() {{ kernel<<<1, 128>>>(); }}\n"
        )
    };
    let plain = "Layout<Shape<_128,_64>, Stride<_64,_1>>{}";
    let mut client = opened(&kernel(plain));
    let fixes = |client: &mut Client| client.call("layoutlens/fixes", at(11, &json!({})))["fixes"].clone();
    let found = fixes(&mut client);
    assert_eq!(found[0]["title"], "swizzle sA with Sw<3,3,3>", "{found:#}");
    let swizzled = format!("composition(Swizzle<3,3,3>{{}}, {plain})");
    assert_eq!(found[0]["text"], swizzled.as_str());
    replace(&mut client, 2, &kernel(&swizzled));
    let bench = client.call("layoutlens/bench", at(11, &json!({})));
    assert_eq!(
        (&bench["kind"], &bench["kinds"]),
        (&json!("offsets"), &json!(["offsets", "conflicts"])),
        "{bench:#}"
    );
    assert_eq!(fixes(&mut client), json!([]));
    replace(&mut client, 3, &kernel(&swizzled.replace("<3,3,3>", "<3,4,3>")));
    let found = fixes(&mut client);
    assert_eq!(
        (&found[0]["title"], &found[0]["text"]),
        (&json!("Sw<3,3,3> for Sw<3,4,3>"), &json!("3,3,3")),
        "{found:#}"
    );
}

/// Table 2 of the paper: each of its copies, of one thread between two arrays in global memory.
#[test]
fn row_35_each_copy_of_the_papers_table_is_named() {
    let mut client = opened("");
    for (version, (name, source, destination)) in (2..).zip([
        ("1D Arrays", "Layout<_8, _1>", "Layout<_8, _1>"),
        (
            "ND Arrays",
            "Layout<Shape<_8,_2,_3>, Stride<_1,_16,_32>>",
            "Layout<Shape<_8,_2,_3>, Stride<_1,_16,_32>>",
        ),
        ("Gather", "Layout<Shape<_2,_3,_2>, Stride<Int<42>,_1,_128>>", "Layout<Int<12>, _1>"),
        ("Scatter", "Layout<Int<12>, _1>", "Layout<Shape<_2,_3,_2>, Stride<Int<42>,_1,_128>>"),
        ("Broadcast", "Layout<_7, _0>", "Layout<_7, _1>"),
        ("Constant", "Layout<_7, _0>", "Layout<_7, _0>"),
        ("Transpose", "Layout<Shape<_8,_3>, Stride<_1,_8>>", "Layout<Shape<_8,_3>, Stride<_3,_1>>"),
        (
            "Tensor Transpose",
            "Layout<Shape<_8,Shape<_3,_5>>, Stride<_1,Stride<Int<57>,_8>>>",
            "Layout<Shape<_8,Int<15>>, Stride<_1,_8>>",
        ),
    ]) {
        let text = format!(
            "#include <cute/tensor.hpp>\nusing namespace cute;\n__global__ void f(float* a, float* b) {{\n  \
             Tensor s = make_tensor(make_gmem_ptr(a), {source}{{}});\n  \
             Tensor d = make_tensor(make_gmem_ptr(b), {destination}{{}});\n  copy(s, d);\n}}\n"
        );
        replace(&mut client, version, &text);
        let bench = client.call("layoutlens/bench", at(5, &json!({})));
        let steps = bench["steps"].to_string();
        assert!(steps.contains(&format!("COPY called {name} (Table 2")), "{name}: {bench:#}");
    }
}

#[test]
fn huge_layouts_degrade_in_stated_steps() {
    let mut client = opened("");
    let mut drawn = |expression: &str| client.call("layoutlens/bench", json!({ "expression": expression }));
    let all = drawn("(64,64):(64,1)");
    assert!(all["picture"]["panels"][0]["numbers"].is_array() && all["text"].is_string());
    let large = drawn("(512,512):(1,512)");
    let panel = &large["picture"]["panels"][0];
    assert_eq!((&panel["height"], &panel["width"]), (&json!(512), &json!(512)));
    assert!(large.to_string().len() < 1 << 20);
    let huge = drawn("(1048576,1048576):(1,1048576)");
    let notes = huge["picture"]["panels"][0]["notes"].to_string();
    assert!(notes.contains("showing 32x32 of 1048576x1048576"), "{notes}");
    let unknown = drawn(&"(".repeat(100_000));
    assert!(unknown["gone"].is_string());
}

/// What a browser sends, and what comes back; `None` where nothing more comes.
struct Http {
    host: String,
    token: String,
}

/// The host and the ticket of an address.
fn parts(url: &Value) -> (String, String) {
    let url = url.as_str().expect("an address");
    let (host, ticket) = url.strip_prefix("http://").and_then(|url| url.split_once("/#")).expect("its parts");
    assert!(host.starts_with("127.0.0.1:"), "{host}");
    assert_eq!(ticket.len(), 32, "128 bits");
    (host.to_owned(), ticket.to_owned())
}

fn viewed(client: &mut Client, argument: Value) -> (String, String) {
    let params = json!({ "command": "layoutlens.view", "arguments": [argument] });
    parts(&client.call("workspace/executeCommand", params)["url"])
}

impl Http {
    fn of(client: &mut Client, argument: Value) -> Self {
        let (host, ticket) = viewed(client, argument);
        let mut http = Self { host, token: String::new() };
        let (status, answer) = http.answer("POST /ticket", &http.usual()[..2], &ticket);
        assert_eq!(status, 200, "{answer}");
        let (_, token) = answer.rsplit_once("\r\n\r\n").expect("a body");
        assert!(token.len() == 32 && token != ticket, "{token}");
        http.token = token.to_owned();
        http
    }

    fn usual(&self) -> Vec<(&str, String)> {
        vec![
            ("Host", self.host.clone()),
            ("Origin", format!("http://{}", self.host)),
            ("Authorization", format!("Bearer {}", self.token)),
        ]
    }

    fn send(&self, first: &str, headers: &[(&str, String)], body: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.host).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
        let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        write!(stream, "{first} HTTP/1.1\r\n{headers}Content-Length: {}\r\n\r\n{body}", body.len())
            .expect("sent");
        stream
    }

    fn answer(&self, first: &str, headers: &[(&str, String)], body: &str) -> (u16, String) {
        let mut headers = headers.to_vec();
        headers.push(("Connection", "close".to_owned()));
        let mut text = String::new();
        self.send(first, &headers, body).read_to_string(&mut text).expect("an answer");
        let status = text.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        (status, text)
    }
}

#[test]
fn the_served_page_refuses_another_host_another_origin_and_another_token() {
    let mut client = opened("// cute: let A = (4,8):(8,1)\n");
    let http = Http::of(&mut client, at(0, &json!({})));
    let question = json!({ "method": "layoutlens/bench", "params": at(0, &json!({})) }).to_string();
    let with = |name: &str, value: Option<&str>| {
        let mut headers = http.usual();
        headers.retain(|(known, _)| *known != name);
        headers.extend(value.map(|value| ("X", value.to_owned())).map(|(_, value)| (leaked(name), value)));
        headers
    };
    let asked = |headers: &[(&str, String)]| http.answer("POST /ask", headers, &question);

    let (status, text) = asked(&http.usual());
    assert_eq!(status, 200);
    assert!(text.contains(r#""name":"A""#), "{text}");

    let port = http.host.split(':').nth(1).expect("a port");
    for host in [
        "evil.example",
        "localhost",
        &format!("localhost:{port}"),
        "127.0.0.1",
        &format!("evil.example:{port}"),
    ] {
        assert_eq!(asked(&with("Host", Some(host))).0, 421, "{host}");
    }
    for origin in ["http://evil.example", "null", "http://127.0.0.1", &format!("https://{}", http.host)] {
        assert_eq!(asked(&with("Origin", Some(origin))).0, 403, "{origin}");
    }
    assert_eq!(asked(&with("Origin", None)).0, 403);
    let other = format!("Bearer {}", "0".repeat(32));
    for token in [None, Some("Bearer "), Some(other.as_str()), Some(http.token.as_str())] {
        assert_eq!(asked(&with("Authorization", token)).0, 401, "{token:?}");
    }
    // As a query of an address it counts for nothing, and a page elsewhere asks before it sends one.
    let in_address = format!("POST /ask?token={}", http.token);
    assert_eq!(http.answer(&in_address, &with("Authorization", None), &question).0, 401);
    assert_eq!(http.answer(&in_address, &http.usual(), &question).0, 404);
    assert_eq!(http.answer("OPTIONS /ask", &with("Origin", Some("http://evil.example")), "").0, 403);
    let mut twice = http.usual();
    twice.push(("Host", http.host.clone()));
    assert_ne!(asked(&twice).0, 200);
    let mut foreign = http.usual();
    foreign.push(("Sec-Fetch-Site", "cross-site".to_owned()));
    assert_eq!(asked(&foreign).0, 403);
    assert_eq!(http.answer("GET /events", &with("Authorization", None), "").0, 401);
}

/// Names of headers are known while tests run.
fn leaked(name: &str) -> &'static str {
    ["Host", "Origin", "Authorization"].into_iter().find(|known| *known == name).expect("a header")
}

#[test]
fn the_served_page_holds_no_secret_and_loads_nothing_else() {
    let mut client = opened("");
    let http = Http::of(&mut client, json!({}));
    let (status, page) = http.answer("GET /", &[("Host", http.host.clone())], "");
    assert_eq!(status, 200);
    assert!(!page.contains(&http.token));
    let header = page.lines().find(|line| line.starts_with("content-security-policy: ")).expect("a policy");
    for part in ["default-src 'none'", "connect-src 'self'", "frame-ancestors 'none'", "script-src 'nonce-"] {
        assert!(header.contains(part), "{header}");
    }
    for loaded in [" src=", "<link", "@import", "url("] {
        assert!(!page.contains(loaded), "{loaded}");
    }
    let (status, _) = http.answer("GET /../../etc/passwd", &[("Host", http.host.clone())], "");
    assert_eq!(status, 404);
    let (status, answer) = http.answer(
        "POST /ask",
        &http.usual(),
        &json!({ "method": "workspace/executeCommand", "params": {} }).to_string(),
    );
    assert!(status == 200 && answer.contains("\"error\""), "{answer}");
    let (_, answer) = http.answer("POST /ask", &http.usual(), "not JSON");
    assert!(answer.contains("cannot be read"), "{answer}");
    let elsewhere = json!({ "method": "layoutlens/bench", "params": { "textDocument": { "uri": "file:///etc/passwd" } } });
    let (_, answer) = http.answer("POST /ask", &http.usual(), &elsewhere.to_string());
    assert!(answer.contains("the document is closed"), "{answer}");
}

#[test]
fn the_served_page_hears_of_the_cursor_and_of_edits() {
    let mut client = opened("// cute: let A = (4,8):(8,1)\n");
    let http = Http::of(&mut client, at(0, &json!({})));
    let mut stream = http.send("GET /events", &http.usual(), "");
    let mut heard = String::new();
    let mut wait_for = |part: &str| {
        let begin = Instant::now();
        let mut bytes = [0; 4096];
        while !heard.contains(part) {
            assert!(begin.elapsed() < PATIENCE, "{heard}");
            stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a limit");
            let count = stream.read(&mut bytes).expect("more");
            heard.push_str(&String::from_utf8_lossy(&bytes[..count]));
        }
    };
    wait_for(r#""event":"show""#);
    client.notify("layoutlens/cursor", at(7, &json!({})));
    wait_for(r#""event":"cursor","position":{"character":0,"line":7}"#);
    replace(&mut client, 2, "// cute: let A = 8:1\n");
    wait_for(r#"{"event":"changed","uri":"file:///bench.cu"}"#);
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": URI } }));
    wait_for(r#"{"event":"closed","uri":"file:///bench.cu"}"#);
}

#[test]
fn an_address_is_exchanged_for_the_token_once_and_by_its_own_page() {
    let mut client = opened("");
    let (host, ticket) = viewed(&mut client, json!({}));
    let (_, other) = viewed(&mut client, json!({}));
    assert_ne!(ticket, other);
    let http = Http { host: host.clone(), token: ticket.clone() };
    let own = [("Host", host.clone()), ("Origin", format!("http://{host}"))];
    // What an address holds is not the token.
    assert_eq!(http.answer("POST /ask", &http.usual(), "{}").0, 401);
    let foreign = [("Host", host.clone()), ("Origin", "http://evil.example".to_owned())];
    assert_eq!(http.answer("POST /ticket", &foreign, &ticket).0, 403);
    assert_eq!(http.answer("POST /ticket", &own[..1], &ticket).0, 403);
    let elsewhere = [("Host", "evil.example".to_owned()), own[1].clone()];
    assert_eq!(http.answer("POST /ticket", &elsewhere, &ticket).0, 421);
    assert_eq!(http.answer("GET /ticket", &own, &ticket).0, 404);
    for wrong in ["", &"0".repeat(32), &ticket[..31]] {
        let (status, answer) = http.answer("POST /ticket", &own, wrong);
        assert!(status == 401 && !answer.contains(&ticket), "{answer}");
    }
    assert_eq!(http.answer("POST /ticket", &own, &"0".repeat(1 << 12)).0, 413);

    let (status, first) = http.answer("POST /ticket", &own, &ticket);
    assert_eq!(status, 200);
    assert_eq!(http.answer("POST /ticket", &own, &ticket).0, 401, "it is used");
    let (status, second) = http.answer("POST /ticket", &own, &other);
    assert_eq!(status, 200);
    let token = |answer: &str| answer.rsplit_once("\r\n\r\n").map(|(_, token)| token.to_owned());
    assert_eq!(token(&first), token(&second), "all tabs have the same token");
}

#[test]
fn what_opens_a_browser_is_told_another_address_than_who_asked() {
    let mut client = Client::start(json!({ "window": { "showDocument": { "support": true } } }), Value::Null);
    let params = json!({ "command": "layoutlens.view", "arguments": [{}] });
    let id = client.request("workspace/executeCommand", params);
    if std::env::var_os("SSH_CONNECTION").is_some() {
        assert_eq!(client.result(id)["opened"], false);
        return;
    }
    let shown = client.hear("window/showDocument");
    assert_eq!(shown["params"]["external"], true);
    client.reply(&shown, json!({ "success": true }));
    let answer = client.result(id);
    assert_eq!(answer["opened"], true);
    let (host, ticket) = parts(&shown["params"]["uri"]);
    let (answered, other) = parts(&answer["url"]);
    assert!(host == answered && ticket != other, "{answer}");
}

/// The page as it was asked for again and again on all the connections that there are, by somebody who reads nothing.
#[test]
fn who_has_no_token_holds_no_connection_for_good() {
    let mut client = opened("");
    let http = Http::of(&mut client, json!({}));
    let pipelined = format!("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", http.host).repeat(200);
    // One that shows the token lives on: it is among the first, and is read after all others are ended.
    let mut events = http.send("GET /events", &http.usual(), "");
    let held: Vec<TcpStream> = (0..30)
        .map(|_| {
            let mut stream = TcpStream::connect(&http.host).expect("a connection");
            stream.set_write_timeout(Some(Duration::from_secs(1))).expect("a limit");
            // The server may have answered once and read no more.
            let _ = stream.write_all(pipelined.as_bytes());
            stream
        })
        .collect();
    let question = json!({ "method": "layoutlens/bench", "params": { "expression": "(4,8):(8,1)" } });
    let (status, _) = http.answer("POST /ask", &http.usual(), &question.to_string());
    assert_eq!(status, 200);
    let (_, page) = http.answer("GET /", &[("Host", http.host.clone())], "");
    assert!(page.contains("\r\nconnection: close\r\n"), "{page}");
    drop(held);

    client.notify("layoutlens/cursor", at(7, &json!({})));
    let mut heard = String::new();
    let mut bytes = [0; 4096];
    while !heard.contains(r#""event":"cursor""#) {
        events.set_read_timeout(Some(Duration::from_secs(30))).expect("a limit");
        let count = events.read(&mut bytes).expect("more");
        assert_ne!(count, 0, "the stream ended: {heard}");
        heard.push_str(&String::from_utf8_lossy(&bytes[..count]));
    }
}
