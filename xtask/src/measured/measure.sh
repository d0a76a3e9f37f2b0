#!/bin/sh
# Runs each host in this folder under Nsight Compute and writes `counters.csv` and `kernels.csv` into the folder $1.
cd "$(dirname "$0")" || exit 1
export LD_LIBRARY_PATH="$PWD:$LD_LIBRARY_PATH"
reports=$(mktemp -d)
measure() {
    ncu --target-processes all --clock-control none --import-source no -f -o "$reports/$1" \
        --section SourceCounters --metrics inst_executed,thread_inst_executed_true,memory_l1_wavefronts_shared,memory_l1_wavefronts_shared_ideal,memory_l2_theoretical_sectors_global,memory_l2_theoretical_sectors_global_ideal,sm__cycles_elapsed.max,lts__t_sectors_op_write.sum,lts__t_sectors_op_read.sum \
        "./$1" >"$reports/$1.log" 2>&1 || { echo "$1 failed"; tail -3 "$reports/$1.log"; }
}
for host in *.host; do measure "$host"; done
python3 counters.py "$1/kernels.csv" "$reports"/*.ncu-rep >"$1/counters.csv"
