import { isUtf8 } from 'node:buffer';
import { tarballPath } from '../../names.ts';
import type { PackumentForm } from '../../packument/localPackument.ts';
import { isShortField } from '../../packument/shortManifest.ts';
import { markedTarball } from '../../packument/tarballMark.ts';
import { JsonBytes, NotWalkable } from './JsonBytes.ts';
import { isServedVersion, type UpstreamDist, type UpstreamPackument } from './UpstreamPackument.ts';

const shortTop = new Set(['name', 'modified', 'dist-tags', 'versions']);
const skippedFields = new Set(['_rev', '_attachments']);

/**
 * Fast path of `readPackument` for packuments that need no removals except fields that every
 * registry adds: copies the bytes and replaces the tarball URLs. Only a few fields are parsed,
 * because creating and collecting the values of a large packument takes longer than all other work
 * on it. Undefined for any other packument, valid or not.
 */
export function scanPackument(
  bytes: Buffer,
  name: string,
  form: PackumentForm,
  base: string,
): UpstreamPackument | undefined {
  if (!isUtf8(bytes)) return undefined;
  try {
    return new Scan(bytes, name, form, base).packument();
  } catch (error) {
    if (error instanceof NotWalkable) return undefined;
    throw error;
  }
}

/** The publish time of each version in a stored packument. */
export function timesIn(bytes: Buffer): Readonly<Record<string, unknown>> {
  const time = memberOf(bytes, 'time');
  return typeof time === 'object' && time !== null ? (time as Record<string, unknown>) : {};
}

function memberOf(bytes: Buffer, wanted: string): unknown {
  const json = new JsonBytes(bytes);
  let found: unknown;
  try {
    json.next();
    json.members(() => {
      const key = bytes.toString('utf8', json.from, json.to);
      const from = json.at;
      json.skip();
      if (key === wanted) found = JSON.parse(bytes.toString('utf8', from, json.at));
    });
  } catch (error) {
    if (!(error instanceof NotWalkable)) throw error;
    return JSON.parse(bytes.toString())[wanted];
  }
  return found;
}

class Scan {
  readonly #json: JsonBytes;
  readonly #bytes: Buffer;
  readonly #name: string;
  readonly #form: PackumentForm;
  readonly #base: string;
  readonly #dists = new Map<string, UpstreamDist>();
  readonly #tags: Record<string, string> = {};
  /** Output for the current member, up to `#kept`. */
  #pieces: Buffer[] = [];
  #kept = 0;
  /** State of the current version: whether its `dist` was seen, and its content. */
  #version = '';
  #seen = false;
  #dist: UpstreamDist = {};
  #addressed = false;

  constructor(bytes: Buffer, name: string, form: PackumentForm, base: string) {
    this.#json = new JsonBytes(bytes);
    this.#bytes = bytes;
    this.#name = name;
    this.#form = form;
    this.#base = base;
  }

  packument(): UpstreamPackument {
    const json = this.#json;
    const fields = new Set<string>();
    const members: Buffer[] = [];
    json.next();
    json.members(() => {
      this.#kept = json.from - 1;
      this.#pieces = [];
      const key = this.#key();
      if (fields.has(key) || (this.#form === 'short' && !shortTop.has(key))) throw new NotWalkable();
      fields.add(key);
      this.#field(key);
      if (skippedFields.has(key)) return;
      this.#keepUpTo(json.at);
      members.push(Buffer.from(members.length === 0 ? '{' : ','));
      // One by one: spreading many pieces would exceed the argument limit of a call.
      for (const piece of this.#pieces) members.push(piece);
    });
    json.end();
    const isWhole = fields.has('name') && fields.has('dist-tags') && this.#dists.size > 0;
    if (!isWhole || !Object.values(this.#tags).every((version) => this.#dists.has(version)))
      throw new NotWalkable();
    members.push(Buffer.from('}'));
    return { text: Buffer.concat(members), tags: this.#tags, dists: this.#dists };
  }

  #field(key: string): void {
    const json = this.#json;
    if (key === 'versions') json.members(this.#ofVersions);
    else if (key === 'dist-tags') json.members(this.#ofTags);
    else if (key !== 'name') json.skip();
    else if (this.#text() !== this.#name) throw new NotWalkable();
  }

  readonly #ofTags = () => {
    const tag = this.#key();
    if (tag === '__proto__' || Object.hasOwn(this.#tags, tag)) throw new NotWalkable();
    this.#tags[tag] = this.#text();
  };

  readonly #ofVersions = () => {
    const version = this.#key();
    if (!isServedVersion(version) || this.#dists.has(version)) throw new NotWalkable();
    this.#version = version;
    this.#seen = false;
    this.#json.members(this.#ofManifest);
    if (!this.#seen) throw new NotWalkable();
    this.#dists.set(version, this.#dist);
  };

  readonly #ofManifest = () => {
    const json = this.#json;
    if (this.#form === 'full' && json.to - json.from !== 4 && !json.escaped) return json.skip();
    const key = this.#key();
    if (key !== 'dist') {
      if (this.#form === 'short' && !isShortField(key)) throw new NotWalkable();
      return json.skip();
    }
    if (this.#seen) throw new NotWalkable();
    this.#seen = true;
    this.#dist = {};
    this.#addressed = false;
    json.members(this.#ofDist);
    if (!this.#addressed) throw new NotWalkable();
  };

  readonly #ofDist = () => {
    const json = this.#json;
    const from = json.from - 1;
    const key = this.#key();
    if (key === 'tarball') {
      if (this.#addressed) throw new NotWalkable();
      this.#addressed = true;
      const address = this.#text();
      const usual = `${this.#base}${tarballPath(this.#name, this.#version)}`;
      if (address !== usual) this.#dist.url = address;
      this.#keepUpTo(from);
      this.#pieces.push(Buffer.from(`"tarball":${JSON.stringify(markedTarball(this.#name, this.#version))}`));
      this.#kept = json.at;
    } else if (key === 'integrity' || key === 'shasum') {
      if (this.#dist[key] !== undefined) throw new NotWalkable();
      if (this.#bytes[json.at] === 0x22) this.#dist[key] = this.#text();
      else json.skip();
    } else json.skip();
  };

  /** The key of the current member, which must not contain escapes. */
  #key(): string {
    return this.#plain();
  }

  #text(): string {
    this.#json.string();
    return this.#plain();
  }

  #plain(): string {
    const { escaped, from, to } = this.#json;
    if (escaped) throw new NotWalkable();
    return this.#bytes.toString('utf8', from, to);
  }

  #keepUpTo(to: number): void {
    if (to > this.#kept) this.#pieces.push(this.#bytes.subarray(this.#kept, to));
    this.#kept = to;
  }
}
