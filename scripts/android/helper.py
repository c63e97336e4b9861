#!/usr/bin/env python3
"""Assembles the helper for phones: crates/device-android/helper/*.smali to helper.jar beside them, the same bytes each time.

    python3 scripts/android/helper.py [FILE]

It takes Java and Debian's libsmali-java (`apt install default-jre-headless libsmali-java`).
"""

import argparse
import pathlib
import subprocess
import tempfile
import zipfile

SMALI = "/usr/share/java/smali.jar"
# Android 8.0, the oldest that the helper is for.
API = "26"


def main():
    sources = pathlib.Path(__file__).resolve().parents[2] / "crates/device-android/helper"
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", nargs="?", type=pathlib.Path, default=sources / "helper.jar")
    out = parser.parse_args().file
    with tempfile.TemporaryDirectory() as folder:
        dex = pathlib.Path(folder) / "classes.dex"
        files = sorted(str(it) for it in sources.glob("*.smali"))
        command = ["java", "-jar", SMALI, "assemble", "--jobs", "1", "--api", API, "--output", str(dex), *files]
        subprocess.run(command, check=True)
        # Not packed, and of no time: another zlib or another day makes no other file.
        entry = zipfile.ZipInfo("classes.dex", (1980, 1, 1, 0, 0, 0))
        with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as jar:
            jar.writestr(entry, dex.read_bytes())


if __name__ == "__main__":
    main()
