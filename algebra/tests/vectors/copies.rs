//! The operations of partition.jsonl on copies, shared-memory atoms and projected tiles, on texts.

use layout_algebra::atom::copy::CopyTraits;
use layout_algebra::smem::SmemAtom;
use layout_algebra::{Error, Layout, Part, TiledCopy, proof::Verdict};

pub(crate) fn answer(op: &str, args: &[&str]) -> Option<Result<String, Error>> {
    let layout = |text: &str| text.parse::<Layout>();
    Some((|| match op {
        "copy_atom_thr_id" => Ok(traits(args)?.thr_id().to_string()),
        "copy_atom_src_bits" => Ok(traits(args)?.src_layout().to_string()),
        "copy_atom_dst_bits" => Ok(traits(args)?.dst_layout().to_string()),
        "copy_atom_ref_bits" => Ok(traits(args)?.ref_layout().to_string()),
        "copy_layoutS_TV" => Ok(copy(args)?.layout_s_tv()?.to_string()),
        "copy_layoutD_TV" => Ok(copy(args)?.layout_d_tv()?.to_string()),
        "copy_tiler_mn" => Ok(copy(args)?.tile_shape().to_string()),
        "partition_S" => {
            let (copy, tensor) = (copy(args)?, layout(args[2])?);
            assert_eq!(copy.verdict_s(&tensor)?, Verdict::Proved, "{args:?}");
            copy.partition_s(&tensor, thread(args)).map(part)
        }
        "partition_D" => {
            let (copy, tensor) = (copy(args)?, layout(args[2])?);
            assert_eq!(copy.verdict_d(&tensor)?, Verdict::Proved, "{args:?}");
            copy.partition_d(&tensor, thread(args)).map(part)
        }
        "smem_atom" => Ok(args[0].parse::<SmemAtom>()?.layout()?.to_string()),
        _ => Ok("?".to_owned()),
    })())
    .filter(|answer| answer.as_deref() != Ok("?"))
}

fn traits(args: &[&str]) -> Result<CopyTraits, Error> {
    args[0].parse()
}

fn copy(args: &[&str]) -> Result<TiledCopy, Error> {
    args[0].parse()
}

fn thread(args: &[&str]) -> i64 {
    args[1].strip_prefix("thr=").unwrap().parse().unwrap()
}

fn part(part: Part) -> String {
    format!("{} at {}", part.layout, part.offset)
}
