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
set -eu

parts=${SLURM_ARRAY_TASK_COUNT:-16}
task=${SLURM_ARRAY_TASK_ID:?this is for sbatch}
mkdir -p "${FOLDER:?the folder of answers}"
answers=$FOLDER/$task.jsonl
touch "$answers"
"${KAESHI:-kaeshi}" solve "${INPUT:?the file of problems}" --json --quiet --jobs "${SLURM_CPUS_PER_TASK:-1}" --unordered \
    --shard "$task/$parts" --resume "$answers" >> "$answers" || [ $? -eq 1 ]
