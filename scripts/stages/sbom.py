"""Prints what CycloneDX's own schema finds wrong with a bill of materials; nothing where it is right.

usage: sbom.py FILE
"""

import sys

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

with open(sys.argv[1], encoding="utf-8") as file:
    problem = JsonStrictValidator(SchemaVersion.V1_6).validate_str(file.read())
if problem:
    print(problem.data.message[:1000], list(problem.data.path))
