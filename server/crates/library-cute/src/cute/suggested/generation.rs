//! For which GPUs a file is written.

use std::ops::Range;

use layoutlens_host_value::suggestions::Generation;

/// `__CUDA_ARCH__` of these GPUs (CUDA C++ Programming Guide, "Application Compatibility"); of Ampere and Ada, of the datacenter's
/// Blackwell.
pub(super) fn architecture(generation: Generation) -> (&'static str, Range<i64>) {
    let values = match generation {
        Generation::Ampere => 800..900,
        Generation::Hopper => 900..1000,
        Generation::Blackwell | Generation::BlackwellScaled => 1000..1200,
    };
    ("__CUDA_ARCH__", values)
}

/// By its name, else by the names in it.
pub(super) fn generation(file: &str, names: &mut dyn Iterator<Item = &str>) -> Generation {
    let file = file.to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| file.contains(word));
    if has(&["sm100", "sm103"]) && has(&["blockscaled", "block_scaled"]) {
        return Generation::BlackwellScaled;
    }
    if has(&["sm100", "sm103", "blackwell"]) {
        return Generation::Blackwell;
    }
    if has(&["sm90", "hopper", "gmma", "_ws"]) {
        return Generation::Hopper;
    }
    if has(&["sm70", "sm75", "sm80", "sm89", "ampere"]) {
        return Generation::Ampere;
    }
    let (mut of_hopper, mut of_blackwell) = (false, false);
    for name in names {
        of_blackwell |= name.contains("SM100") || name.contains("UMMA") || name.contains("tmem");
        of_hopper |= ["SM90", "Sm90", "GMMA", "warpgroup"].iter().any(|word| name.contains(word))
            || ["tma_", "TMA", "Tma"].iter().any(|word| name.starts_with(word));
    }
    match (of_blackwell, of_hopper) {
        (true, _) => Generation::Blackwell,
        (false, true) => Generation::Hopper,
        (false, false) => Generation::Ampere,
    }
}
