//! Functions that write nothing that they are given by name, though they are not defined in the files at hand.
//!
//! Everything else that is not defined here may take a reference and write it, now or later. The address of a variable,
//! `&x`, lets any function write it, also one of this list: taking the address is what is looked at, not the call.

use layoutlens_syntax::{Expr, ExprKind};

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

/// Namespaces whose functions write nothing but what [`WRITING`] lists.
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

/// Whether a function that is not defined here certainly writes nothing that it is given by name.
pub(crate) fn is_read_only(callee: &Expr) -> bool {
    match &callee.kind {
        ExprKind::Name(name) => is_read_only_name(name.trim_start_matches("::")),
        ExprKind::Member { name, .. } => is_listed(&name.text),
        ExprKind::Specialize { base, .. } => is_read_only(base),
        _ => false,
    }
}

/// Whether a function writes through the addresses that it is given before it returns, and never later.
pub(crate) fn keeps_no_address(callee: &Expr) -> bool {
    let last = match &callee.kind {
        ExprKind::Name(name) => name.rsplit("::").next().unwrap_or(name),
        ExprKind::Specialize { base, .. } => return keeps_no_address(base),
        _ => return false,
    };
    let is_later =
        ["Async", "Callback", "HostFunc", "Register", "Graph"].iter().any(|word| last.contains(word));
    !is_later && (is_of_c(last) || is_check(last) || KEEPING_NO_ADDRESS.contains(&last))
}

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

fn is_read_only_name(name: &str) -> bool {
    let last = name.rsplit("::").next().unwrap_or(name);
    let is_of_known_namespace =
        || BY_NAMESPACE.iter().any(|(space, _)| name.starts_with(space)) && !WRITING.contains(&last);
    is_listed(last) || is_of_c(last) || is_check(last) || is_of_known_namespace()
}

fn is_listed(name: &str) -> bool {
    BY_NAME.iter().any(|(names, _)| names.contains(&name))
}

/// A function of a C interface. Those that are given a variable of the device by its name, `cudaMemcpyToSymbol`, write it.
fn is_of_c(name: &str) -> bool {
    OF_C.iter().any(|(begin, _)| name.starts_with(begin)) && !name.contains("Symbol")
}

/// A macro that checks something and says what it found: `CUDA_CHECK(e)`, `TORCH_CHECK(m > 0, "m is ", m)`.
fn is_check(name: &str) -> bool {
    name.bytes().all(|byte| !byte.is_ascii_lowercase())
        && ["CHECK", "ASSERT", "EXPECT", "ENFORCE", "REQUIRE", "VERIFY", "PRINT", "LOG"]
            .iter()
            .any(|word| name.contains(word))
}

#[cfg(test)]
mod tests {
    use super::{BY_NAME, BY_NAMESPACE, OF_C, is_read_only_name};

    #[test]
    fn each_function_that_writes_nothing_is_listed_with_a_reason() {
        let reasons = BY_NAME.iter().map(|(_, reason)| reason);
        let reasons = reasons.chain(BY_NAMESPACE.iter().chain(OF_C).map(|(_, reason)| reason));
        assert!(reasons.into_iter().all(|reason| !reason.is_empty()));
    }

    #[test]
    fn what_writes_is_not_read_only_in_a_namespace_that_is() {
        assert!(
            ["std::max", "cute::print", "cudaMalloc", "CUTE_CHECK_ERROR"].into_iter().all(is_read_only_name)
        );
        let writing = ["std::swap", "std::tie", "cudaMemcpyToSymbol", "set", "Check", "mylib::apply"];
        assert!(!writing.into_iter().any(is_read_only_name));
    }
}
