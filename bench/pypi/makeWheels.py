"""Makes wheels of about 20 kB: makeWheels.py FOLDER COUNT."""
import base64
import hashlib
import random
import sys
import zipfile

folder, count = sys.argv[1], int(sys.argv[2])
numbers = random.Random(20)
for number in range(count):
    name, version = f"bench_{number}", "1.0"
    info = f"{name}-{version}.dist-info"
    files = {
        f"{name}/__init__.py": base64.b64encode(numbers.randbytes(24_000)).decode(),
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nSummary: For a bench\n"
        "License: MIT\nRequires-Python: >=3.8\nRequires-Dist: requests (>=2)\n"
        "Description-Content-Type: text/markdown\n\n" + "Some words of a readme.\n" * 60,
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: bench\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = ""
    for path, text in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
        record += f"{path},sha256={digest},{len(text)}\n"
    with zipfile.ZipFile(f"{folder}/{name}-{version}-py3-none-any.whl", "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, text in [*files.items(), (f"{info}/RECORD", f"{record}{info}/RECORD,,\n")]:
            wheel.writestr(path, text)
