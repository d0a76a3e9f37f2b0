//! Functions that are given a kernel and only look at it: CUDA's, and those of the program that hand it on to these,
//! `set_shared_memory(bytes, kernel)`; and what else functions do with what they are given.

use std::ops::Range;

use layoutlens_syntax::{Expr, ExprKind, program::Function};

use super::uses::Given;
use crate::code::walk;

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

/// Where a function uses a parameter otherwise than to give it to functions of CUDA that only look at it; `None` where that is
/// not seen.
pub(super) fn uses_of_parameter(function: &Function, given: Given) -> Option<Vec<Range<usize>>> {
    if function.is_broken {
        return None;
    }
    let name = match given {
        Given::Argument(place) => {
            let is_plain = function.parameters.iter().take(place + 1).all(|parameter| !parameter.is_pack);
            function.parameters.get(place).filter(|_| is_plain)?.name.as_ref()?
        }
        Given::OfTemplate(place) => {
            let is_plain = function.template.iter().take(place + 1).all(|parameter| !parameter.is_pack);
            function.template.get(place).filter(|_| is_plain)?.name.as_ref()?
        }
    };
    if function.passed_over.iter().any(|over| over.text == name.text) {
        return None;
    }
    let mut uses: Vec<&Range<usize>> = Vec::new();
    let mut looks: Vec<&Range<usize>> = Vec::new();
    walk::function(function, &mut |expr| match &expr.kind {
        ExprKind::Name(used) if *used == name.text => uses.push(&expr.range),
        ExprKind::Invoke { callee, .. } if is_named_of_cuda(callee) => looks.push(&expr.range),
        _ => {}
    });
    let is_looked_at =
        |at: &Range<usize>| looks.iter().any(|look| look.start <= at.start && at.end <= look.end);
    // What is used nowhere is not read.
    (!uses.is_empty()).then(|| uses.into_iter().filter(|at| !is_looked_at(at)).cloned().collect())
}

fn is_named_of_cuda(callee: &Expr) -> bool {
    matches!(&callee.kind, ExprKind::Name(name) if is_of_cuda(name.trim_start_matches("::")))
}
