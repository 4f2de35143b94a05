import { gzipSync } from 'node:zlib';
import { archive } from '../../npm/testing/samples.ts';

export interface SampleCrate {
  name: string;
  vers: string;
  /** Fields of the publish request in addition to name and version. */
  metadata?: Record<string, unknown>;
  /** Lines of `[package]` in addition to name and version. */
  manifest?: string[];
  /** Contents by path below the crate's folder. */
  files?: Record<string, string>;
}

/** Builds a crate's file like `cargo package`. */
export async function sampleCrate({ name, vers, manifest = [], files = {} }: SampleCrate): Promise<Buffer> {
  const toml = ['[package]', `name = "${name}"`, `version = "${vers}"`, 'edition = "2021"', ...manifest].join(
    '\n',
  );
  const all = { 'Cargo.toml': `${toml}\n`, 'src/lib.rs': 'pub fn answer() -> i32 { 42 }\n', ...files };
  const entries = Object.entries(all).map(([path, text]): [string, string] => [
    `${name}-${vers}/${path}`,
    text,
  ]);
  return gzipSync(await archive(entries));
}

/** The body of a publish request. */
export function publishBody(metadata: unknown, crate: Buffer): Buffer {
  const json = Buffer.from(JSON.stringify(metadata));
  const length = (size: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(size);
    return bytes;
  };
  return Buffer.concat([length(json.length), json, length(crate.length), crate]);
}

export function metadataOf({ name, vers, metadata = {} }: SampleCrate): Record<string, unknown> {
  return {
    name,
    vers,
    deps: [],
    features: {},
    authors: [],
    keywords: [],
    categories: [],
    badges: {},
    ...metadata,
  };
}
