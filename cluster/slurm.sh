#!/bin/sh
#SBATCH --job-name=kaeshi
#SBATCH --array=0-15
#SBATCH --cpus-per-task=8
#SBATCH --requeue
# One part of the file for each task of an array, several positions at a time.
#
#   sbatch --export=ALL,INPUT=problems.obf,FOLDER=parts cluster/slurm.sh
#
# The same command continues: a task whose part is complete ends at once. Some schedulers limit arrays to 1000 tasks, and are
# upset by more than ten starts a minute, so let a part take an hour or more.
#
# The numbers of the array may begin anywhere and have a step (--array=1-8, --array=0-14:2). FOLDER/array keeps the first
# number, the step and the number of parts, so that some of the tasks can be started again (--array=3,5).
set -eu

refuse() {
    echo "slurm.sh: $*" >&2
    exit 2
}

task=${SLURM_ARRAY_TASK_ID:?this is for sbatch, with --array}
input=${INPUT:?the file of problems}
array=${FOLDER:?the folder of answers}/array
if [ ! -e "$array" ]; then
    first=${SLURM_ARRAY_TASK_MIN:?this is for sbatch, with --array}
    last=${SLURM_ARRAY_TASK_MAX:?this is for sbatch, with --array}
    step=${SLURM_ARRAY_TASK_STEP:-1}
    [ "$step" -gt 0 ] || step=1
    parts=$(((last - first) / step + 1))
    [ "${SLURM_ARRAY_TASK_COUNT:-$parts}" -eq "$parts" ] ||
        refuse "the first array of a folder needs evenly spaced numbers, such as --array=0-15: a gap would leave out a part"
    mkdir -p "$FOLDER"
    # Linked, so that all tasks, which start together, see the whole line of the first one.
    echo "$first $step $parts" > "$array.$task"
    ln "$array.$task" "$array" 2> /dev/null || [ -e "$array" ]
    rm "$array.$task"
fi
read -r first step parts < "$array" || :
case $first,$step,$parts in
*[!0-9,]* | ,* | *, | *,,* | *,0*) refuse "$array: '$first $step $parts' is not a first number, a step and a number of parts; take another FOLDER" ;;
esac
part=$(((task - first) / step))
if [ "$task" -ne $((first + part * step)) ] || [ "$task" -lt "$first" ] || [ "$part" -ge "$parts" ]; then
    refuse "task $task is none of the first array of $FOLDER, --array=$first-$((first + (parts - 1) * step)):$step; take another FOLDER"
fi
answers=$FOLDER/$task.jsonl
touch "$answers"
"${KAESHI:-kaeshi}" solve "$input" --json --quiet --jobs "${SLURM_CPUS_PER_TASK:-1}" --unordered \
    --shard "$part/$parts" --resume "$answers" >> "$answers" || [ $? -eq 1 ]
