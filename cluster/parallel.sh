#!/bin/sh
# Spreads `kaeshi solve` over processors and machines with GNU parallel, one part of the file for each job.
#
#   cluster/parallel.sh problems.obf parts 64 [options of parallel] [-- options of kaeshi solve]
#
# The same command continues after any death: each part continues its own file, parts/N.jsonl. Options of parallel are such as
# `--jobs 8`, or `--sshloginfile hosts` with the input at the same path on every machine. KAESHI is the program.
set -eu

if [ "$#" -lt 3 ]; then
    echo "usage: $0 INPUT FOLDER PARTS [options of parallel] [-- options of kaeshi solve]" >&2
    exit 2
fi
input=$1 folder=$2 parts=$3
shift 3
mkdir -p "$folder"
options=
while [ "$#" -gt 0 ] && [ "$1" != -- ]; do
    options="$options $1"
    shift
done
[ "$#" -eq 0 ] || shift
# Exit status 1 means that an answer contradicts its line. To parallel it would be a failed job, which --resume-failed repeats.
# shellcheck disable=SC2086,SC2016 # options are words; variables belong to the inner shell
seq 0 $((parts - 1)) | parallel $options --joblog "$folder/joblog" --resume-failed --halt soon,fail=5 \
    "touch '$folder/{}.jsonl'; '${KAESHI:-kaeshi}' solve $* --json --quiet --shard {}/$parts --resume '$folder/{}.jsonl' '$input' \
    >> '$folder/{}.jsonl' 2>> '$folder/{}.log' || [ \$? -eq 1 ]"
