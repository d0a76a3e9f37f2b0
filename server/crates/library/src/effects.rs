//! What the libraries, those beside them and the languages themselves do not write of what they are given.

use layoutlens_host_value::effects::Effects;

/// What is known of all of them.
pub(crate) static EFFECTS: Effects = Effects {
    by_name: BY_NAME,
    by_namespace: BY_NAMESPACE,
    by_class: BY_CLASS,
    writing: WRITING,
    of_c: OF_C,
    keeping_no_address: KEEPING_NO_ADDRESS,
    changing_methods: CHANGING_METHODS,
    harmless_modules: HARMLESS,
    installed_modules: INSTALLED,
    protocols: &["JitArgument", "DynamicExpression"],
};

/// Names in front of which namespaces do not count, and why none of them writes.
const BY_NAME: &[(&[&str], &str)] = &[
    (&["printf", "fprintf", "snprintf", "sprintf", "print", "puts", "format", "print_latex"], "print values"),
    (
        &["assert", "exit", "abort", "terminate", "getenv", "free", "malloc", "calloc"],
        "C: values and addresses",
    ),
    (
        &["strcmp", "strncmp", "strlen", "atoi", "atol", "atof", "stoi", "stol", "stof"],
        "C: values and addresses",
    ),
    (
        &["max", "min", "clamp", "abs", "gcd", "lcm", "sqrt", "rsqrt", "pow", "exp", "exp2"],
        "const references or values",
    ),
    (
        &["log", "log2", "ceil", "floor", "round", "fmin", "fmax", "fma", "isnan", "isinf"],
        "const references or values",
    ),
    (
        &["ceil_div", "round_up", "round_down", "ceilDiv", "cdiv", "div_up", "is_aligned"],
        "compute a number of numbers",
    ),
    (
        &["sizeof", "alignof", "typeid", "decltype", "noexcept", "static_assert"],
        "compute nothing at run time",
    ),
    (&["move", "forward", "as_const"], "casts; what takes the result is looked at instead"),
    (
        &["static_cast", "const_cast", "reinterpret_cast", "dynamic_cast", "bit_cast"],
        "casts, of which the reader keeps those to references apart",
    ),
    (
        &["device_init", "initialize_tensor", "initialize_block", "DeviceAllocation"],
        "CUTLASS: sizes by value",
    ),
    (
        &["Arguments", "Params", "GemmCoord", "MatrixCoord", "BatchedGemmCoord"],
        "CUTLASS: structures of values",
    ),
    (&["to_string", "is_same", "make_unique_for_overwrite", "quoted", "setw", "setprecision"], "values"),
    (
        &[
            "push_back",
            "emplace_back",
            "resize",
            "reserve",
            "reset",
            "size",
            "data",
            "begin",
            "end",
            "count",
            "assign",
            "at",
        ],
        "methods of containers: they take sizes by value and elements as copies",
    ),
    (
        &[
            "is_contiguous",
            "stride",
            "strides",
            "sizes",
            "dim",
            "numel",
            "data_ptr",
            "options",
            "dtype",
            "view",
            "reshape",
        ],
        "methods of tensors of PyTorch: sizes by value",
    ),
];

/// Namespaces whose functions write nothing but what `WRITING` lists.
const BY_NAMESPACE: &[(&str, &str)] = &[
    ("std::", "reads by const reference, or works through iterators and addresses"),
    (
        "cute::",
        "takes layouts, shapes and integers by value or const reference; writes elements of tensors only",
    ),
    ("cutlass::", "takes sizes and strides by value or const reference; writes through pointers only"),
    ("thrust::", "works through iterators, which are given by value"),
    ("torch::", "takes sizes by value; tensors are no layouts here"),
    ("at::", "takes sizes by value; tensors are no layouts here"),
    ("c10::", "takes sizes by value; tensors are no layouts here"),
];

/// Classes whose methods write nothing of the program's but through addresses, and call nothing of it.
const BY_CLASS: &[(&str, &str)] = &[
    ("cutlass::HostTensor", "memory of the host and the device: sizes by value"),
    ("cutlass::DeviceAllocation", "memory of the device: sizes by value"),
    ("cutlass::device_memory::allocation", "memory of the device: sizes by value"),
];

/// Functions of those namespaces that write what they are given by name, or keep a reference to it.
const WRITING: &[&str] = &[
    "accumulate",
    "addressof",
    "advance",
    "apply",
    "async",
    "atomic_ref",
    "bind",
    "bind_front",
    "call_once",
    "copy_n",
    "exchange",
    "for_each",
    "for_each_n",
    "forward_as_tuple",
    "from_chars",
    "frexp",
    "function",
    "generate",
    "generate_n",
    "get",
    "get_cmd_line_argument",
    "get_cmd_line_argument_pairs",
    "get_cmd_line_argument_ranges",
    "get_cmd_line_arguments",
    "getline",
    "get_line",
    "invoke",
    "iota",
    "iter_swap",
    "lock",
    "make_from_tuple",
    "mem_fn",
    "modf",
    "next_permutation",
    "rebind",
    "ref",
    "reference_wrapper",
    "remquo",
    "ref_view",
    "span",
    "swap",
    "swap_ranges",
    "thread",
    "jthread",
    "tie",
    "tuple",
    "pair",
    "transform",
    "transform_reduce",
    "try_lock",
    "visit",
    "ws",
    "unique_ptr",
    "shared_ptr",
    "make_unique",
    "make_shared",
];

/// How names of C interfaces begin: they write through addresses only.
const OF_C: &[(&str, &str)] = &[
    ("cuda", "the CUDA run time"),
    ("nvtx", "NVTX"),
    ("nccl", "NCCL"),
    ("cublas", "cuBLAS"),
    ("curand", "cuRAND"),
    ("__", "intrinsics of the compiler: values and addresses"),
    ("atomic", "atomic functions: addresses"),
];

/// Functions of C that write through addresses, and keep none of them.
const KEEPING_NO_ADDRESS: &[&str] = &[
    "scanf",
    "sscanf",
    "fscanf",
    "memcpy",
    "memset",
    "memmove",
    "memcmp",
    "fread",
    "fwrite",
    "strtol",
    "strtoul",
    "strtod",
    "frexp",
    "modf",
    "printf",
    "fprintf",
    "time",
    "gettimeofday",
    "clock_gettime",
    "localtime_r",
];

/// Methods of the DSL's tensors that change these.
const CHANGING_METHODS: &[&str] = &["mark_layout_dynamic", "mark_compact_shape_dynamic"];

/// Modules whose functions change nothing that they are given, but for tensors; so do those of the libraries.
const HARMLESS: &[&str] = &[
    "torch",
    "typing",
    "math",
    "functools",
    "itertools",
    "dataclasses",
    "enum",
    "abc",
    "inspect",
    "logging",
    "numpy",
    "cuda",
    "time",
    "os",
    "re",
    "warnings",
    "triton",
    "collections",
    "einops",
    "contextlib",
    "pytest",
    "types",
    "argparse",
    "sys",
    "statistics",
    "json",
];

/// Modules that are installed, of which a package may have a file of the same name.
const INSTALLED: &[&str] = &[
    "abc",
    "argparse",
    "collections",
    "copy",
    "dataclasses",
    "enum",
    "functools",
    "inspect",
    "itertools",
    "logging",
    "math",
    "numpy",
    "operator",
    "os",
    "random",
    "re",
    "struct",
    "sys",
    "time",
    "torch",
    "types",
    "typing",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_function_that_writes_nothing_is_listed_with_a_reason() {
        let reasons = BY_NAME.iter().map(|(_, reason)| reason);
        let reasons = reasons.chain(BY_NAMESPACE.iter().chain(OF_C).map(|(_, reason)| reason));
        assert!(reasons.into_iter().all(|reason| !reason.is_empty()));
    }

    #[test]
    fn what_writes_is_not_read_only_in_a_namespace_that_is() {
        let is_read_only = |name: &str| EFFECTS.is_read_only_name(name);
        assert!(["std::max", "cute::print", "cudaMalloc", "CUTE_CHECK_ERROR"].into_iter().all(is_read_only));
        let writing = ["std::swap", "std::tie", "cudaMemcpyToSymbol", "set", "Check", "mylib::apply"];
        assert!(!writing.into_iter().any(is_read_only));
    }
}
