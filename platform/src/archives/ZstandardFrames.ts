/**
 * Maximum window in bytes, which the decompressor holds in memory. Clients that compress layers use
 * up to 8 MiB.
 */
const maxWindowBytes = 64 * 1024 * 1024;

const frameMagic = 0xfd2fb528;
const skippableMagic = 0x184d2a50;

/**
 * Reads the frame headers of compressed data (RFC 8878): each states the memory that the frame
 * requires, before anything is decompressed.
 */
export class ZstandardFrames {
  /** Bytes until the next header. */
  #skip = 0;
  #header: number[] = [];
  #inFrame = false;
  #checksum = 0;

  /** Throws for a frame whose window is too large and for data that is not a frame. */
  see(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length) {
      if (this.#skip > 0) {
        const passed = Math.min(this.#skip, bytes.length - at);
        this.#skip -= passed;
        at += passed;
        continue;
      }
      this.#header.push(bytes[at] ?? 0);
      at += 1;
      const whole = this.#inFrame ? this.#readBlock() : this.#readFrame();
      if (whole) this.#header = [];
    }
  }

  #readBlock(): boolean {
    if (this.#header.length < 3) return false;
    const header = Buffer.from(this.#header).readUIntLE(0, 3);
    const [last, isRun, size] = [header & 1, ((header >> 1) & 3) === 1, header >> 3];
    this.#skip = isRun ? 1 : size;
    if (last) {
      this.#skip += this.#checksum;
      this.#inFrame = false;
    }
    return true;
  }

  #readFrame(): boolean {
    const header = Buffer.from(this.#header);
    if (header.length < 5) return false;
    const magic = header.readUInt32LE(0);
    if ((magic & 0xfffffff0) >>> 0 === skippableMagic) {
      if (header.length < 8) return false;
      this.#skip = header.readUInt32LE(4);
      return true;
    }
    if (magic !== frameMagic) throw new Error('the data after a frame is not a frame');
    const flags = header[4] ?? 0;
    const single = (flags & 0x20) !== 0;
    const dictionary = [0, 1, 2, 4][flags & 3] ?? 0;
    const sizeBytes = flags >> 6 ? 1 << (flags >> 6) : Number(single);
    const start = 5 + Number(!single) + dictionary;
    if (header.length < start + sizeBytes) return false;
    const window = single ? sizeOf(header.subarray(start)) : windowOf(header[5] ?? 0);
    if (window > maxWindowBytes) throw new Error(`it requires a window of more than ${maxWindowBytes} bytes`);
    this.#checksum = flags & 4 ? 4 : 0;
    this.#inFrame = true;
    return true;
  }
}

function windowOf(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

/** Size of the content; the field has 1, 2, 4, or 8 bytes. */
function sizeOf(bytes: Buffer): number {
  if (bytes.length === 8) return Number(bytes.readBigUInt64LE());
  const size = bytes.readUIntLE(0, bytes.length);
  return bytes.length === 2 ? size + 256 : size;
}
