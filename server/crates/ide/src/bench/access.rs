//! What accesses of the code do to the banks of shared memory: the operands of a copy or a GEMM, and the phases of their
//! costliest accesses.

use layout_algebra::analysis::{Access, BankConflicts, bank_conflicts};
use layoutlens_eval::SharedAccess;
use layoutlens_render::{Picture, kind};

use crate::bench::{Bench, BenchView, Phases, phases::told};
use crate::picture::PictureKind;

/// An access and what it does to the banks.
struct Counted<'a> {
    access: &'a SharedAccess,
    width: Access,
    conflicts: BankConflicts,
}

fn counted(access: &SharedAccess) -> Option<Counted<'_>> {
    let width = Access::new(8, access.width).ok()?;
    let conflicts = bank_conflicts(access.bytes.as_slice(), width).ok()?;
    Some(Counted { access, width, conflicts })
}

/// Shows a call whose accesses are these: by their phases where words wait for each other, else by its operands.
pub(super) fn show(
    bench: &mut Bench,
    accesses: &[SharedAccess],
    operands: Option<Picture>,
    view: &BenchView,
) {
    let mut counted: Vec<Counted<'_>> = accesses.iter().filter_map(counted).collect();
    let excess =
        |counted: &Counted<'_>| counted.conflicts.wavefronts() - counted.conflicts.ideal_wavefronts();
    counted.sort_by_key(|counted| -excess(counted));
    let waits = counted.first().is_some_and(|counted| excess(counted) > 0);
    bench.kinds = [(PictureKind::Offsets, operands.is_some()), (PictureKind::Conflicts, !counted.is_empty())]
        .into_iter()
        .filter_map(|(kind, is_there)| is_there.then_some(kind))
        .collect();
    let usual = if waits { PictureKind::Conflicts } else { PictureKind::Offsets };
    let kind = view.wanted.kind.filter(|kind| bench.kinds.contains(kind)).unwrap_or(usual);
    bench.kind = kind;
    let Some(first) = counted.first().filter(|_| kind == PictureKind::Conflicts) else {
        bench.picture = operands.ok_or_else(|| super::NO_OPERANDS.to_owned());
        return;
    };
    bench.phases = told(&first.conflicts, first.width, view.wanted.phase)
        .map(|phases| Phases { is_of_code: true, ..phases });
    bench.picture = picture(&counted, view.wanted.phase);
}

/// The costliest access by one phase, and below it the others by their slowest.
fn picture(counted: &[Counted<'_>], phase: Option<usize>) -> Result<Picture, String> {
    let mut all = Picture { panels: Vec::new(), legend: None, notes: Vec::new() };
    for (row, Counted { access, width, .. }) in counted.iter().enumerate() {
        let phase = phase.filter(|_| row == 0);
        let drawn =
            kind::conflicts(access.bytes.as_slice(), *width, phase).map_err(|error| error.to_string())?;
        for mut panel in drawn.panels {
            panel.at = (row, 0);
            let bytes =
                if access.width == 1 { "1 byte".to_owned() } else { format!("{} bytes", access.width) };
            panel.title = Some(format!("{}, {bytes} a lane: a column a bank, a row 128 bytes", access.what));
            if row > 0 {
                panel.grid.notes.extend(drawn.legend.clone());
            }
            all.panels.push(panel);
        }
        if row == 0 {
            all.legend = drawn.legend;
        }
    }
    Ok(all)
}
