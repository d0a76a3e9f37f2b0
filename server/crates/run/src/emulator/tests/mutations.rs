//! Kernels with a mistake: the emulator runs the text of the kernel, so that it sees each.

use super::{
    kernels::{planned, product},
    *,
};
use crate::KernelDevice;

/// What a kernel comes to when a part of its source is another.
#[track_caller]
fn run_of(plan: &Plan, capability: i32, from: &str, to: &str) -> Result<Report, RunError> {
    let kernel = plan.kernel_for(KernelDevice { capability, multiprocessors: 132 });
    assert!(kernel.source.contains(from), "the kernel has no {from}: break something else in it");
    let source = kernel.source.replace(from, to);
    run_kernel(plan, &Kernel { source, ..kernel }, &mut |_| {})
}

#[track_caller]
fn mutated(plan: &Plan, capability: i32, from: &str, to: &str) -> Report {
    run_of(plan, capability, from, to).unwrap()
}

/// Elements are wrong, threads race, or the kernel is stopped as a GPU would stop it.
#[track_caller]
fn is_seen(plan: &Plan, capability: i32, from: &str, to: &str) {
    match run_of(plan, capability, from, to) {
        Ok(report) => assert!(!report.is_right(), "{from} as {to}: {report}"),
        Err(error) => assert_eq!(error.code, ErrorCode::DeviceFault, "{from} as {to}: {error}"),
    }
}

#[track_caller]
fn is_a_race(plan: &Plan, capability: i32, from: &str, to: &str) {
    let report = mutated(plan, capability, from, to);
    let counted = report.counted.clone().unwrap();
    assert!(counted.races > 0 && counted.first_race.is_some(), "{from} as {to}: {report}");
    assert!(!report.is_right());
}

const TN: [&str; 3] = ["(128,640):(640,1)", "(64,640):(640,1)", "(128,64):(64,1)"];
const NT: [&str; 3] = ["(128,160):(1,128)", "(64,160):(1,64)", "(128,64):(64,1)"];

#[test]
fn a_wrong_lane_of_ldmatrix_or_of_the_store_is_seen() {
    for operands in [TN, NT] {
        let plan = planned(product(operands), ElementType::F16);
        is_seen(
            &plan,
            80,
            "A_ALONG_K ? lane % 16 : lane / 8 % 2 * 8",
            "A_ALONG_K ? lane % 8 : lane / 16 * 8",
        );
        is_seen(
            &plan,
            80,
            "lane % 8 + lane / 16 * 8 : lane / 16 * 8",
            "lane % 8 + lane / 16 * 4 : lane / 16 * 16",
        );
        is_seen(&plan, 80, "(row % 8)) * 16 + lane % 4 * 4", "(row % 4)) * 16 + lane % 4 * 4");
        is_seen(&plan, 80, "warp % WARPS_M * WARP_M", "warp / WARPS_M * WARP_M");
    }
}

#[test]
fn a_barrier_or_a_wait_that_is_missing_is_a_race() {
    let half = planned(product(TN), ElementType::F16);
    is_a_race(&half, 80, "__syncthreads();", "");
    is_a_race(&half, 80, "__syncwarp();", "");
    is_a_race(&half, 80, "\"n\"(STAGES - 2)", "\"n\"(STAGES)");
    let single = planned(product(NT), ElementType::F32);
    is_a_race(&single, 80, "__syncthreads();", "");
    is_a_race(&single, 75, "__syncthreads();", "");
    is_a_race(&planned(product(NT), ElementType::F64), 90, "__syncthreads();", "");
    let (source, destination) = ("(64,64):(1,64)".parse().unwrap(), "(64,64):(64,1)".parse().unwrap());
    let transpose = planned(Operation::Copy { source, destination }, ElementType::F32);
    is_a_race(&transpose, 90, "__syncthreads();", "");
}

#[test]
fn a_mistake_in_wgmma_or_tma_is_seen() {
    let plan = planned(product(TN), ElementType::F16);
    is_seen(&plan, 90, "64ull << 32", "32ull << 32");
    is_seen(&plan, 90, "from_b + k * (B_ALONG_K ? 2 : 128)", "from_b + k * (B_ALONG_K ? 4 : 128)");
    is_seen(&plan, 90, "consumer * 64 * TILE_K * 2", "consumer * 32 * TILE_K * 2");
    let stored = "::\"r\"(mine + row * 128 + ((across ^ (row % 8)) * 16))";
    is_seen(&plan, 90, stored, &stored.replace("% 8", "% 4"));
    is_seen(&plan, 90, "step * TILE_K, m0, barrier", "step * TILE_K, m0 + 1, barrier");
    is_seen(&plan, 90, "barrier_wait(full + 8 * stage, phase);", "");
    is_a_race(&plan, 90, "wgmma.wait_group.sync.aligned 1;", "wgmma.wait_group.sync.aligned 4;");
}

/// The source without the occurrence `number` of `text`.
fn without(source: &str, text: &str, number: usize) -> String {
    let (at, _) = source.match_indices(text).nth(number).expect("it occurs so often");
    format!("{}{{}}{}", &source[..at], &source[at + text.len()..])
}

#[test]
fn each_fence_that_is_missing_is_a_race_or_a_fault() {
    let tuning = crate::Tuning {
        mma: Some("SM90_64x128x16_F32F16F16_SS".to_owned()),
        tile: Vec::new(),
        stages: Some(2),
        swizzle: None,
    };
    let [a, b, c] =
        ["(256,192):(192,1)", "(128,192):(192,1)", "(256,128):(128,1)"].map(|text| text.parse().unwrap());
    let plan = planned(Operation::TunedGemm { a, b, c, tuning }, ElementType::F16);
    let kernel = plan.kernel_for(KernelDevice { capability: 90, multiprocessors: 1 });
    let mut table = String::new();
    for (text, number) in [
        ("asm volatile(\"wgmma.fence.sync.aligned;\" ::: \"memory\");", 0),
        ("asm volatile(\"fence.proxy.async;\");", 0),
        ("asm volatile(\"fence.mbarrier_init.release.cluster;\");", 0),
        ("__syncwarp();", 0),
        ("__syncwarp();", 1),
    ] {
        let source = without(&kernel.source, text, number);
        table += &match run_kernel(&plan, &Kernel { source, ..kernel.clone() }, &mut |_| {}) {
            Ok(report) => {
                let counted = report.counted.unwrap();
                assert!(counted.races > 0, "without {text}: {counted}");
                format!("{text} {number}: a race\n")
            }
            Err(error) => {
                assert_eq!(error.code, ErrorCode::DeviceFault);
                format!("{text} {number}: {error}\n")
            }
        };
    }
    insta::assert_snapshot!(table, @r#"
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); 0: the generated kernel: thread 128 of block 0: a wgmma of sums that threads accessed, and no wgmma.fence since then
    asm volatile("fence.proxy.async;"); 0: the generated kernel: thread 0 of block 0: TMA arrives at a barrier without fence.proxy.async after its mbarrier.init
    asm volatile("fence.mbarrier_init.release.cluster;"); 0: the generated kernel: thread 128 of block 0: the barrier at 0x14400 of shared memory, which another thread made, without fence.mbarrier_init.release.cluster after its mbarrier.init
    __syncwarp(); 0: a race
    __syncwarp(); 1: a race
    "#);
}

#[test]
fn an_instruction_that_there_is_not_is_refused_with_the_nearest_wherever_it_stands() {
    let plan = planned(product(TN), ElementType::F16);
    // The second stands where a kernel without clusters never comes.
    for (from, to) in [
        ("wgmma.fence.sync.aligned", "wgmma.fence.sync.aljgned"),
        ("barrier.cluster.wait.acquire;", "barrier.cluster.wait.acquier;"),
    ] {
        let error = run_of(&plan, 90, from, to).unwrap_err();
        assert_eq!(error.code, ErrorCode::Internal);
        assert!(error.message.contains(&format!("`{}`", from.trim_end_matches(';'))), "{error}");
    }
}

#[test]
fn a_kernel_without_its_swizzle_is_right_and_pays_for_it() {
    let plan = planned(product(TN), ElementType::F16);
    let with = mutated(&plan, 80, "return chunk ^ (chunk / 8 % 8);", "return chunk ^ (chunk / 8 % 8);");
    let without = mutated(&plan, 80, "return chunk ^ (chunk / 8 % 8);", "return chunk;");
    assert!(with.is_right() && without.is_right());
    let reads = |report: Report| report.counted.unwrap().shared_reads;
    let (with, without) = (reads(with), reads(without));
    assert_eq!(with.wavefronts, with.least);
    assert!(without.wavefronts >= 2 * without.least, "{without:?}");
}

#[test]
fn what_a_gpu_stops_a_kernel_for_stops_it_here() {
    let plan = planned(product(TN), ElementType::F16);
    for (from, to, said) in [
        ("const unsigned mine = base +", "const unsigned mine = base + 8 +", "no multiple"),
        ("const unsigned mine = base +", "const unsigned mine = base + 400000 +", "outside of it"),
    ] {
        let error = run_of(&plan, 80, from, to).unwrap_err();
        assert_eq!(error.code, ErrorCode::DeviceFault);
        assert!(error.message.contains(said) && error.message.contains("thread"), "{error}");
    }
}

#[test]
fn what_is_used_before_it_is_set_is_no_zero() {
    for (element, capability, set) in
        [(ElementType::F64, 75, "sum[8][8] = {};"), (ElementType::F32, 75, "sum[8][8] = {};")]
    {
        let report = mutated(&planned(product(NT), element), capability, set, &set.replace(" = {}", ""));
        assert_eq!(report.wrong, report.elements, "{report}");
    }
}

#[test]
fn an_access_of_what_is_no_elements_stops_the_kernel() {
    let operation = Operation::Copy {
        source: "(61,67):(1,61)".parse().unwrap(),
        destination: "(61,67):(1,80)".parse().unwrap(),
    };
    let plan = planned(operation, ElementType::U16);
    let body = "destination[offset_destination(i)] = item[u];";
    // All elements are right, and no guard is near.
    for (also, said) in [
        (
            "destination[100000] = item[u];",
            "a write of the element at offset 100000 of a buffer that has 5341",
        ),
        ("destination[0 - 100000] = item[u];", "a write of the element at offset"),
        ("item[u] = source[4087];", "a read of the element at offset 4087 of a buffer that has 4087"),
    ] {
        let error = run_of(&plan, 90, body, &format!("{body} if (i == 7) {also}")).unwrap_err();
        assert_eq!(error.code, ErrorCode::DeviceFault);
        assert!(error.message.contains(said) && error.message.contains("of block 0"), "{also}: {error}");
    }
    let report = mutated(&plan, 90, body, &format!("{body} if (i == 7) destination[79] = 0;"));
    assert_eq!((report.wrong, report.overwritten), (0, 1), "between the elements");
    let report = mutated(&plan, 90, body, &format!("{body} if (i == 7) destination[0 - 1] = 0;"));
    assert_eq!((report.wrong, report.overwritten), (0, 1), "in the guard");
}

#[test]
fn what_would_be_read_as_something_else_is_refused() {
    let kernel = |attributes: &str, body: &str| {
        let source = format!("extern \"C\" __global__ void {attributes} k(float* a) {{ {body} }}");
        read_kernel_source(&source).err().map(|error| error.message)
    };
    assert_eq!(kernel("__cluster_dims__(2, 1, 1)", "float2 v; v.y = 1.0f; a[0] = v.y;"), None);
    for (attributes, body, what) in [
        ("", "float2 v; v.z = 1.0f;", "the member z"),
        ("", "float x = 1.0f; float4 y = *(float4*)&x; a[0] = y.w;", "a variable that ends before"),
        ("", "short x = 1; a[0] = x;", "a narrow type with a sign"),
        ("__cluster_dims__(2, 2, 1)", "a[0] = 1.0f;", "a cluster of more than one dimension"),
        ("__cluster_dims__(0, 1, 1)", "a[0] = 1.0f;", "a cluster of other than 1 to 16 blocks"),
    ] {
        let message = kernel(attributes, body);
        assert!(message.as_ref().is_some_and(|message| message.contains(what)), "{body}: {message:?}");
    }
    let product = "float x, y; asm(\"mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0,%1}, {%2}, {%3}, {%0,%1};\" :                    \"+f\"(x), \"+f\"(y) : \"r\"(1), \"r\"(2));";
    let message = kernel("", product);
    assert!(message.as_ref().is_some_and(|message| message.contains("mma.sync")), "{message:?}");
}

#[test]
fn what_no_generator_writes_is_refused_with_its_name() {
    let plan = planned(product(TN), ElementType::F16);
    let error = run_of(&plan, 90, "wgmma.fence.sync", "no_such.instruction").unwrap_err();
    assert_eq!(error.code, ErrorCode::Internal);
    assert!(error.message.contains("no_such.instruction"), "{error}");
}
