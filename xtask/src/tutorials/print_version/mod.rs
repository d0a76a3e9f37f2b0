//! The print version of a CuTe program: one that a host compiler takes and that prints what its variables hold.
//!
//! The program's text stays where it is, line by line. Behind each declaration a call of `lens::show` is inserted; what
//! touches memory is taken out; a launch becomes a call of the kernel (`host.hpp` holds the rest of what a GPU has).

mod calls;
mod declarations;
mod edits;
mod masked;

use std::collections::BTreeSet;

use edits::Edits;
use tree_sitter::{Node, Parser};

use crate::error::Error;

/// Which statements of a program its print version has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Statements {
    /// Those that lead to its layouts, without what touches memory.
    OfLayouts,
    /// All.
    All,
}

/// A file of a program that has several.
pub(crate) struct File<'f> {
    /// How many lines the files before it count: its own are shown behind these.
    pub(crate) lines_before: usize,
    /// The texts of the program's other files, whose functions are its own.
    pub(crate) others: &'f [&'f str],
    /// What takes the place of an include, `"a.h"` or `<a.h>`: the print version of a file of the program.
    pub(crate) include: &'f dyn Fn(&str) -> Option<String>,
}

/// The print version of `source`, a program of one file.
pub(crate) fn print_version(source: &str, statements: Statements) -> Result<String, Error> {
    print_version_of_file(source, statements, &File { lines_before: 0, others: &[], include: &|_| None })
}

/// The print version of a file of a program.
pub(crate) fn print_version_of_file(
    source: &str,
    statements: Statements,
    file: &File<'_>,
) -> Result<String, Error> {
    // The tree of a text with the same places: macros are blanked out that no grammar can know.
    let masked = masked::mask(source);
    let others: Vec<String> = file.others.iter().map(|other| masked::mask(other)).collect();
    let mut parser = Parser::new();
    let language = tree_sitter_cuda::LANGUAGE.into();
    parser.set_language(&language).map_err(|error| Error::Other(error.to_string()))?;
    let stopped = || Error::Other("the parser was stopped".into());
    let mut functions = Functions::default();
    for other in &others {
        functions.add(parser.parse(other, None).ok_or_else(stopped)?.root_node(), other);
    }
    let tree = parser.parse(&masked, None).ok_or_else(stopped)?;
    functions.add(tree.root_node(), &masked);
    let mut writer = Writer { source: &masked, functions, statements, file, edits: Edits::default() };
    writer.visit(tree.root_node(), Place::default());
    Ok(writer.edits.applied_to(source))
}

/// The functions that a program defines, by where they run, and its arrays.
#[derive(Debug, Default)]
struct Functions<'t> {
    host: BTreeSet<&'t str>,
    device: BTreeSet<&'t str>,
    arrays: BTreeSet<&'t str>,
}

/// Where in the program a node stands.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    in_function: bool,
    on_device: bool,
}

struct Writer<'t> {
    source: &'t str,
    functions: Functions<'t>,
    statements: Statements,
    file: &'t File<'t>,
    edits: Edits,
}

impl<'t> Writer<'t> {
    fn visit(&mut self, node: Node<'t>, place: Place) {
        let inside = match node.kind() {
            "preproc_include" => return self.include(node),
            "function_definition" => {
                self.parameters(node);
                Place { in_function: true, on_device: is_on_device(node, self.source) }
            }
            "lambda_expression" => {
                self.parameters(node);
                Place { in_function: true, ..place }
            }
            "struct_specifier" | "class_specifier" => {
                if !place.in_function {
                    self.members(node);
                }
                Place { in_function: false, ..place }
            }
            "declaration" if place.in_function => {
                self.declaration(node);
                place
            }
            "alias_declaration" | "type_definition" if place.in_function => {
                self.alias(node);
                place
            }
            "expression_statement" if place.in_function => {
                if self.expression_statement(node, place) {
                    return;
                }
                place
            }
            "for_statement" => {
                self.loop_variables(node);
                place
            }
            "kernel_call_syntax" => {
                self.edits.replace(node.byte_range(), String::new());
                place
            }
            "cast_expression" => {
                self.cast_of_kernel(node);
                place
            }
            _ => place,
        };
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            self.visit(child, inside);
        }
    }

    /// The headers of CuTe are there already; those of others have no place on a host.
    fn include(&mut self, node: Node<'t>) {
        let path = node.child_by_field_name("path").map(|path| self.text(path)).unwrap_or_default();
        let is_cute = path.get(1..).is_some_and(|path| {
            path.starts_with("cute/") || path.starts_with("cutlass/") && !path.starts_with("cutlass/util/")
        });
        let is_standard = path.starts_with('<') && !path.contains(['/', '.']);
        if let Some(other) = (self.file.include)(path) {
            let line = self.source[node.byte_range()].trim_end_matches('\n').len();
            self.edits.replace(node.start_byte()..node.start_byte() + line, format!("#include {other}"));
        } else if !is_cute && !is_standard {
            let line = self.source[node.byte_range()].trim_end_matches('\n').len();
            self.edits.replace(node.start_byte()..node.start_byte() + line, String::new());
        }
    }

    /// A node's line, counted from 1 in the first file of the program.
    fn line(&self, node: Node<'_>) -> usize {
        self.file.lines_before + node.start_position().row + 1
    }

    fn text(&self, node: Node<'t>) -> &'t str {
        &self.source[node.byte_range()]
    }
}

impl<'t> Functions<'t> {
    fn add(&mut self, root: Node<'_>, source: &'t str) {
        each_node(root, &mut |node| {
            if node.kind() == "array_declarator"
                && let Some(name) = node.child_by_field_name("declarator")
            {
                self.arrays.insert(&source[name.byte_range()]);
            }
            let name = match node.kind() {
                "function_definition" => {
                    node.child_by_field_name("declarator").and_then(declarations::name_of)
                }
                // Calls of a lambda are calls of a function, too.
                "init_declarator"
                    if node
                        .child_by_field_name("value")
                        .is_some_and(|value| value.kind() == "lambda_expression") =>
                {
                    node.child_by_field_name("declarator")
                }
                // A function that is handed over: `void (*gemm)(half *, int)`.
                "parameter_declaration" => node
                    .child_by_field_name("declarator")
                    .filter(|declarator| declarator.kind() == "function_declarator")
                    .and_then(|declarator| declarations::descendant(declarator, "identifier")),
                _ => None,
            };
            if let Some(name) = name {
                let name = &source[name.byte_range()];
                let is_value = node.kind() != "function_definition";
                if is_value || is_on_device(node, source) {
                    self.device.insert(name);
                }
                if is_value || !is_on_device(node, source) {
                    self.host.insert(name);
                }
            }
        });
    }
}

/// Whether a function's own words put it on the device: `__global__`, `CUTE_DEVICE`.
fn is_on_device(function: Node<'_>, source: &str) -> bool {
    let end =
        function.child_by_field_name("declarator").map_or(function.end_byte(), |node| node.start_byte());
    // Macros such as `CUTE_DEVICE` stand before the node, where the mask has left them as `__device__`.
    source[function.start_byte()..end].contains("__global__")
        || source[function.start_byte()..end].contains("__device__")
}

fn each_node<'t>(node: Node<'t>, visit: &mut impl FnMut(Node<'t>)) {
    visit(node);
    let mut cursor = node.walk();
    for child in node.children(&mut cursor) {
        each_node(child, visit);
    }
}

#[cfg(test)]
mod tests {
    use super::{Statements, print_version};

    #[track_caller]
    fn check(source: &str, expected: &str) {
        assert_eq!(print_version(source, Statements::OfLayouts).expect("a print version"), expected);
    }

    #[test]
    fn a_declaration_is_shown_behind_it() {
        check(
            "void f(int m) {\n  auto [a, b] = g(m);\n  m = 3;\n}",
            "void f(int m) { ::lens::show(1, \"m\", m);\n  auto [a, b] = g(m); ::lens::show(2, \"a\", a); \
             ::lens::show(2, \"b\", b);\n  { m = 3; ::lens::again(3, \"m\", m); }\n}",
        );
    }

    #[test]
    fn what_touches_memory_is_taken_out_and_own_functions_stay() {
        check(
            "__device__ void part() {}\n__global__ void k() { copy(a, b); r(0) = 1; part(); }",
            "__device__ void part() {}\n__global__ void k() { ; ; part(); }",
        );
    }

    #[test]
    fn elements_of_arrays_of_the_host_are_stored() {
        check("void f() { int a[2]; a[0] = 3; t[0] = 4; }", "void f() { int a[2]; a[0] = 3; ; }");
    }

    #[test]
    fn a_launch_calls_the_kernel() {
        check(
            "void f() { k<3><<<grid, 128>>>(a); }",
            "void f() { { ::lens::configure(grid, 128); k<3>(a); } }",
        );
        check("void f() { h(p, (void const*) k, a); }\nvoid h() {}", "void f() { h(p, k, a); }\nvoid h() {}");
    }

    #[test]
    fn members_of_a_class_are_shown_by_a_function_of_it() {
        check(
            "struct S { using A = Layout<_4>; static constexpr int n = 3; };",
            "struct S { using A = Layout<_4>; static constexpr int n = 3;  public: template <class = void> static void \
             lens_members() {  ::lens::type<A>(1, \"A\"); ::lens::show(1, \"n\", n);} };",
        );
    }

    #[test]
    fn headers_without_a_place_on_a_host_are_left_out() {
        check(
            "#include <thrust/x.h>\n#include <cute/tensor.hpp>\nint i;",
            "\n#include <cute/tensor.hpp>\nint i;",
        );
    }
}
