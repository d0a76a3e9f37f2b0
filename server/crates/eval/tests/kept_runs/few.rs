//! Random code of few names: its functions have much to do with each other, and what one does to others is for this test to
//! find out. `LAYOUTLENS_KEPT_FILES` says how many files are edited, `LAYOUTLENS_KEPT_SEED` which.

use fastrand::Rng;

use super::{HEAD, kept};

/// What is written next.
struct Few(Rng);

impl Few {
    fn of(&mut self, all: &[&str]) -> String {
        self.0.choice(all).copied().unwrap_or_default().to_owned()
    }

    /// Something that may stand where a size does.
    fn size(&mut self) -> String {
        match self.0.u8(0..9) {
            0 | 1 => format!("Int<{}>{{}}", self.of(&["2", "4", "8"])),
            2 => self.of(&["n", "count", "N", "SIZE", "total", "s::total"]),
            3 => format!("Int<{}>{{}}", self.of(&["kRows", "kRows_", "kColumns", "N"])),
            4 => format!("Int<Traits::{}>{{}}", self.of(&["kRows", "kWidth", "kDepth"])),
            5 => format!("{}({})", self.of(&["one", "two", "s::one"]), self.of(&["2", "n", "count"])),
            6 => format!("{}<{}>()", self.of(&["part", "whole"]), self.of(&["2", "4"])),
            7 => format!("Int<Own<{}>::kRows>{{}}", self.of(&["2", "4"])),
            _ => self.of(&["2", "4", "n", "params.size", "SIZE"]),
        }
    }

    fn statement(&mut self) -> String {
        let name = self.of(&["a", "b", "c"]);
        match self.0.u8(0..16) {
            0..=3 => format!("auto {name} = make_layout({});", self.size()),
            4 => format!("auto {name} = make_layout(make_shape({}, {}));", self.size(), self.size()),
            5 => format!("auto {name} = make_layout(typename Traits::{}{{}});", self.of(&["L", "Shape"])),
            6 => format!("{}({});", self.of(&["one", "two", "s::one", "three"]), self.size()),
            7 => format!(
                "{}<{}><<<1, 32>>>({});",
                self.of(&["part", "kernel"]),
                self.of(&["2", "4"]),
                self.size()
            ),
            8 => {
                format!("auto {name} = &{}<{}>;", self.of(&["part", "kernel", "whole"]), self.of(&["2", "4"]))
            }
            9 => format!("{} = {};", self.of(&["count", "object.size", "params.size", "n"]), self.size()),
            10 => format!("Own<{}> {name}; {name}.run();", self.of(&["2", "4"])),
            11 | 12 => {
                let (then, otherwise) = (self.size(), self.size());
                let condition = self.of(&[
                    "Is_a",
                    "Is_a_",
                    "!Is_a",
                    "Is_b",
                    "Is_a && Is_b",
                    "Traits::Is_a",
                    "Is_a || N > 2",
                ]);
                format!(
                    "if constexpr ({condition}) {{ auto {name} = make_layout(make_shape({then}, Int<kRows>{{}})); }} \
                     else {{ auto d = make_layout({otherwise}); }}"
                )
            }
            13 | 14 => {
                let used = self.of(&[
                    "",
                    "hand(inner);",
                    "auto copy = inner; copy(4);",
                    "std::vector<decltype(inner)> all{inner};",
                    "[inner] { inner(8); }();",
                    "three(inner);",
                ]);
                format!(
                    "auto inner = [](int m) {{ auto e = make_layout(make_shape(m, {})); }}; inner(2); {used}",
                    self.size()
                )
            }
            _ => format!(
                "auto {name} = {};",
                self.of(&["Maker(4)", "Own<2>{}", "typename Traits::L{}", "{", "make_layout("])
            ),
        }
    }

    fn body(&mut self) -> String {
        let count = self.0.usize(0..4);
        let all: Vec<String> = (0..count).map(|_| self.statement()).collect();
        all.join("\n  ")
    }

    fn parameters(&mut self) -> String {
        self.of(&[
            "int n",
            "int n, int m",
            "",
            "typename Traits::Element* smem",
            "Params params",
            "Traits traits",
        ])
    }

    fn template(&mut self) -> String {
        let mut parameter = || match self.0.u8(0..7) {
            5 | 6 => {
                let default = self.of(&["", "", " = false", " = true"]);
                format!("bool {}{default}", self.of(&["Is_a", "Is_a_", "Is_b"]))
            }
            0 => self.of(&["class Traits", "class Traits_", "class Element"]),
            1 | 2 => {
                let default = self.of(&["", "", " = 32", " = 96"]);
                format!("int {}{default}", self.of(&["kRows", "kRows_", "kColumns", "N"]))
            }
            _ => self.of(&["class Traits", "int N"]),
        };
        let (one, other) = (parameter(), parameter());
        if self.0.bool() || one.trim_end_matches('_') == other.trim_end_matches('_') {
            return format!("template <{one}>");
        }
        format!("template <{one}, {other}>")
    }

    fn item(&mut self) -> String {
        let (body, parameters) = (self.body(), self.parameters());
        match self.0.u8(0..15) {
            0..=3 => format!("void {}({parameters}) {{\n  {body}\n}}", self.of(&["f", "g", "h", "three"])),
            4 | 5 => {
                let name = self.of(&["one", "two"]);
                format!("auto {name}(int n) {{\n  {body}\n  return {};\n}}", self.size())
            }
            6 | 7 => {
                let (template, name) = (self.template(), self.of(&["part", "kernel", "load", "store"]));
                format!("{template}\n__global__ void {name}({parameters}) {{\n  {body}\n}}")
            }
            8 => format!("{}\nauto whole() {{\n  {body}\n  return {};\n}}", self.template(), self.size()),
            9 => format!(
                "namespace {} {{\nauto one(int n) {{ return {}; }}\n}}",
                self.of(&["s", "N", "SIZE"]),
                self.size()
            ),
            10 => format!(
                "template <int kRows_, class Element_ = half_t>\nstruct {} {{\n  using Element = Element_;\n  \
                 static constexpr int {} = kRows_;\n  using {} = Layout<Int<kRows_>>;\n  void run() {{ {body} }}\n}};",
                self.of(&["Own", "Copy_traits", "Other"]),
                self.of(&["kRows", "kWidth"]),
                self.of(&["L", "Shape"])
            ),
            11 => format!(
                "{} {} = {};",
                self.of(&["int", "static int", "constexpr int"]),
                self.of(&["count", "total"]),
                self.of(&["2", "4"])
            ),
            14 => {
                let call = self.of(&["given(2);", "given(2); given(4);", "given(2); kept.push_back(given);"]);
                format!("template <class Given>\nvoid hand(Given const& given) {{\n  {call}\n}}")
            }
            12 => format!("#define {} {}", self.of(&["SIZE", "N"]), self.of(&["4", "Int<4>{}", "one(2)"])),
            _ => format!(
                "KERNEL({}, {}) {{\n  {body}\n}}",
                self.of(&["load", "kernel", "scale"]),
                self.of(&["int N", "int kRows"])
            ),
        }
    }

    fn file(items: &[String]) -> String {
        let head = "#define KERNEL(name, ...) \\\n  template <class Traits, __VA_ARGS__> \\\n  __global__ void name(int n)\n";
        format!("{HEAD}{head}{}\n", items.join("\n\n"))
    }
}

#[test]
fn functions_that_have_much_to_do_with_each_other_show_what_a_new_evaluation_shows() {
    let from_environment = |name: &str| std::env::var(name).ok()?.parse::<u64>().ok();
    let seed = from_environment("LAYOUTLENS_KEPT_SEED").unwrap_or(1);
    let (mut few, mut functions_kept) = (Few(Rng::with_seed(seed)), 0);
    for _ in 0..from_environment("LAYOUTLENS_KEPT_FILES").unwrap_or(150) {
        let mut items: Vec<String> = (0..few.0.usize(3..9)).map(|_| few.item()).collect();
        let old = Few::file(&items);
        // Most edits are inside of one item; some are one more or one less.
        let at = few.0.usize(0..items.len());
        match few.0.u8(0..8) {
            0 => items.insert(at, few.item()),
            1 => drop(items.remove(at)),
            _ => {
                let statement = few.statement();
                let item = &mut items[at];
                *item = match item.split_once("{\n  ") {
                    Some((head, _)) => format!("{head}{{\n  {statement}\n}}"),
                    None => few.item(),
                };
            }
        }
        functions_kept += kept(&old, &Few::file(&items)).len();
    }
    println!("{functions_kept} functions kept");
    assert!(functions_kept > 50, "{functions_kept} functions kept");
}
