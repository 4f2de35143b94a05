import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

/** Writes a wheel that contains only its metadata, and returns its path. */
export function writeWheel(folder: string, name: string, version: string, description: string): string {
  const info = `${name}-${version}.dist-info`;
  const metadata = `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\nSummary: Made for a test\nDescription-Content-Type: text/x-rst\n\n${description}\n`;
  const path = join(folder, `${name}-${version}-py3-none-any.whl`);
  const wheel = 'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n';
  writeFileSync(
    path,
    zip([
      [`${info}/METADATA`, metadata],
      [`${info}/WHEEL`, wheel],
      [`${info}/RECORD`, ''],
    ]),
  );
  return path;
}

/** Returns an archive with uncompressed files. */
function zip(files: readonly (readonly [path: string, text: string])[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [path, text] of files) {
    const [name, data] = [Buffer.from(path), Buffer.from(text)];
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    parts.push(Buffer.from('PK\x03\x04'), common, name, data);
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), common, place, name);
    at += 4 + 26 + name.length + data.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06'), end]);
}
