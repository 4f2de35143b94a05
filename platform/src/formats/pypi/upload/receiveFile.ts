import { blake2b, createBLAKE2b } from 'hash-wasm';
import { gather } from '../../../blobs/gather.ts';
import { type Received, receive, small } from '../../../pipeline/receive.ts';

export interface ReceivedFile extends Received {
  /** BLAKE2b-256 hash in hexadecimal. */
  blake2: string;
}

export async function receiveFile(source: AsyncIterable<Uint8Array>, limit: number): Promise<ReceivedFile> {
  const { whole, rest } = await gather(source, small);
  if (whole) return { ...(await receive(once(whole), limit)), blake2: await blake2b(whole, 256) };
  const hash = await createBLAKE2b(256);
  const received = await receive(passing(rest, hash), limit);
  return { ...received, blake2: hash.digest('hex') };
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

async function* passing(
  source: AsyncIterable<Uint8Array>,
  hash: { update(part: Uint8Array): unknown },
): AsyncGenerator<Uint8Array> {
  for await (const part of source) {
    hash.update(part);
    yield part;
  }
}
