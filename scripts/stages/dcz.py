"""Decodes dcz bodies (RFC 9842) as a browser does, with python-zstandard, and prints the SHA-256 of what is in each.

stdin: {"dictionary": base64, "bodies": [base64]}
stdout: [hexadecimal digits, or what is wrong]
"""

import base64
import hashlib
import json
import sys

import zstandard

MAGIC = bytes([0x5E, 0x2A, 0x4D, 0x18, 0x20, 0, 0, 0])
# Window that every client must support for a dictionary no larger than this.
MAX_WINDOW_BYTES = 8 << 20

given = json.load(sys.stdin)
dictionary = base64.b64decode(given["dictionary"])
digest = hashlib.sha256(dictionary).digest()
raw = zstandard.ZstdCompressionDict(dictionary, dict_type=zstandard.DICT_TYPE_RAWCONTENT)


def decoded(body):
    if body[:8] != MAGIC:
        return "the magic number is missing"
    if body[8:40] != digest:
        return "it names another dictionary"
    try:
        decoder = zstandard.ZstdDecompressor(dict_data=raw, max_window_size=MAX_WINDOW_BYTES)
        return hashlib.sha256(decoder.decompressobj().decompress(body[40:])).hexdigest()
    except zstandard.ZstdError as error:
        return str(error)


json.dump([decoded(base64.b64decode(body)) for body in given["bodies"]], sys.stdout)
