import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { BackupFiles } from './BackupFiles.ts';
import type { Manifest } from './Manifest.ts';
import { readPart } from './parts.ts';

interface ListedBlob {
  sha256: string;
  /** In bytes. */
  size: number;
}

/** Blobs whose SHA-256 begins with the same two digits, so that they share a directory. */
export interface BlobGroup {
  prefix: string;
  blobs: ListedBlob[];
}

/** Reads the blobs of a backup in groups, sorted. */
export async function* readBlobList(
  files: BackupFiles,
  { blobs }: Pick<Manifest, 'blobs'>,
): AsyncGenerator<BlobGroup> {
  let group: BlobGroup | undefined;
  const lines = createInterface({ input: Readable.from(readPart(files, blobs)) });
  for await (const line of lines) {
    const [sha256 = '', size] = line.split('\t');
    const prefix = sha256.slice(0, 2);
    if (group?.prefix !== prefix) {
      if (group) yield group;
      group = { prefix, blobs: [] };
    }
    group.blobs.push({ sha256, size: Number(size) });
  }
  if (group) yield group;
}

/** Merges the blobs of several backups in groups. Each blob lists its backups. */
export async function* mergeBlobLists<B>(
  lists: readonly { backup: B; groups: AsyncIterable<BlobGroup> }[],
): AsyncGenerator<{ prefix: string; blobs: Map<string, { size: number; backups: B[] }> }> {
  const open = await Promise.all(
    lists.map(async ({ backup, groups }) => {
      const iterator = groups[Symbol.asyncIterator]();
      return { backup, iterator, next: await iterator.next() };
    }),
  );
  try {
    for (let at = 0; at < 256; at++) {
      const prefix = at.toString(16).padStart(2, '0');
      const blobs = new Map<string, { size: number; backups: B[] }>();
      for (const list of open) {
        if (list.next.done || list.next.value.prefix !== prefix) continue;
        for (const { sha256, size } of list.next.value.blobs) {
          const known = blobs.get(sha256);
          if (known) known.backups.push(list.backup);
          else blobs.set(sha256, { size, backups: [list.backup] });
        }
        list.next = await list.iterator.next();
      }
      yield { prefix, blobs };
    }
  } finally {
    await Promise.all(open.map(({ iterator }) => iterator.return?.()));
  }
}
