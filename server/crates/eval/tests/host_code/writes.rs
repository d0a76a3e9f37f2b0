//! Every way to write a variable, by every way to reach it: what depended on the variable is never shown with the value
//! from before. And the mirror image: what certainly writes nothing leaves the value.

use layout_algebra::symbolic::Facts;
use layoutlens_eval::Value;

use crate::fixture::cpp;

/// Where the variable is that holds 4.
struct Reach {
    /// What stands outside of functions.
    outside: &'static str,
    /// What stands in front of the write.
    declared: &'static str,
    /// How it is named where it is written.
    written: &'static str,
    /// How it is named where it is read.
    read: &'static str,
}

const REACHES: &[Reach] = &[
    Reach { outside: "", declared: "int d = 4;", written: "d", read: "d" },
    Reach { outside: "", declared: "int d = 4; int& r = d;", written: "r", read: "d" },
    Reach { outside: "", declared: "int d = 4; auto& r = d;", written: "d", read: "r" },
    Reach {
        outside: "struct Sizes { int m = 1; int d = 4; };",
        declared: "Sizes s;",
        written: "s.d",
        read: "s.d",
    },
    Reach {
        outside: "struct Sizes { int m = 1; int d = 4; }; struct Outer { Sizes inner; };",
        declared: "Outer s;",
        written: "s.inner.d",
        read: "s.inner.d",
    },
    Reach {
        outside: "struct Sizes { int m = 1; int d = 4; };",
        declared: "Sizes s; Sizes& r = s;",
        written: "r.d",
        read: "s.d",
    },
    Reach {
        outside: "struct Sizes { int m = 1; int d = 4; };",
        declared: "Sizes s; auto& r = s.d;",
        written: "s.d",
        read: "r",
    },
    Reach { outside: "int g = 4;", declared: "", written: "g", read: "g" },
];

/// What outside of functions the ways of writing need.
const DECLARATIONS: &str = "
    #include <functional>
    #include <iostream>
    #include <sstream>
    #include <tuple>
    void by_reference(int&);
    void by_rvalue(int&&);
    void by_address(int*);
    void by_value(int);
    void by_constant(int const&);
    void without_arguments();
    template <class T> void by_template(T&&);
    template <class T> void by_template_value(T);
    int& pass(int& x);
    int look(int x);
    struct Declared { Declared(int&); void run(); };
    struct Empty {};
    Empty& operator>>(Empty& stream, int& x);
    Empty& operator<<(Empty& stream, int x);
    bool set(int& x) { x = 8; return true; }
    struct Guard { int& x; ~Guard() { x = 8; } };
    struct Assigned {
      int& x;
      Assigned& operator=(int to) { x = to; return *this; }
      Assigned& operator+=(int to) { x = to; return *this; }
      int& operator[](int) { return x; }
      int& operator*() { return x; }
      operator bool() { x = 8; return true; }
    };
    struct Converted { Converted(int& x) { x = 8; } };
    struct Keeping { int& r; Keeping(int& x) : r(x) {} void run(); void look() const; };
    void taking_converted(Converted) {}
    using IntReference = int&;
    #define SET(x) x = 8
    #define SET_TWICE(x) do { x = 1; x = 8; } while (0)
    #define SET_AND_NAME(x) do { name(#x); x = 8; } while (0)
    #define SHOW(x) do { printf(\"%d\", x); } while (0)
";

/// Statements after which `X` may hold something other than 4, and something other than 8.
const MAY_WRITE: &[&str] = &[
    // Functions that are declared, and not defined here.
    "by_reference(X);",
    "by_rvalue(std::move(X));",
    "by_address(&X);",
    "by_template(X);",
    "by_reference(c ? X : other);",
    "by_reference((other, X));",
    "by_reference(static_cast<int&>(X));",
    "by_reference((int&)X);",
    "pass(X) = 8;",
    "by_reference(pass(X));",
    "int q = look(1) + (by_reference(X), 1);",
    "auto function = &by_reference; function(X);",
    // Functions that nothing here declares.
    "unknown(X);",
    "space::unknown(1, X);",
    "object.unknown(X);",
    "unknown<int>(X);",
    "UNKNOWN(X);",
    "unknown(unknown(X));",
    "if (unknown(X)) {}",
    "return_code = unknown(other, X);",
    // Objects that keep a reference.
    "Declared declared(X);",
    "Declared declared{X};",
    "Declared declared(other); declared = Declared(X);",
    "Unknown object(X);",
    "Unknown object{X};",
    "auto object = Unknown<int>(X);",
    "Declared declared(X); X = 4; declared.run();",
    "Unknown object(X); X = 4; without_arguments();",
    "by_address(&X); X = 4; without_arguments();",
    "unknown(X); X = 4; other_unknown();",
    // Streams.
    "std::cin >> X;",
    "std::cin >> other >> X;",
    "if (!(std::cin >> X)) return;",
    "std::stringstream stream(\"8\"); stream >> X;",
    "std::istringstream(\"8\") >> X;",
    "while (file >> X) {}",
    "Empty stream; stream >> X;",
    "Empty stream; stream >> other >> X;",
    // The standard library and C.
    "std::swap(X, other);",
    "std::exchange(X, look(1));",
    "std::tie(X, other) = std::make_tuple(look(1), 9);",
    "std::ref(X).get() = 8;",
    "by_template_value(std::ref(X));",
    "std::memcpy(&X, &other, 4);",
    "sscanf(text, \"%d\", &X);",
    "cudaGetDevice(&X);",
    "std::from_chars(text, text, X);",
    "asm(\"\" : \"+r\"(X));",
    // Functions of the program that are handed to what is not known.
    "unknown([&] { X = 8; });",
    "auto change = [&] { X = 8; }; unknown(change);",
    "auto change = [&](int to) { X = to; }; object.unknown(1, change);",
    "auto change = [&] { by_reference(X); }; unknown(change);",
    "auto change = [&] { set(X); }; unknown(change);",
    "auto change = [&] { auto& own = X; own = 8; }; unknown(change);",
    "auto inner = [&] { X = 8; }; auto change = [&] { inner(); }; unknown(change);",
    "std::thread work([&] { X = 8; }); work.join();",
    "unknown([&] { X = 8; }); X = 4; without_arguments();",
    // Jumps.
    "try { without_arguments(); X = 8; } catch (...) {}",
    "try { X = 8; without_arguments(); X = 4; } catch (...) {}",
    "try { if (c) throw 1; X = 8; } catch (...) {}",
    "if (c) goto out; X = 8; out: ;",
    "if (c) { X = 8; goto out; } X = 4; out: ;",
    "again: if (c) { X = 8; goto again; }",
    "for (int i = 0; i < n; ++i) { if (c) { X = 8; goto out; } } out: ;",
    "if (setjmp(buffer) == 0) { X = 8; without_arguments(); X = 4; }",
    "switch (n) { case 0: if (c) break; X = 8; break; default: X = 8; }",
    "X = 8; switch (n) { case 0: X = 4; case 1: X = 8; break; case 2: X = 4; }",
    "for (int i = 0; i < n; ++i) { X = 8; if (c) break; X = 4; }",
    "for (int i = 0; i < n; ++i) { X = 8; if (c) continue; X = 4; }",
    "while (c) { X = 8; if (n) break; X = 4; }",
    "bool q = c && set(X);",
    "bool q = c || set(X);",
    "int q = c ? set(X) : 0;",
    "if (c && set(X)) {}",
    "for (int i = (by_reference(X), 0); i < n; ++i) {}",
    "for (int& r = X; c; r = 8) {}",
    // Targets that are no name.
    "(c ? X : other) = look(1);",
    "const_cast<int&>(static_cast<int const&>(X)) = look(1);",
    "*reinterpret_cast<int*>(&X) = 8;",
    "int elements[9]; elements[set(X) + look(1)] = 1; by_reference(X);",
    // Objects whose operators, conversions and destructors write.
    "{ Guard guard{X}; }",
    "Guard{X};",
    "Assigned w{X}; w = look(1);",
    "Assigned w{X}; w += look(1);",
    "Assigned w{X}; w[0] = 8;",
    "Assigned w{X}; *w = 8;",
    "Assigned w{X}; if (w) {}",
    "Converted w = X;",
    "Keeping w(X); w.run();",
    "Keeping w(X); w.look();",
    "taking_converted(X);",
    "std::for_each(text, text + 1, [&](char) { X = 8; });",
    "try { throw set(X); } catch (...) {}",
    "auto f = [q = (X = look(1))] { return q; };",
    // What is not read.
    "int q = ({ X = 8; 1; });",
    "auto q = new int(X = 8);",
    "new (&X) int(8);",
    "SET(X);",
    "SET_AND_NAME(X);",
    // Types that are references.
    "IntReference r = X; by_reference(r);",
    "decltype((other)) r = X; by_reference(r);",
    // Pointers.
    "int* p = &X; *p = look(1);",
    "int* p = &X; X = 4; *p = 8;",
    "int* p = &X; p[0] = 8;",
    "auto* p = &X; unknown(p);",
];

/// Statements that write nothing, whatever is done elsewhere.
const WRITE_NOTHING: &[&str] = &[
    "by_value(X);",
    "by_constant(X);",
    "by_template_value(X);",
    "look(X);",
    "by_reference(other);",
    "printf(\"%d\", X);",
    "std::cout << \"size \" << X << std::endl;",
    "Empty stream; stream << X;",
    "int q = std::max(X, other);",
    "int q = std::min(X, 3) + X;",
    "int q = n >> X;",
    "int q = other >> X;",
    "cudaMalloc(&pointer, X);",
    "CUDA_CHECK(cudaMalloc(&pointer, X * sizeof(float)));",
    "assert(X > 0);",
    "TORCH_CHECK(X > 0, \"the size is \", X);",
    "unknown(X + 0);",
    "unknown(1 * X, other);",
    "unknown(int(X));",
    "unknown((long)X);",
    "int copy = X; copy = 8;",
    "int copy = X; by_reference(copy);",
    "auto change = [=]() mutable { X + 1; }; unknown(change);",
    "int const copy = X; unknown(copy);",
    "std::vector<int> elements(X);",
    "elements.push_back(X);",
    "auto t = make_tuple(X, 2);",
    "auto grid = dim3(X, 1);",
    "std::string text = std::to_string(X);",
    "kernel<<<1, 1>>>(X);",
    "SHOW(X);",
    "try { without_arguments(); } catch (...) {}",
    "try { X = 4; } catch (...) { return; }",
    "for (int i = 0; i < n; ++i) { if (c) break; other = 5; }",
    "switch (n) { case 0: other = 1; case 1: other = 2; }",
    "int q = c ? look(X) : 0;",
    "if (c) goto out; other = 8; out: ;",
];

/// The value of `l` of a program that writes, as text; `None` when it is not known.
fn value_after(reach: &Reach, statement: &str) -> Option<String> {
    let statement = statement.replace('X', reach.written);
    let (outside, declared, read) = (reach.outside, reach.declared, reach.read);
    let code = format!(
        "{DECLARATIONS}{outside}
         void f(bool c, int n) {{
           int other = 3; int return_code = 0; float* pointer; char* text;
           {declared}
           {statement}
           auto l = make_layout({read});
         }}"
    );
    let evaluation = cpp(&code, &Facts::default());
    let mut all = evaluation.variables.iter().filter(|variable| variable.name == "l");
    let answers = all.next().map(|variable| variable.answers.clone()).unwrap_or_default();
    let values = answers.iter().map(|answer| match &answer.evaluated.value {
        Value::Unknown(_) => None,
        value => Some(value.to_string()),
    });
    values.collect::<Option<Vec<_>>>().filter(|all| !all.is_empty()).map(|all| all.join(", "))
}

/// The programs of a table whose value is not as it must be.
fn failures(statements: &[&str], reaches: &[Reach], is_right: impl Fn(Option<&str>) -> bool) -> Vec<String> {
    let mut failures = Vec::new();
    for reach in reaches {
        for statement in statements {
            let value = value_after(reach, statement);
            if !is_right(value.as_deref()) {
                let value = value.unwrap_or_else(|| "unknown".to_owned());
                failures
                    .push(format!("{} {statement} => {value}", reach.declared).replace('X', reach.written));
            }
        }
    }
    failures
}

/// Whether a value names a number where a variable is meant.
fn is_number(value: Option<&str>) -> bool {
    value.is_some_and(|value| value.starts_with(|first: char| first.is_ascii_digit()))
}

#[test]
fn what_may_be_written_is_taken_for_written() {
    let failures = failures(MAY_WRITE, REACHES, |value| !is_number(value));
    assert!(failures.is_empty(), "{} values are shown as certain:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn what_a_macro_writes_is_known_where_its_statements_are() {
    for reach in REACHES {
        let value = value_after(reach, "SET_TWICE(X);");
        assert!(matches!(value.as_deref(), Some("8:1") | None), "{} {value:?}", reach.declared);
    }
    let reach = Reach { outside: "", declared: "int d = 4;", written: "d", read: "d" };
    assert_eq!(value_after(&reach, "SET_TWICE(X);").as_deref(), Some("8:1"));
}

#[test]
fn what_writes_nothing_leaves_the_value() {
    // Code of other files may write a variable of theirs in any function that is not known.
    let own: Vec<Reach> = REACHES.iter().filter(|reach| reach.outside != "int g = 4;").map(copy_of).collect();
    let failures = failures(WRITE_NOTHING, &own, |value| value == Some("4:1"));
    assert!(failures.is_empty(), "{} values are lost:\n{}", failures.len(), failures.join("\n"));
}

fn copy_of(reach: &Reach) -> Reach {
    Reach { ..*reach }
}

#[test]
fn what_nothing_else_can_name_is_written_by_no_function_of_another_file() {
    let reach = Reach { outside: "static int g = 4;", declared: "", written: "g", read: "g" };
    let value = value_after(&reach, "without_arguments(); unknown();");
    assert_eq!(value.as_deref(), Some("4:1"));
    let reach = Reach { outside: "int g = 4;", declared: "", written: "g", read: "g" };
    let value = value_after(&reach, "without_arguments();");
    assert!(!is_number(value.as_deref()), "{value:?}");
}

#[test]
fn a_member_function_that_is_only_declared_may_write_all_fields() {
    let reach = Reach {
        outside: "struct Options { int d = 4; int const k = 5; void parse(int, char**); int get() const; };",
        declared: "Options o;",
        written: "o",
        read: "o.d",
    };
    let value = value_after(&reach, "o.parse(n, nullptr);");
    assert!(!is_number(value.as_deref()), "{value:?}");
    assert_eq!(value_after(&reach, "o.get();").as_deref(), Some("4:1"));
    let constant = Reach { read: "o.k", ..reach };
    assert_eq!(value_after(&constant, "o.parse(n, nullptr);").as_deref(), Some("5:1"));
}

#[test]
fn a_volatile_variable_holds_anything() {
    let reach = Reach { outside: "", declared: "volatile int d = 4;", written: "d", read: "d" };
    for statement in ["", "d = 4;"] {
        let value = value_after(&reach, statement);
        assert!(!is_number(value.as_deref()), "{value:?}");
    }
}

#[test]
fn elements_that_a_loop_refers_to_may_be_written() {
    let reach = Reach {
        outside: "struct Range { int d = 4; int* begin(); int* end(); };",
        declared: "Range s;",
        written: "s",
        read: "s.d",
    };
    let value = value_after(&reach, "for (auto& x : s) x = 8;");
    assert!(!is_number(value.as_deref()), "{value:?}");
}
