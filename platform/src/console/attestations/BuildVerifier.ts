import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Verifier } from '@sigstore/verify';
import { LRUCache } from 'lru-cache';
import type { CheckedBuild, StoredProvenance } from './Build.ts';

/** Maximum size of the trusted root, in bytes. That of Sigstore has about 10,000. */
const LIMIT = 1024 * 1024;

type Root = { verifier: Verifier } | { problem: string };

interface ReadRoot {
  /** Hash of the file. */
  stamp: string;
  root: Root;
}

/**
 * Verifies which builds made packages, with the trusted root that the operator of the node
 * supplies. The libraries for it are loaded once a package has provenance.
 */
export class BuildVerifier {
  #root: ReadRoot | undefined;
  #reading: Promise<ReadRoot> | undefined;
  /** Depends on the trusted root, the bundle, and the package, but not on the time. */
  readonly #checked = new LRUCache<string, CheckedBuild>({ max: 2000 });

  /** `path` is that of the trusted root, which is read again after changes. */
  constructor(private readonly path: string) {}

  async check(
    { name, version }: { name: string; version: string },
    { bundle, sha512 }: StoredProvenance,
  ): Promise<CheckedBuild> {
    if (sha512 === null) return notValid('the SHA-512 of the package is not known here');
    const { stamp, root } = await this.#read();
    if ('problem' in root) return root;
    const content = createHash('sha256').update(bundle).digest('hex');
    const key = [stamp, content, sha512, name, version].join(' ');
    const known = this.#checked.get(key);
    if (known) return known;
    const checked = await verified(bundle, { name, version, sha512 }, root.verifier);
    this.#checked.set(key, checked);
    return checked;
  }

  /** Concurrent calls share one read. */
  #read(): Promise<ReadRoot> {
    this.#reading ??= this.#readNow().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readNow(): Promise<ReadRoot> {
    const text = await textOf(this.path).catch((error: NodeJS.ErrnoException) => error);
    if (typeof text !== 'string') {
      const why = text.code === 'ENOENT' ? `${this.path} does not exist` : text.message;
      const problem = `Its provenance cannot be verified without a trusted root: ${why}`;
      return { stamp: '', root: { problem } };
    }
    const stamp = createHash('sha256').update(text).digest('hex');
    if (this.#root?.stamp !== stamp) this.#root = { stamp, root: await rootIn(text, this.path) };
    return this.#root;
  }
}

async function rootIn(text: string, path: string): Promise<Root> {
  const { readTrustedRoot } = await import('./verifyBundle.ts');
  try {
    return { verifier: readTrustedRoot(text) };
  } catch (error) {
    const why = (error as Error).message.slice(0, 200);
    return {
      problem: `Its provenance cannot be verified: ${path} is not a trusted root of Sigstore: ${why}`,
    };
  }
}

async function verified(
  bundle: string,
  of: { name: string; version: string; sha512: string },
  verifier: Verifier,
): Promise<CheckedBuild> {
  const { verifyBundle } = await import('./verifyBundle.ts');
  try {
    return { build: verifyBundle(bundle, of, verifier) };
  } catch (error) {
    return notValid((error as Error).message.slice(0, 300));
  }
}

async function textOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size > LIMIT) throw new Error(`${path} is larger than ${LIMIT} bytes`);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

function notValid(why: string): CheckedBuild {
  return { problem: `Its provenance is not valid: ${why}` };
}
