//! Compiles the generated parser.

fn main() {
    let source = std::path::Path::new("src");
    let parser = source.join("parser.c");
    println!("cargo:rerun-if-changed={}", parser.display());
    cc::Build::new()
        .std("c11")
        .include(source)
        .file(parser)
        .flag_if_supported("-Wno-unused-value")
        .compile("tree-sitter-cute");
}
