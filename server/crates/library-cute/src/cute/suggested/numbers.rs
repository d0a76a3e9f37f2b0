//! Numbers and truths by their names.

use super::stem;

/// Words in names, each with the numbers that it suggests. The first word that a name holds counts.
const NUMBERS: &[(&[&str], &[i64])] = &[
    (&["stage", "pipe"], &[2, 3, 4, 1]),
    (&["warpgroup"], &[2, 1]),
    (&["warp", "mmawarps"], &[4, 8]),
    (&["thread"], &[128, 256]),
    (&["cluster"], &[1, 2]),
    (&["align", "vec", "elemsper", "elementsper", "perload", "peraccess"], &[8, 4]),
    (&["swizzle"], &[3]),
    (&["headdim", "head_dim", "hdim", "dimqk", "dimv", "headsize", "head_size", "rotary"], &[64, 128]),
    (&["blockm", "block_m", "blkm", "blk_m", "tilem", "tile_m", "bm", "ctam", "mtile"], &[128, 64]),
    (&["blockn", "block_n", "blkn", "blk_n", "tilen", "tile_n", "bn", "ctan", "ntile"], &[128, 64]),
    (&["blockk", "block_k", "blkk", "blk_k", "tilek", "tile_k", "bk", "ctak", "ktile"], &[64, 32]),
    (&["blocksize", "block_size", "tilesize"], &[128, 64]),
    (&["page"], &[64]),
    (&["heads", "gqa", "group"], &[4]),
    (&["atom", "valuem", "valuen", "repeat"], &[1, 2]),
    (&["split", "swap", "num", "count"], &[2, 4]),
];

/// Numbers that something of this name has; none where it says nothing.
pub(super) fn numbers(name: &str) -> &'static [i64] {
    let name = stem(name);
    match name {
        "M" | "N" | "BM" | "BN" | "TM" | "TN" => return &[128, 64],
        "K" | "BK" | "TK" => return &[64, 32],
        _ => {}
    }
    let name = name.to_ascii_lowercase();
    // Classes of objects and enumerations: `PipelineState`, `ThreadCategory`.
    if ["state", "pipeline", "storage", "barrier", "category"].iter().any(|word| name.ends_with(word)) {
        return &[];
    }
    let found = NUMBERS.iter().find(|(words, _)| words.iter().any(|word| name.contains(word)));
    found.map_or(&[], |(_, numbers)| numbers)
}

/// Whether a member of this name is true or false.
pub(super) fn is_truth(name: &str) -> bool {
    let name = stem(name).to_ascii_lowercase();
    ["is", "has", "use", "enable", "do_", "need", "allow", "same"].iter().any(|word| name.starts_with(word))
        || ["causal", "local", "varlen", "paged", "softcap", "split_", "transpose", "swapab", "deterministic"]
            .iter()
            .any(|word| name.contains(word))
}

/// Whether a member of this name is a number of run time.
pub(super) fn is_of_run_time(name: &str) -> bool {
    let name = stem(name).to_ascii_lowercase();
    let begins = |words: &[&str]| words.iter().any(|word| name.starts_with(word));
    let ends = |words: &[&str]| words.iter().any(|word| name.ends_with(word));
    matches!(name.as_str(), "b" | "d" | "dv" | "h" | "h_k" | "k" | "m" | "n" | "rotary_dim")
        || begins(&["num_", "seqlen", "total_q", "total_k", "max_seqlen", "batch_size"])
        || ends(&["_stride", "_rounded", "_heads", "_len", "_seqlen"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_is_no_number() {
        assert_eq!(numbers("PipelineState"), [0_i64; 0]);
        assert_eq!(numbers("MainloopPipeline"), [0_i64; 0]);
        assert_eq!(numbers("ThreadCategory"), [0_i64; 0]);
        assert_eq!(numbers("kStages"), [2, 3, 4, 1]);
        assert_eq!(numbers("PipelineStages"), [2, 3, 4, 1]);
    }
}
