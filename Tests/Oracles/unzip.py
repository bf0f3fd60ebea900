"""Reads a ZIP archive from standard input; prints its files in order as JSON lists of name and base64."""

import base64
import io
import json
import sys
import zipfile

with zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read())) as archive:
    # Checks each checksum.
    broken = archive.testzip()
    if broken is not None:
        sys.exit(f"{broken} is damaged")
    files = [
        [info.filename, base64.b64encode(archive.read(info)).decode()] for info in archive.infolist()
    ]
json.dump(files, sys.stdout)
