import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipSample {
  path: string;
  content?: string | Buffer;
  /** Stored uncompressed; deflated otherwise. */
  stored?: boolean;
  /** The size that the directory claims, if not the actual size. */
  claimedSize?: number;
  /** Makes the entry a symbolic link; its content is the link target. */
  link?: boolean;
  /** Extra fields in the directory. */
  extra?: Buffer;
}

/** Builds a zip archive, including invalid ones that no correct program writes. */
export function zipOf(entries: readonly ZipSample[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, content = '', stored = false, claimedSize, link = false, extra } of entries) {
    const bytes = Buffer.from(content);
    const packed = stored ? bytes : deflateRawSync(bytes);
    const name = Buffer.from(path);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(0x800, 2);
    shared.writeUInt16LE(stored ? 0 : 8, 4);
    // January 1, 1980.
    shared.writeUInt16LE(33, 8);
    shared.writeUInt32LE(crc32(bytes), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(claimedSize ?? bytes.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, name, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    // Unix file type and permissions.
    if (link) tail.writeUInt32LE((0o120777 << 16) >>> 0, 6);
    const madeBy = link ? 'PK\x01\x02\x14\x03' : 'PK\x01\x02\x14\0';
    const { length = 0 } = extra ?? {};
    const named = Buffer.concat([Buffer.from(madeBy), shared, tail, name, extra ?? Buffer.alloc(0)]);
    named.writeUInt16LE(length, 30);
    directory.push(named);
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, central, Buffer.from('PK\x05\x06'), end]);
}
