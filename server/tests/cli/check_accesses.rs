//! `layoutlens check --accesses`: accesses of plain kernels as findings.

use serde_json::Value;

use crate::binary::{Outcome, layoutlens_in};

const KERNELS: &str = "__global__ void transpose(const float* in, float* out, int n) {
  __shared__ float tile[32][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  out[y * n + x] = tile[threadIdx.x][threadIdx.y];
  out[2 * x] = 0;
}
void run(const float* in, float* out, int n) { transpose<<<1, dim3(32, 8)>>>(in, out, n); }
";

fn check(text: &str, options: &[&str]) -> Outcome {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("kernels.cu"), text).expect("a file");
    layoutlens_in(folder.path(), &[&["check", "kernels.cu"], options].concat())
}

fn codes(text: &str, options: &[&str]) -> Vec<(u64, String)> {
    let outcome = check(text, &[&["--accesses", "--format", "json"], options].concat());
    let findings: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    let findings = findings.as_array().expect("an array").iter();
    findings
        .map(|finding| {
            (finding["line"].as_u64().expect("a line"), finding["code"].as_str().expect("a code").to_owned())
        })
        .collect()
}

#[test]
fn accesses_are_findings_when_they_are_asked_for() {
    assert_eq!(check(KERNELS, &[]).status, 0);
    let outcome = check(KERNELS, &["--accesses"]);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (1, ""));
    insta::assert_snapshot!(outcome.stdout, @r"
    warning[bank-conflict]: a read of a warp takes 32 wavefronts of shared memory where 1 would do: its lanes are 32:32 of 4 bytes, if blockDim = (32,8)
     --> kernels.cu:6:20
      |
    6 |   out[y * n + x] = tile[threadIdx.x][threadIdx.y];
      |                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
    help: pad the rows of `tile` by 1: 1 wavefront for 1
      |
    2 |   __shared__ float tile[32][32 + 1];
      |                                +++
    help: XOR the columns of `tile` with their row at 2 uses: 1 wavefront for 1
      |
    4 ~   tile[threadIdx.y][threadIdx.x ^ (threadIdx.y & 31)] = in[y * n + x];
    5 +   __syncthreads();
    6 ~   out[y * n + x] = tile[threadIdx.x][threadIdx.y ^ (threadIdx.x & 31)];
      |

    warning[uncoalesced-access]: a write of a warp moves 8 sectors of global memory where 4 would do: its lanes are 32:2 of 4 bytes, if blockDim = (32,8), `out` aligned to 256 bytes
     --> kernels.cu:7:3
      |
    7 |   out[2 * x] = 0;
      |   ^^^^^^^^^^

    checked 1 file, 0 layouts: 2 warnings
    ");
}

#[test]
fn accesses_below_a_limit_are_no_findings() {
    let both = [(6, "bank-conflict".to_owned()), (7, "uncoalesced-access".to_owned())];
    assert_eq!(codes(KERNELS, &["--accesses-at-least", "2"]), both);
    assert_eq!(codes(KERNELS, &["--accesses-at-least", "3"]), both[..1]);
    assert_eq!(codes(KERNELS, &["--accesses-at-least", "33"]), []);
    assert_eq!(check(KERNELS, &["--accesses-at-least", "2"]).status, 2);
    assert_eq!(check(KERNELS, &["--accesses", "--accesses-at-least", "0"]).status, 2);
}

#[test]
fn an_allow_silences_accesses() {
    let one = KERNELS.replace("  out[2 * x]", "  // cute: allow(uncoalesced-access)\n  out[2 * x]");
    assert_eq!(codes(&one, &[]), [(6, "bank-conflict".to_owned())]);
    let file = format!("// cute: allow(bank-conflict, uncoalesced-access)\n{KERNELS}");
    assert_eq!(codes(&file, &[]), []);
}

#[test]
fn sarif_has_a_rule_for_each_kind_of_access() {
    let outcome = check(KERNELS, &["--accesses", "--format", "sarif"]);
    let sarif: Value = serde_json::from_str(&outcome.stdout).expect("SARIF");
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    let rules: Vec<&str> = results.iter().filter_map(|result| result["ruleId"].as_str()).collect();
    assert_eq!(rules, ["bank-conflict", "uncoalesced-access"]);
    let replaced = &results[0]["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(replaced["insertedContent"]["text"], "32 + 1");
    assert_eq!(replaced["deletedRegion"]["startLine"], 2);
}

/// Scores in a part of dynamic shared memory: the mend has an edit for each use and one for the launch.
const PARTS: &str = "__global__ void scores(float* out, int Bc) {
  extern __shared__ float sram[];
  float* S = sram + 64;
  for (int y = 0; y < Bc; y++) S[Bc * threadIdx.x + y] = 0;
  __syncthreads();
  out[threadIdx.x] = S[Bc * threadIdx.x];
  sram[threadIdx.x] = 0;
}
void run(float* out) { const int Bc = 32; scores<<<1, 32, 4352>>>(out, Bc); }
";

#[test]
fn accesses_that_are_asked_for_are_fixed_and_of_several_edits_all_are_made() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("kernels.cu");
    std::fs::write(&path, PARTS).expect("a file");
    let fix = |options: &[&str]| {
        layoutlens_in(folder.path(), &[&["check", "--fix", "kernels.cu"], options].concat())
    };
    assert_eq!(fix(&[]).status, 0);
    assert_eq!(std::fs::read_to_string(&path).expect("the file"), PARTS);
    let shown = fix(&["--accesses", "--dry-run"]);
    assert!(
        shown.stdout.contains("+  for (int y = 0; y < Bc; y++) S[(Bc + 1) * threadIdx.x + y] = 0;"),
        "{}",
        shown.stdout
    );
    assert_eq!(std::fs::read_to_string(&path).expect("the file"), PARTS);
    let fixed = fix(&["--accesses"]);
    assert_eq!((fixed.status, fixed.stderr.as_str()), (0, ""), "{}", fixed.stdout);
    let new = std::fs::read_to_string(&path).expect("the file");
    assert!(new.contains("out[threadIdx.x] = S[(Bc + 1) * threadIdx.x];"), "{new}");
    assert!(new.contains("scores<<<1, 32, 4352 + 128>>>(out, Bc);"), "{new}");
}

#[test]
fn a_fix_that_supposes_something_is_told_and_not_made() {
    let text = "__global__ void k(int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i * 2] = i;
  out[i * 2 + 1] = i;
}
";
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("kernels.cu"), text).expect("a file");
    let fixed =
        layoutlens_in(folder.path(), &["check", "--fix", "--accesses", "--format", "json", "kernels.cu"]);
    let findings: Value = serde_json::from_str(&fixed.stdout).expect("JSON");
    let first = &findings[0]["fixes"][0];
    assert_eq!(
        (first["title"].as_str(), first["safe"].as_bool()),
        (
            Some("widen 2 writes of `out` to an `int2`, if `out` is aligned to 8 bytes: 8 sectors for 8"),
            Some(false)
        )
    );
    assert_eq!(std::fs::read_to_string(folder.path().join("kernels.cu")).expect("the file"), text);
}
