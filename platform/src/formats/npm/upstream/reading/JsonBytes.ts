const quote = 0x22;
const backslash = 0x5c;
/** Maximum nesting depth of objects and arrays. */
const maxDepth = 500;

/** The input is not JSON, or is nested too deeply. */
export class NotWalkable extends Error {}

/**
 * Walks over JSON bytes without creating values, because most of a large document is only copied.
 * Strict: a document walked to its end is valid for `JSON.parse`. The bytes must be valid UTF-8.
 * Throws `NotWalkable`.
 */
export class JsonBytes {
  readonly bytes: Uint8Array;
  /** Position of the next byte. */
  at = 0;
  /** Range of the last string, without its quotes. */
  from = 0;
  to = 0;
  /** Whether the last string contains escapes. */
  escaped = false;
  #depth = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** The next byte that is not whitespace. */
  next(): number | undefined {
    const { bytes } = this;
    let { at } = this;
    let byte = bytes[at];
    while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) {
      at += 1;
      byte = bytes[at];
    }
    this.at = at;
    return byte;
  }

  /** Throws unless only whitespace follows. */
  end(): void {
    if (this.next() !== undefined) throw new NotWalkable();
  }

  string(): void {
    const { bytes } = this;
    if (bytes[this.at] !== quote) throw new NotWalkable();
    let at = this.at + 1;
    this.from = at;
    this.escaped = false;
    for (;;) {
      const byte = bytes[at];
      if (byte === quote) break;
      if (byte === backslash) {
        this.escaped = true;
        at += lengthOfEscape(bytes, at);
      } else if (byte !== undefined && byte >= 0x20) at += 1;
      else throw new NotWalkable();
    }
    this.to = at;
    this.at = at + 1;
  }

  /**
   * Walks over an object. Calls `visit` for each member, with `from` and `to` at its key and `at`
   * at its value; `visit` must walk over the value.
   */
  members(visit: () => void): void {
    this.#open(0x7b);
    if (this.next() !== 0x7d) {
      do {
        this.next();
        this.string();
        if (this.next() !== 0x3a) throw new NotWalkable();
        this.at += 1;
        this.next();
        visit();
      } while (this.#another(0x7d));
    }
    this.#close();
  }

  /** Walks over any value. */
  skip(): void {
    const byte = this.next();
    if (byte === quote) this.string();
    else if (byte === 0x7b) this.members(this.#skip);
    else if (byte === 0x5b) this.#array();
    else if (byte === 0x74) this.#literal('true');
    else if (byte === 0x66) this.#literal('false');
    else if (byte === 0x6e) this.#literal('null');
    else this.#number();
  }

  readonly #skip = () => this.skip();

  #array(): void {
    this.#open(0x5b);
    if (this.next() !== 0x5d) {
      do this.skip();
      while (this.#another(0x5d));
    }
    this.#close();
  }

  #open(bracket: number): void {
    if (this.bytes[this.at] !== bracket || ++this.#depth > maxDepth) throw new NotWalkable();
    this.at += 1;
  }

  #close(): void {
    this.#depth -= 1;
    this.at += 1;
  }

  /** Whether a comma follows rather than the closing bracket. */
  #another(bracket: number): boolean {
    const byte = this.next();
    if (byte === bracket) return false;
    if (byte !== 0x2c) throw new NotWalkable();
    this.at += 1;
    return true;
  }

  #literal(text: string): void {
    for (let place = 0; place < text.length; place += 1) {
      if (this.bytes[this.at + place] !== text.charCodeAt(place)) throw new NotWalkable();
    }
    this.at += text.length;
  }

  #number(): void {
    const { bytes } = this;
    if (bytes[this.at] === 0x2d) this.at += 1;
    if (bytes[this.at] === 0x30) this.at += 1;
    else this.#digits();
    if (bytes[this.at] === 0x2e) {
      this.at += 1;
      this.#digits();
    }
    if (bytes[this.at] === 0x65 || bytes[this.at] === 0x45) {
      this.at += 1;
      if (bytes[this.at] === 0x2b || bytes[this.at] === 0x2d) this.at += 1;
      this.#digits();
    }
  }

  /** Requires at least one digit. */
  #digits(): void {
    const from = this.at;
    while (isDigit(this.bytes[this.at])) this.at += 1;
    if (this.at === from) throw new NotWalkable();
  }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/** Characters of single-character escapes. */
const simpleEscapes = new Set([...'"\\/bfnrt'].map((character) => character.charCodeAt(0)));

function lengthOfEscape(bytes: Uint8Array, at: number): number {
  const kind = bytes[at + 1];
  if (kind !== undefined && simpleEscapes.has(kind)) return 2;
  if (kind !== 0x75) throw new NotWalkable();
  for (let place = at + 2; place < at + 6; place += 1) if (!isHex(bytes[place])) throw new NotWalkable();
  return 6;
}

function isHex(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  const lower = byte | 0x20;
  return isDigit(byte) || (lower >= 0x61 && lower <= 0x66);
}
