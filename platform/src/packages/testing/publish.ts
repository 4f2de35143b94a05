import { transaction } from '../../database/db.ts';
import { putFile } from '../../files/files.ts';
import { blobs } from '../../storage/storage.ts';
import type { IndexedVersion } from '../IndexedVersion.ts';
import { indexVersion } from '../indexing.ts';

export type Published = Pick<IndexedVersion, 'name' | 'version'> &
  Partial<IndexedVersion> & { content?: string | Buffer };

/** Stores a file and indexes it, like a package protocol on publish. */
export async function publish({ content, ...given }: Published): Promise<void> {
  const repo = given.repo ?? 'npm-local';
  const path = given.leadFile ?? `${given.name}/-/${given.name}-${given.version}.tgz`;
  const blob = await blobs().put(bytes(content ?? `${given.name}@${given.version}`));
  await transaction(async () => {
    const file = await putFile(repo, path, blob, 'tester', { overwrite: true });
    await indexVersion({
      type: 'npm',
      created: new Date(),
      licenses: ['MIT'],
      ...given,
      repo,
      leadFile: path,
      files: given.files ?? [file],
    });
  });
}

async function* bytes(content: string | Buffer): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content);
}
