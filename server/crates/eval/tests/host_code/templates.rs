//! Templates of aliases and variables, partial specialisations, packs, macros, headers in programs.

use std::sync::Arc;

use layout_algebra::symbolic::Facts;
use layoutlens_eval::host::{HeaderPrograms, HostEvaluation, HostFile, evaluate_unless};
use layoutlens_syntax::{Language, parse, read_program};

use crate::fixture::{check, compare};

#[test]
fn templates_of_aliases_and_variables_have_values_for_their_arguments() {
    check(
        "template <int M, int N = 3 * M> using Wide = Layout<Shape<Int<M>, Int<N>>, Stride<Int<N>, _1>>;
         template <int N> constexpr auto line = make_layout(Int<N>{}, Int<5>{});
         template <> constexpr auto line<7> = make_layout(Int<70>{});
         void f() { auto wide = Wide<4>{}; auto both = make_layout(line<6>, line<7>); }",
        &["wide = (4,12):(12,1)", "both = (6,70):(5,1)"],
    );
}

#[test]
fn a_partial_specialisation_is_chosen_by_the_pattern_of_the_arguments() {
    check(
        "template <int N> struct Staged { static constexpr int count = N; };
         struct Simple {};
         template <class Policy, class T> struct Loop;
         template <int N, class T> struct Loop<Staged<N>, T> { using Smem = Layout<Shape<Int<N>, _8>>; };
         template <class T> struct Loop<Simple, T> { using Smem = Layout<_3>; };
         template <class T> struct Loop<Simple, T*> { using Smem = Layout<_4>; };
         void f() {
           auto staged = typename Loop<Staged<5>, float>::Smem{};
           auto simple = typename Loop<Simple, half_t>::Smem{};
           auto pointed = typename Loop<Simple, half_t*>::Smem{};
         }",
        &["staged = (5,8):(1,5)", "simple = 3:1", "pointed = 4:1"],
    );
}

#[test]
fn a_specialisation_that_cannot_be_told_is_not_chosen() {
    check(
        "template <class T> struct Width { static constexpr int value = 3; };
         template <> struct Width<Elsewhere> { static constexpr int value = 5; };
         void f() { auto width = make_layout(Int<Width<AnotherOne>::value>{}); }",
        &["width is unknown"],
    );
}

#[test]
fn a_class_in_a_template_is_another_one_for_each_argument() {
    check(
        "template <int N> struct Outer { struct Inner { using L = Layout<Int<N>>; }; };
         void f() {
           auto three = typename Outer<3>::Inner::L{};
           auto four = typename Outer<4>::Inner::L{};
         }",
        &["three = 3:1", "four = 4:1"],
    );
}

#[test]
fn packs_are_expanded_pattern_by_pattern() {
    check(
        "template <class... Ls> auto sizes(Ls const&... all) { return make_shape(size<0>(all)..., Int<9>{}); }
         template <int... Ns> struct Sum { static constexpr int value = (Ns + ... + 1); };
         template <int... Ns> struct Less { static constexpr int value = (Ns - ...); };
         template <class... Ts> struct Count { static constexpr int value = sizeof...(Ts); };
         void f() {
           auto mine = sizes(make_layout(make_shape(_2{}, _3{})), make_layout(make_shape(_5{}, _7{})));
           auto numbers = make_shape(Int<Sum<2, 4>::value>{}, Int<Less<9, 5, 1>::value>{}, Int<Count<int, half_t>::value>{});
         }",
        &["mine = (2,5,9)", "numbers = (7,5,2)"],
    );
}

#[test]
fn macros_stand_for_expressions_and_types() {
    check(
        "#define TILE(M, N) make_shape(Int<M>{}, Int<N>{})
         #define ATOM Layout<Shape<_1, _6>>
         #define PAIR(...) Stride<__VA_ARGS__>
         #define SWITCH(CONDITION, NAME, ...) [&] { \\
           if (CONDITION) { constexpr int NAME = 3; return __VA_ARGS__(); } \\
           else { constexpr int NAME = 5; return __VA_ARGS__(); } }()
         template <int N> void run(int n) { auto mine = TILE(N, 4); }
         void f(int n) {
           auto atom = ATOM{};
           auto pair = make_stride(PAIR(_3, _7){});
           SWITCH(n > 4, N, [&] { SWITCH(n > 7, K, [&] { run<10 * N + K>(n); }); });
         }",
        &[
            "mine = (33,4) [N = 33]",
            "mine = (35,4) [N = 35]",
            "mine = (53,4) [N = 53]",
            "mine = (55,4) [N = 55]",
            "atom = (1,6):(0,1)",
        ],
    );
}

#[test]
fn an_operator_that_a_macro_leaves_open_is_not_guessed() {
    check(
        "#define TWICE(n) 2 * n
         #define MORE 1 + 2
         void f() {
           auto open = make_shape(Int<TWICE(1 + 2)>{});
           auto product = make_shape(Int<MORE * 3>{});
           auto closed = make_shape(Int<TWICE(3)>{}, Int<MORE>{});
         }",
        &["open is unknown", "product is unknown", "closed = (6,3)"],
    );
}

#[test]
fn a_macro_may_write_the_head_of_a_kernel() {
    check(
        "#define KERNEL(name, ...) template <class Traits, __VA_ARGS__> __global__ void name(int n)
         struct Traits { using L = Layout<_6>; };
         KERNEL(scale, int N) { auto mine = make_layout(typename Traits::L{}, make_layout(Int<N>{})); }
         void f(int n) { scale<Traits, 4><<<1, 32>>>(n); }",
        &["mine = (6,4):(1,1)"],
    );
}

#[test]
fn constant_arrays_have_elements_and_others_have_not() {
    check(
        "struct Plan { static constexpr std::array<int, 2> extents = {6, 10}; static constexpr int steps[2] = {3, 5}; };
         void f() {
           int open[2] = {1, 2};
           auto fixed = make_shape(Int<Plan::extents[1]>{}, Int<Plan::steps[0]>{});
           auto loose = make_shape(open[0]);
         }",
        &["fixed = (10,3)", "loose is unknown"],
    );
}

#[test]
fn fields_are_given_by_name() {
    check(
        "struct Inner { int rows = 3; int columns = 4; };
         struct Options { int stages = 2; Inner inner; };
         void f() {
           Options options{.inner = {.columns = 9}};
           auto mine = make_shape(options.stages, options.inner.rows, options.inner.columns);
         }",
        &["mine = (2,3,9)"],
    );
}

#[test]
fn arguments_of_a_class_template_are_deduced() {
    check(
        "template <class L> struct Holder { L layout; auto twice() const { return make_layout(layout, layout); } };
         void f() { Holder holder{make_layout(_3{})}; auto twice = holder.twice(); }",
        &["twice = (3,3):(1,1)"],
    );
}

#[test]
fn code_in_a_macro_sees_the_names_of_its_namespace() {
    check(
        "#define SWITCH(CONDITION, NAME, ...) \\
           [&] { \\
             if (CONDITION) { constexpr static bool NAME = true; return __VA_ARGS__(); } \\
             else { constexpr static bool NAME = false; return __VA_ARGS__(); } \\
           }()
         #define KERNEL(kernelName, ...) template <class Tile, __VA_ARGS__> __global__ void kernelName(int n)
         namespace attention {
         KERNEL(forward, bool Even, bool Causal) { auto smem = make_layout(Tile{}); }
         template <class Tile> void run(int n, int m) {
           SWITCH(n % 64 == 0, Even, [&] {
             SWITCH(m > 0, Causal, [&] {
               auto kernel = &forward<Tile, Even, Even && !Causal>;
               kernel<<<1, 32>>>(n);
             });
           });
         }
         template <> void start<64>(int n) { run<Shape<_64, _16>>(n, 3); }
         }",
        &["smem = (64,16):(1,64)"],
    );
}

fn file(name: &str, code: &str) -> HostFile {
    let (_, tree) = parse(Language::Cuda, code, None);
    let program = Arc::new(read_program(Language::Cuda, code, &tree));
    HostFile { name: name.to_owned(), language: Language::Cuda, program }
}

/// A header with a kernel, in programs that launch it with tiles of so many rows; with 0 rows, without saying how many.
fn header_in(programs: &[(&str, i64)], are_all: bool) -> HostEvaluation {
    let header = file(
        "kernel.h",
        "#include <cute/tensor.hpp>\nusing namespace cute;
         template <class Traits> __global__ void kernel(int n) { auto smem = typename Traits::Smem{}; }
         inline auto other() { return make_layout(_9{}); }",
    );
    let program = |&(name, rows): &(&str, i64)| {
        let rows = if rows == 0 { "ROWS".to_owned() } else { rows.to_string() };
        let code = format!(
            "#include \"kernel.h\"
             struct Traits {{ using Smem = Layout<Shape<Int<{rows}>, _2>>; }};
             void run(int n) {{ kernel<Traits><<<1, 32>>>(n); }}"
        );
        vec![file(name, &code)]
    };
    let programs = HeaderPrograms { programs: programs.iter().map(program).collect(), are_all };
    evaluate_unless(&[header], &programs, &Facts::default(), &|| false).expect("nobody gives up")
}

fn is_sample(evaluation: &HostEvaluation) -> bool {
    evaluation.variables.iter().any(|variable| variable.name == "smem" && variable.is_sample)
}

#[test]
fn a_header_is_read_in_the_programs_that_include_it() {
    let evaluation = header_in(&[("a.cu", 3), ("b.cu", 5), ("c.cu", 3)], true);
    compare(&evaluation, &["smem = (3,2):(1,3) [a.cu]", "smem = (5,2):(1,5) [b.cu]"]);
    let evaluation = header_in(&[("a.cu", 3), ("c.cu", 3)], true);
    compare(&evaluation, &["smem = (3,2):(1,3)"]);
    assert!(!is_sample(&evaluation));
}

#[test]
fn what_some_programs_of_a_header_say_names_them() {
    // There are more programs than these.
    let evaluation = header_in(&[("a.cu", 3), ("c.cu", 3)], false);
    compare(&evaluation, &["smem = (3,2):(1,3) [a.cu]"]);
    assert!(is_sample(&evaluation));
    // One of them does not say how many rows it has.
    let evaluation = header_in(&[("a.cu", 3), ("b.cu", 0)], true);
    compare(&evaluation, &["smem = (3,2):(1,3) [a.cu]"]);
    assert!(is_sample(&evaluation));
}

#[test]
fn a_program_launches_a_kernel_for_each_of_its_types_and_not_for_all_flags() {
    let header = file(
        "kernel.h",
        "#include <cute/tensor.hpp>\nusing namespace cute;
         template <class Tile, int Flag> __global__ void kernel(int n) {
           auto smem = make_layout(Tile{});
           auto flags = make_layout(Int<Flag>{});
         }",
    );
    let launch = |tile: &str, flag: i32| format!("kernel<Shape<{tile}>, {flag}><<<1, 32>>>(n);");
    let launches: String = (1..9).map(|flag| launch("_4, _2", flag) + &launch("_5, _2", flag)).collect();
    let program = file("a.cu", &format!("#include \"kernel.h\"\nvoid run(int n) {{ {launches} }}"));
    let programs = HeaderPrograms { programs: vec![vec![program]], are_all: true };
    let evaluation =
        evaluate_unless(&[header], &programs, &Facts::default(), &|| false).expect("nobody gives up");
    let of = |name: &str| {
        let variable = evaluation.variables.iter().find(|variable| variable.name == name);
        let variable = variable.expect("the header declares it");
        let values = variable.answers.iter().map(|answer| answer.evaluated.value.to_string());
        (values.collect::<Vec<_>>(), variable.is_sample)
    };
    assert_eq!(of("smem"), (vec!["(4,2):(1,4)".to_owned(), "(5,2):(1,5)".to_owned()], true));
    assert_eq!(of("flags"), (vec!["1:0".to_owned()], true));
}

#[test]
fn a_header_names_the_configuration_of_a_program() {
    let header = file(
        "kernel.h",
        "#include <cute/tensor.hpp>\nusing namespace cute;
         #if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
         using Depth = _16;
         #else
         using Depth = _8;
         #endif
         template <class M> __global__ void kernel(M m) { auto smem = make_layout(m, Depth{}); auto rows = make_layout(m); }",
    );
    let program = file("a.cu", "#include \"kernel.h\"\nvoid run() { kernel<<<1, 32>>>(_4{}); }");
    let programs = HeaderPrograms { programs: vec![vec![program]], are_all: true };
    let evaluation =
        evaluate_unless(&[header], &programs, &Facts::default(), &|| false).expect("nobody gives up");
    compare(
        &evaluation,
        &["smem = 4:16 [a.cu: defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800]", "rows = 4:1"],
    );
}

#[test]
fn an_explicit_instantiation_runs_a_template_with_its_arguments() {
    check(
        "namespace flash {
           template <int N, class T> void run(int n) { auto tile = make_layout(Shape<Int<N>, Int<sizeof(T)>>{}); }
           template void run<6, half_t>(int n);
         }
         template void flash::run<3, float>(int n);",
        &["tile = (6,2):(1,6) [N = 6]", "tile = (3,4):(1,3) [N = 3]"],
    );
}

#[test]
fn a_header_is_read_in_the_programs_that_instantiate_its_templates() {
    let header = file(
        "kernel.h",
        "#include <cute/tensor.hpp>\nusing namespace cute;
         template <int N> __global__ void kernel() { auto smem = make_layout(Int<N>{}); }
         template <int N> void run() { kernel<N><<<1, 32>>>(); }",
    );
    let program = file("a.cu", "#include \"kernel.h\"\ntemplate void run<24>();");
    let programs = HeaderPrograms { programs: vec![vec![program]], are_all: true };
    let evaluation =
        evaluate_unless(&[header], &programs, &Facts::default(), &|| false).expect("nobody gives up");
    compare(&evaluation, &["smem = 24:1"]);
}

#[test]
fn a_class_that_is_launched_as_a_kernel_is_called() {
    check(
        "template <int N> struct Kernel {
           using Params = int;
           CUTLASS_DEVICE void operator()(Params const& params, char* smem) { auto tile = make_layout(Int<N>{}); }
         };
         template <class Kernel> struct Guarded : Kernel {
           template <class... Args> CUTLASS_DEVICE void operator()(Args&&... args) {
             Kernel::operator()(static_cast<Args&&>(args)...);
           }
         };
         void host(dim3 grid, cudaStream_t stream) {
           using Nine = Kernel<9>;
           auto kernel = cutlass::device_kernel<Kernel<7>>;
           cutlass::ClusterLaunchParams launch{grid, grid, grid, 0, stream};
           cutlass::launch_kernel_on_cluster(launch, (void const*) kernel, 3);
           cutlass::kernel_launch<Guarded<Nine>>(grid, grid, 0, stream, 3, false);
         }",
        &["tile = 7:1 [params = 3]", "tile = 9:1 [Args = the address of shared memory is not known]"],
    );
}

#[test]
fn a_comparison_in_template_arguments_chooses() {
    check(
        "template <int Arch> void run() {
           using Tile = std::conditional_t<Arch >= 90, Shape<_4, _8>, Shape<_2>>;
           using Other = std::conditional_t<Arch >= 91, Shape<_4, _8>, Shape<_2>>;
           auto tile = make_layout(Tile{});
           auto other = make_layout(Other{});
         }
         template void run<90>();",
        &["tile = (4,8):(1,4)", "other = (2):(1)"],
    );
}

#[test]
fn a_pack_of_a_function_that_nothing_calls_is_not_known() {
    check(
        "template <class... T> auto f(T... x) { auto l = make_shape(x...); return make_layout(make_shape(x..., Int<2>{})); }\nvoid g() { auto a = 1; }\n",
        &["x is unknown", "l is unknown"],
    );
    check(
        "template <class... T> auto f(T... y) { return make_layout(make_shape(y..., Int<2>{})); }\nvoid g() { auto a = f(4); }\n",
        &["a = (4,2):(1,4)"],
    );
}
