//! Functions that are given a kernel and only look at it: CUDA's, and those of the program that hand it on to these,
//! `set_shared_memory(bytes, kernel)`.

use std::ops::Range;

use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Function, Item},
};

use crate::code::{each_function::each_function, walk};

/// Functions that are given a kernel and only look at it, or set something of it.
const OF_CUDA: &[&str] = &[
    "cudaFuncSetAttribute",
    "cudaFuncGetAttributes",
    "cudaFuncSetCacheConfig",
    "cudaFuncSetSharedMemConfig",
    "cudaGetFuncBySymbol",
    "cudaOccupancyMaxActiveBlocksPerMultiprocessor",
    "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
    "cudaOccupancyMaxActiveClusters",
    "cudaOccupancyMaxPotentialBlockSize",
    "cudaOccupancyMaxPotentialClusterSize",
];

/// Whether a function of CUDA's only looks at a kernel that it is given.
pub(super) fn is_of_cuda(function: &str) -> bool {
    OF_CUDA.contains(&function)
}

/// Whether the functions of this name in the code of these files only look at what they are given there. What one of several
/// definitions does otherwise, the name may do.
pub(super) fn only_look<'a>(
    files: impl Iterator<Item = &'a [Item]>,
    function: &str,
    argument: usize,
) -> bool {
    let (mut is_any, mut do_all) = (false, true);
    for items in files {
        each_function(items, None, &mut |code| {
            if code.function.name.text == function && !code.function.is_only_declared {
                is_any = true;
                do_all &= looked_at(code.function).get(argument) == Some(&true);
            }
        });
    }
    is_any && do_all
}

/// Of each parameter, whether it is used, and given to functions of CUDA alone that only look at it.
fn looked_at(function: &Function) -> Vec<bool> {
    let mut names: Vec<(&str, &Range<usize>)> = Vec::new();
    let mut looks: Vec<&Range<usize>> = Vec::new();
    walk::function(function, &mut |expr| match &expr.kind {
        ExprKind::Name(name) => names.push((name, &expr.range)),
        ExprKind::Invoke { callee, .. } if is_named_of_cuda(callee) => looks.push(&expr.range),
        _ => {}
    });
    let is_looked_at =
        |at: &Range<usize>| looks.iter().any(|look| look.start <= at.start && at.end <= look.end);
    let parameters = function.parameters.iter().take_while(|parameter| !parameter.is_pack);
    let looked = parameters.map(|parameter| {
        let Some(name) = &parameter.name else { return false };
        let mut uses = names.iter().filter(|(used, _)| *used == name.text).peekable();
        !function.is_broken && uses.peek().is_some() && uses.all(|(_, at)| is_looked_at(at))
    });
    looked.collect()
}

fn is_named_of_cuda(callee: &Expr) -> bool {
    matches!(&callee.kind, ExprKind::Name(name) if is_of_cuda(name.trim_start_matches("::")))
}
