//! One kernel, run as it is launched.

use std::ops::Range;

use tree_sitter::Node;

use crate::file::File;
use crate::judge::{Judgement, judged, look_at_neighbours};
use crate::launch::{Configuration, configurations};
use crate::run::{MOST_STEPS, Run};
use crate::stated::Stated;
use crate::{Array, MOST_ACCESSES, OF_CUTE};

/// A kernel and how it is launched.
pub(crate) struct Launched<'t> {
    node: Node<'t>,
    name: &'t str,
    stated: Stated,
    pub(crate) configurations: Vec<Configuration>,
}

/// What the runs of a kernel found.
#[derive(Default)]
pub(crate) struct OfKernel {
    pub(crate) judgements: Vec<Judgement>,
    pub(crate) arrays: Vec<Array>,
    /// With which blocks it was run.
    pub(crate) blocks: Vec<Option<[i64; 3]>>,
    /// Whether all of it was run to the end.
    pub(crate) is_whole: bool,
    /// Expressions and statements that were run.
    pub(crate) steps: usize,
    /// How many must be left of a file's for the runs to find the same.
    pub(crate) needs: usize,
}

impl<'t> Launched<'t> {
    /// The kernel at a node; none where CuTe tells its layouts, or it has no name.
    pub(crate) fn new(file: &File<'t>, node: Node<'t>) -> Option<Self> {
        let name = file.kernel_name(node)?;
        let spelled = file.text.get(node.byte_range()).unwrap_or_default();
        if OF_CUTE.iter().any(|mark| spelled.contains(mark)) {
            return None;
        }
        let stated = Stated::of(spelled);
        let configurations = configurations(file, node, name, stated.block);
        Some(Self { node, name, stated, configurations })
    }

    /// The bytes of its text.
    pub(crate) fn range(&self) -> Range<usize> {
        self.node.byte_range()
    }

    /// Runs it, of a file of which so many steps are left and of which so many accesses were found.
    pub(crate) fn run(&self, file: &File<'t>, steps_left: usize, accesses: usize) -> Option<OfKernel> {
        let function = file.read_function(self.node)?;
        let mut found = OfKernel { is_whole: true, ..OfKernel::default() };
        for configuration in &self.configurations {
            let left = steps_left.saturating_sub(found.steps);
            if left == 0 || accesses + found.judgements.len() > MOST_ACCESSES {
                found.is_whole = false;
                found.needs = usize::MAX;
                break;
            }
            let mut run = Run::new(file, configuration);
            run.limit(left);
            run.kernel(&function, configuration, &self.stated.names);
            // One that came to its own limit comes to it again.
            let needs = if run.is_cut_short { MOST_STEPS } else { run.steps() };
            found.needs = found.needs.max(found.steps.saturating_add(needs));
            found.steps = found.steps.saturating_add(run.steps());
            found.is_whole &= !run.is_cut_short;
            found.blocks.push(configuration.block);
            let recorded = std::mem::take(&mut run.accesses);
            let all = recorded.iter().filter_map(|one| judged(&mut run, one, self.name, configuration));
            let mut all: Vec<_> = all.collect();
            look_at_neighbours(&run, &mut all);
            found.judgements.extend(all);
            found.arrays.extend(run.arrays(self.range()));
        }
        Some(found)
    }
}
