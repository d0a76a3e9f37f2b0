//! Claims of a kernel's accesses beside what was counted of its instructions, line by line.

use super::{claim::Claim, counters::Instruction};

/// What measuring says of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Verdict {
    /// An instruction of the line takes what is claimed.
    Agrees,
    /// The compiler made another width of it: several accesses in one, or one in several.
    OtherWidth,
    /// Not all lanes took part, and it took no more.
    FewerLanes,
    /// The claim is of the most expensive round, and all together took no more.
    OtherRounds,
    /// The claim is of rounds in which a size is a multiple of a number, and others took more.
    SomeRounds,
    /// No instruction of its own is left: it was moved to another line, kept in registers or not run.
    NoInstruction,
    /// It is false.
    Differs,
}

/// A claim and what was counted.
pub(super) struct Compared<'a> {
    pub(super) claim: &'a Claim,
    pub(super) verdict: Verdict,
    /// What instructions of the line took for each warp, each once, with their width.
    pub(super) taken: Vec<(String, u64)>,
}

/// The claims that have a cost, each with its verdict. Instructions and claims are those of one kernel.
pub(super) fn compare<'a>(claims: &'a [Claim], instructions: &[Instruction]) -> Vec<Compared<'a>> {
    claims
        .iter()
        .filter(|claim| claim.count().is_some())
        .map(|claim| one(claim, claims, instructions))
        .collect()
}

fn one<'a>(claim: &'a Claim, claims: &'a [Claim], instructions: &[Instruction]) -> Compared<'a> {
    let is_of_line = |other: &&Claim| {
        other.line == claim.line && other.space == claim.space && other.access == claim.access
    };
    let beside: Vec<&Claim> = claims.iter().filter(is_of_line).collect();
    let is = claim.count().map_or(0, |count| count.is);
    let mut found: Vec<(&Instruction, u64)> = Vec::new();
    for instruction in instructions.iter().filter(|one| one.line == claim.line && one.executed > 0) {
        let parts = instruction.parts();
        let part = parts.iter().find(|part| part.space == claim.space && part.access == claim.access);
        found.extend(part.map(|part| (instruction, part.taken)));
    }
    let mut taken: Vec<(String, u64)> = found
        .iter()
        .map(|(instruction, all)| (each(*all, instruction.executed), instruction.width()))
        .collect();
    taken.sort();
    taken.dedup();
    let agrees = |(instruction, all): &&(&Instruction, u64), claim: &Claim| {
        let width = claim.width.unwrap_or(0);
        claim.count().is_some_and(|count| count.is * instruction.executed == *all)
            && instruction.width() == width
    };
    if found.iter().any(|one| agrees(&one, claim)) {
        return Compared { claim, verdict: Verdict::Agrees, taken };
    }
    // What another claim of the line explains is not this one's; where another has no cost, it may be its.
    let is_open = beside.iter().any(|other| other.count().is_none());
    let left: Vec<_> = found.iter().filter(|one| !beside.iter().any(|other| agrees(one, other))).collect();
    let verdicts = left.iter().map(|(instruction, all)| {
        if Some(instruction.width()) != claim.width {
            Verdict::OtherWidth
        } else if *all <= is * instruction.executed && instruction.lanes < 32 * instruction.executed {
            Verdict::FewerLanes
        } else if *all <= is * instruction.executed && claim.is_of_one_round() {
            Verdict::OtherRounds
        } else if claim.is_of_some_rounds()
            && *all > is * instruction.executed
            && !all.is_multiple_of(instruction.executed)
        {
            // Rounds that are all alike take a whole number each.
            Verdict::SomeRounds
        } else if is_open {
            Verdict::NoInstruction
        } else {
            Verdict::Differs
        }
    });
    Compared { claim, verdict: verdicts.max().unwrap_or(Verdict::NoInstruction), taken }
}

/// What one warp took: `32`, or `16.25`.
fn each(all: u64, executed: u64) -> String {
    if all.is_multiple_of(executed) {
        (all / executed).to_string()
    } else {
        format!("{:.2}", all as f64 / executed as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(access: &str, width: u64, is: u64, when: &str) -> Claim {
        let text = format!(
            r#"{{"line": 3, "text": "a[i]", "kernel": "k", "space": "shared", "access": "{access}", "width": {width},
            "layout": "32:1", "sectors": null, "wavefronts": {{"is": {is}, "least": 1}}, "when": ["{when}"]}}"#
        );
        serde_json::from_str(&text).expect("a claim")
    }

    fn counted(text: &str, executed: u64, lanes: u64, wavefronts: u64) -> Instruction {
        let (host, file) = (String::new(), String::new());
        Instruction { host, file, line: 3, text: text.to_owned(), executed, lanes, wavefronts, sectors: 0 }
    }

    fn verdict(claim: Claim, instruction: Instruction) -> Verdict {
        compare(&[claim], &[instruction])[0].verdict
    }

    #[test]
    fn a_claim_is_held_against_the_instructions_of_its_line() {
        let load = |lanes, wavefronts| counted("LDS R1, [R2]", 2, lanes, wavefronts);
        assert_eq!(verdict(claim("read", 4, 32, ""), load(64, 64)), Verdict::Agrees);
        assert_eq!(verdict(claim("read", 4, 16, ""), load(64, 64)), Verdict::Differs);
        assert_eq!(verdict(claim("read", 4, 32, ""), load(64, 60)), Verdict::Differs);
        assert_eq!(verdict(claim("read", 4, 32, ""), load(60, 60)), Verdict::FewerLanes);
        assert_eq!(verdict(claim("read", 4, 16, ""), load(60, 60)), Verdict::Differs);
        assert_eq!(verdict(claim("read", 4, 32, "in the round of"), load(64, 60)), Verdict::OtherRounds);
        assert_eq!(verdict(claim("read", 4, 1, "`s` a multiple of 32"), load(64, 3)), Verdict::SomeRounds);
        assert_eq!(verdict(claim("read", 4, 1, "`s` a multiple of 32"), load(64, 4)), Verdict::Differs);
        assert_eq!(verdict(claim("read", 4, 2, "`s` a multiple of 32"), load(64, 3)), Verdict::Differs);
        assert_eq!(verdict(claim("read", 4, 1, ""), load(64, 3)), Verdict::Differs);
        assert_eq!(verdict(claim("write", 4, 32, ""), load(64, 64)), Verdict::NoInstruction);
        assert_eq!(verdict(claim("read", 16, 32, ""), load(64, 64)), Verdict::OtherWidth);
    }
}
