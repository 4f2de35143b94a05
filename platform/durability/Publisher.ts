import { createHash, randomBytes, randomInt } from 'node:crypto';
import { publishBody, sampleTarball } from '../src/formats/npm/testing/samples.ts';

/** One thing that was sent, by its address and the hash of its bytes. */
export interface Sent {
  kind: 'npm' | 'generic';
  /** Of an npm package; empty otherwise. */
  name: string;
  version: string;
  /** Where its bytes are, after the server's address. */
  path: string;
  sha256: string;
  /** Set once the server said that it has it. */
  acknowledged: boolean;
}

export interface PublisherOptions {
  url: string;
  authorization: string;
  /** Put into every name, so that rounds do not meet. */
  round: string;
  /** How many clients publish side by side. */
  clients: number;
}

/**
 * Publishes packages and files without end, and remembers what was sent and what was acknowledged.
 */
export class Publisher {
  readonly sent: Sent[] = [];
  /** Answers that are neither a yes nor a broken line. */
  readonly refused: string[] = [];
  readonly #options: PublisherOptions;
  readonly #clients: Promise<void>[] = [];
  #stopped = false;
  #count = 0;

  constructor(options: PublisherOptions) {
    this.#options = options;
    for (let client = 0; client < options.clients; client++) this.#clients.push(this.#publish(client));
  }

  /** What the server has said that it has, by now. */
  acknowledged(): Sent[] {
    return this.sent.filter(({ acknowledged }) => acknowledged);
  }

  /** Waits for what is under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#clients);
  }

  async #publish(client: number): Promise<void> {
    while (!this.#stopped) {
      const number = this.#count++;
      await (number % 3 === 2 ? this.#putFile(number) : this.#putPackage(client % 4, number));
    }
  }

  async #putPackage(line: number, number: number): Promise<void> {
    const sample = { name: `durable-${this.#options.round}-${line}`, version: `1.0.${number}` };
    const files = { 'data.bin': randomBytes(randomInt(1, 60_000)) };
    const tarball = await sampleTarball({ ...sample, files });
    const { name, version } = sample;
    const body = JSON.stringify(publishBody({ ...sample, files }, tarball));
    const base = `/artifactory/api/npm/npm-local/${name}`;
    const path = `${base}/-/${name}-${version}.tgz`;
    await this.#send(base, 'application/json', body, {
      kind: 'npm',
      name,
      version,
      path,
      sha256: sha256(tarball),
    });
  }

  async #putFile(number: number): Promise<void> {
    const bytes = randomBytes(randomInt(1, 300_000));
    const path = `/artifactory/generic-local/durable/${this.#options.round}/file-${number}.bin`;
    const sent = { kind: 'generic', name: '', version: '', path, sha256: sha256(bytes) } as const;
    await this.#send(path, 'application/octet-stream', bytes, sent);
  }

  async #send(
    path: string,
    type: string,
    body: string | Uint8Array,
    what: Omit<Sent, 'acknowledged'>,
  ): Promise<void> {
    const sent: Sent = { ...what, acknowledged: false };
    this.sent.push(sent);
    const { url, authorization } = this.#options;
    const headers = { authorization, 'content-type': type };
    try {
      const answer = await fetch(url + path, { method: 'PUT', headers, body });
      if (answer.ok) sent.acknowledged = true;
      else this.refused.push(`${answer.status} for ${path}: ${(await answer.text()).slice(0, 200)}`);
    } catch {
      // The line broke, as it is meant to: whether the server has it is what is asked afterwards.
      this.#stopped = true;
    }
  }
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
