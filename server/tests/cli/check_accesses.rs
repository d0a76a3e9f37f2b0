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
