#!/usr/bin/env python3
"""Spreads `kaeshi solve` over a Spark cluster with RDD.pipe: one process for each partition.

    spark-submit cluster/kaeshi_spark.py problems.obf answers 64 kaeshi solve --json --quiet

`answers` is a folder of text files, as Spark writes them; Spark repeats partitions whose executor dies. Every line gets an
id, its number in the file, because the numbers in an answer count within a partition.
"""

import json
import shlex
import sys

from pyspark.sql import SparkSession


def numbered(pair):
    text, index = pair
    text = text.strip()
    if not text or text[0] in "#%":
        return []
    return [json.dumps({"id": index + 1, "position": text})]


def main():
    if len(sys.argv) < 5:
        sys.exit("usage: kaeshi_spark.py INPUT FOLDER PARTITIONS COMMAND...")
    path, folder, partitions, command = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:]
    session = SparkSession.builder.appName("kaeshi").getOrCreate()
    lines = session.sparkContext.textFile(path).zipWithIndex().flatMap(numbered)
    # Exit status 1 means that an answer contradicts its line; with checkCode Spark would fail the partition for it.
    script = f"{shlex.join(command)} - || [ $? -eq 1 ]"
    piped = lines.repartition(partitions).pipe(shlex.join(["sh", "-c", script]), checkCode=True)
    piped.saveAsTextFile(folder)
    session.stop()


if __name__ == "__main__":
    main()
