"""Prints what Nsight Compute counted of each instruction that accesses memory, from a report, as lines of CSV; writes what it counted
of whole kernels into the file that is named first.

Run by measure.sh, where the GPU is.
"""
import csv
import glob
import sys

for folder in glob.glob("/opt/nvidia/nsight-compute/*/extras/python") + glob.glob(
    "/usr/local/cuda*/nsight-compute*/extras/python"
):
    sys.path.append(folder)
import ncu_report

COUNTERS = [
    "inst_executed",
    "thread_inst_executed_true",
    "memory_l1_wavefronts_shared",
    "memory_l1_wavefronts_shared_ideal",
    "memory_l2_theoretical_sectors_global",
    "memory_l2_theoretical_sectors_global_ideal",
]


# Of a whole kernel: sums of the former, and what has no instruction.
TOTALS = ["memory_l1_wavefronts_shared", "memory_l2_theoretical_sectors_global"]
OF_KERNELS = ["sm__cycles_elapsed.max", "lts__t_sectors_op_write.sum", "lts__t_sectors_op_read.sum"]


def by_address(action, name):
    """What a counter has, for each address of an instruction."""
    metric = action.metric_by_name(name)
    if metric is None or not metric.has_correlation_ids():
        return {}
    ids = metric.correlation_ids()
    return {ids.as_uint64(at): metric.as_uint64(at) for at in range(metric.num_instances())}


def main():
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["host", "file", "line", "instruction"] + COUNTERS)
    kernels = csv.writer(open(sys.argv[1], "w"), lineterminator="\n")
    kernels.writerow(["host", "counter", "count"])
    for path in sys.argv[2:]:
        host = path.rsplit("/", 1)[-1].removesuffix(".ncu-rep").removesuffix(".host")
        report = ncu_report.load_report(path)
        for group in report:
            for action in group:
                counted = [by_address(action, name) for name in COUNTERS]
                for name in TOTALS:
                    kernels.writerow([host, name, sum(counted[COUNTERS.index(name)].values())])
                for name in OF_KERNELS:
                    metric = action.metric_by_name(name)
                    if metric is not None:
                        kernels.writerow([host, name, int(metric.value())])
                for address in sorted(counted[0]):
                    values = [one.get(address, 0) for one in counted]
                    if not any(values[2:]):
                        continue
                    place = action.source_info(address)
                    text = " ".join(action.sass_by_pc(address).split())
                    file, line = (place.file_name(), place.line()) if place else ("", 0)
                    out.writerow([host, file, line, text] + values)


main()
