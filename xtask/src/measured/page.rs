//! docs/plain-measured.md.

use std::fmt::Write as _;

use super::{
    comparison::{Compared, Verdict},
    kernel::Kernel,
};

/// A kernel that was measured.
pub(super) struct Measured<'a> {
    pub(super) kernel: &'a Kernel,
    pub(super) compared: Vec<Compared<'a>>,
}

/// What stands above the columns of verdicts, in their order.
const VERDICTS: [(Verdict, &str); 7] = [
    (Verdict::Agrees, "as counted"),
    (Verdict::OtherWidth, "other width"),
    (Verdict::FewerLanes, "fewer lanes"),
    (Verdict::OtherRounds, "other rounds"),
    (Verdict::SomeRounds, "some rounds"),
    (Verdict::NoInstruction, "no instruction"),
    (Verdict::Differs, "differ"),
];

/// The page, with what measured it: a line with the device, the date and the compiler.
pub(super) fn page(measured: &[Measured<'_>], with: &str) -> String {
    let mut out = String::from("# Accesses of plain CUDA, claimed and measured\n");
    let mut projects: Vec<&str> = measured.iter().map(|one| one.kernel.project).collect();
    projects.sort_unstable();
    projects.dedup();
    let all = measured.iter().flat_map(|one| &one.compared);
    let count = |verdict| all.clone().filter(|one| one.verdict == verdict).count();
    let _ = write!(
        out,
        "\n`cargo xtask accesses-measured` writes this page: {} kernels of {} projects, unchanged, in hosts of our own, under Nsight \
         Compute ({with}). Each access of which `layoutlens accesses` says what it costs, {} of them, is held against the instructions \
         of its line: the sectors of global memory (`memory_l2_theoretical_sectors_global`) and the wavefronts of shared memory \
         (`memory_l1_wavefronts_shared`) that they took for each warp.\n\n",
        measured.len(),
        projects.len(),
        all.clone().count(),
    );
    let _ = write!(
        out,
        "| | accesses |\n|---|---|\n\
         | an instruction of the line takes what is claimed | {} |\n\
         | the compiler made accesses of another width of it | {} |\n\
         | not all lanes took part (which `when` says), and it took no more | {} |\n\
         | the claim is of the round that costs the most (which `when` says), and all together took no more | {} |\n\
         | the claim is of rounds in which a size is a multiple of a number (which `when` says), and others took more | {} |\n\
         | no instruction of its own is left: moved to another line, kept in registers, not run | {} |\n\
         | **it differs** | {} |\n",
        count(Verdict::Agrees),
        count(Verdict::OtherWidth),
        count(Verdict::FewerLanes),
        count(Verdict::OtherRounds),
        count(Verdict::SomeRounds),
        count(Verdict::NoInstruction),
        count(Verdict::Differs),
    );
    out.push_str("\n## Kernels\n\n| project | file | kernel | block |");
    for (_, name) in VERDICTS {
        let _ = write!(out, " {name} |");
    }
    out.push_str("\n|---|---|---|---|---|---|---|---|---|---|---|\n");
    for Measured { kernel, compared } in measured {
        let _ = write!(
            out,
            "| {} | {} | `{}` | `{}` |",
            kernel.project,
            kernel.file,
            kernel.kernel,
            kernel.block.trim_start_matches("dim3")
        );
        for (verdict, _) in VERDICTS {
            let _ = write!(out, " {} |", compared.iter().filter(|one| one.verdict == verdict).count());
        }
        out.push('\n');
    }
    out.push_str(
        "\n## Accesses that cost more than the least, and those that differ\n\n\
         *Counted* is what instructions of the line took for each warp, where they are of other widths with the bytes of a lane.\n\n\
         | kernel | line | access | layout | claimed | least | counted | |\n|---|---|---|---|---|---|---|---|\n",
    );
    for Measured { kernel, compared } in measured {
        for one in compared {
            row(&mut out, kernel, one);
        }
    }
    out
}

fn row(out: &mut String, kernel: &Kernel, one: &Compared<'_>) {
    let claim = one.claim;
    let Some(count) = claim.count() else { return };
    let costs_more = count.is > count.least && one.verdict != Verdict::NoInstruction;
    if !costs_more && one.verdict != Verdict::Differs {
        return;
    }
    let unit = if claim.sectors.is_some() { "sectors" } else { "wavefronts" };
    let counted: Vec<String> = one
        .taken
        .iter()
        .map(|(taken, width)| match Some(*width) == claim.width {
            true => taken.clone(),
            false => format!("{taken} of {width} bytes"),
        })
        .collect();
    let verdict = VERDICTS.iter().find(|(verdict, _)| *verdict == one.verdict).map_or("", |(_, name)| name);
    let _ = writeln!(
        out,
        "| `{}` | {} | `{}`, {} {} | `{}` | {} {unit} | {} | {} | {verdict} |",
        kernel.kernel,
        claim.line,
        claim.text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|"),
        claim.space,
        claim.access,
        claim.layout.as_deref().unwrap_or_default(),
        count.is,
        count.least,
        counted.join(", "),
    );
}
