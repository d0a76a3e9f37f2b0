//! What Nsight Compute counted of each instruction: the lines that `counters.py` writes.

use std::{fs, path::Path};

use crate::error::Error;

/// An instruction of the machine that accesses memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Instruction {
    pub(super) host: String,
    /// The line of the source that it belongs to.
    pub(super) file: String,
    pub(super) line: usize,
    /// As the disassembler spells it.
    pub(super) text: String,
    /// How many warps executed it.
    pub(super) executed: u64,
    /// Lanes that did, of all these.
    pub(super) lanes: u64,
    pub(super) wavefronts: u64,
    pub(super) sectors: u64,
}

/// What an instruction does with one kind of memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Part {
    /// As claims name them.
    pub(super) space: &'static str,
    pub(super) access: &'static str,
    /// What all warps took.
    pub(super) taken: u64,
}

impl Instruction {
    /// The mnemonic, `LDG.E.128`, without a predicate.
    fn mnemonic(&self) -> &str {
        self.text.split(' ').find(|word| !word.starts_with('@')).unwrap_or_default()
    }

    /// Bytes of one lane.
    pub(super) fn width(&self) -> u64 {
        let name = self.mnemonic();
        if name.starts_with("LDSM") {
            return 16;
        }
        let widths = [("128", 16), ("64", 8), ("U8", 1), ("S8", 1), ("U16", 2), ("S16", 2)];
        let known = name.split('.').find_map(|part| widths.iter().find(|(suffix, _)| *suffix == part));
        known.map_or(4, |(_, bytes)| *bytes)
    }

    /// Its accesses: a copy from global to shared memory has two. Atomics have none here.
    pub(super) fn parts(&self) -> Vec<Part> {
        let global = |access| Part { space: "global", access, taken: self.sectors };
        let shared = |access| Part { space: "shared", access, taken: self.wavefronts };
        match self.mnemonic().split('.').next().unwrap_or_default() {
            "LDG" => vec![global("read")],
            "STG" => vec![global("write")],
            "LDS" | "LDSM" => vec![shared("read")],
            "STS" | "STSM" => vec![shared("write")],
            "LDGSTS" => vec![global("read"), shared("write")],
            "LD" if self.sectors > 0 => vec![global("read")],
            "LD" => vec![shared("read")],
            "ST" if self.sectors > 0 => vec![global("write")],
            "ST" => vec![shared("write")],
            _ => Vec::new(),
        }
    }
}

/// The instructions of a file of counters.
pub(super) fn read(path: &Path) -> Result<Vec<Instruction>, Error> {
    let text = fs::read_to_string(path).map_err(Error::file(path))?;
    let lines = text.lines().enumerate().skip(1);
    lines
        .map(|(at, line)| {
            instruction(line).ok_or_else(|| {
                Error::Other(format!("{}:{}: these are no counters: {line}", path.display(), at + 1))
            })
        })
        .collect()
}

fn instruction(line: &str) -> Option<Instruction> {
    let mut fields = fields(line).into_iter();
    let (host, file, line, text) = (fields.next()?, fields.next()?, fields.next()?, fields.next()?);
    let numbers: Vec<u64> = fields.map(|field| field.parse().ok()).collect::<Option<_>>()?;
    let [executed, lanes, wavefronts, _, sectors, _] = numbers.as_slice() else { return None };
    Some(Instruction {
        host,
        file,
        line: line.parse().ok()?,
        text,
        executed: *executed,
        lanes: *lanes,
        wavefronts: *wavefronts,
        sectors: *sectors,
    })
}

/// The fields of a line of CSV.
fn fields(line: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut is_quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => all.push(String::new()),
            _ => {
                if let Some(last) = all.last_mut() {
                    last.push(letter);
                }
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_line(text: &str) -> Instruction {
        instruction(text).expect("a line of counters")
    }

    #[test]
    fn an_instruction_has_its_width_and_what_it_accesses() {
        let load = read_line("a,/x/k.cu,7,\"@P2 LDS.64 R17, [R21]\",512,8320,8320,384,0,0");
        assert_eq!((load.line, load.width(), load.executed, load.lanes), (7, 8, 512, 8320));
        assert_eq!(load.parts(), [Part { space: "shared", access: "read", taken: 8320 }]);
        let copy = read_line("a,k.cu,7,\"LDGSTS.E.BYPASS.128 [R1], desc[UR6][R2.64]\",2,64,8,8,32,32");
        assert_eq!(copy.width(), 16);
        let parts: Vec<_> = copy.parts().iter().map(|part| (part.space, part.taken)).collect();
        assert_eq!(parts, [("global", 32), ("shared", 8)]);
        assert_eq!(read_line("a,k.cu,7,LDG.E.U8.CONSTANT R1,1,32,0,0,1,1").width(), 1);
        assert!(instruction("a,k.cu,7,LDG.E,1,32").is_none());
    }
}
