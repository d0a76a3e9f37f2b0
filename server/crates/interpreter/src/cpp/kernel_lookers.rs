//! Functions that are given a kernel and only look at it: CUDA's, and those of the program that hand it on to these,
//! `set_shared_memory(bytes, kernel)`.

use std::{collections::BTreeMap, ops::Range};

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

/// The functions of a program that only look at a kernel, with whether each of their parameters may be it.
#[derive(Default)]
pub(super) struct KernelLookers<'a>(BTreeMap<&'a str, Vec<bool>>);

impl<'a> KernelLookers<'a> {
    /// Of the code of these files. What one of several definitions of a name does otherwise, the name may do.
    pub(super) fn of(files: impl Iterator<Item = &'a [Item]>) -> Self {
        let mut all: BTreeMap<&str, Vec<bool>> = BTreeMap::new();
        for items in files {
            each_function(items, None, &mut |code| {
                if code.function.is_only_declared {
                    return;
                }
                let looks = looked_at(code.function);
                all.entry(&code.function.name.text)
                    .and_modify(|known| {
                        known.truncate(looks.len());
                        known.iter_mut().zip(&looks).for_each(|(known, looks)| *known &= looks);
                    })
                    .or_insert(looks);
            });
        }
        Self(all)
    }

    /// Whether a function only looks at what it is given there.
    pub(super) fn only_looks(&self, function: &str, argument: usize) -> bool {
        let of_program = self.0.get(function).and_then(|looks| looks.get(argument));
        OF_CUDA.contains(&function) || of_program.is_some_and(|looks| *looks)
    }
}

/// Of each parameter, whether it is used, and given to functions of CUDA alone that only look at it.
fn looked_at(function: &Function) -> Vec<bool> {
    let mut names: Vec<(&str, &Range<usize>)> = Vec::new();
    let mut looks: Vec<&Range<usize>> = Vec::new();
    walk::function(function, &mut |expr| match &expr.kind {
        ExprKind::Name(name) => names.push((name, &expr.range)),
        ExprKind::Invoke { callee, .. } if is_of_cuda(callee) => looks.push(&expr.range),
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

fn is_of_cuda(callee: &Expr) -> bool {
    matches!(&callee.kind, ExprKind::Name(name) if OF_CUDA.contains(&name.trim_start_matches("::")))
}
