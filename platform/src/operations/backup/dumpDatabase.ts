import { beginSnapshot, connectForDump, tableStatement } from '../../database/dump/DumpClient.ts';
import { DumpThread } from '../../database/dump/DumpThread.ts';
import { listMigrations, listSequences, listTables } from '../../database/dump/tables.ts';
import { lowerPriority } from '../../database/lowerPriority.ts';
import type { BackupFiles } from './BackupFiles.ts';
import type { BackupOptions } from './BackupOptions.ts';
import type { Manifest, Part } from './Manifest.ts';
import { OverlappedWrites } from './OverlappedWrites.ts';
import type { Pace } from './Pace.ts';
import { syncBytes } from './syncBytes.ts';

export type Dump = Pick<Manifest, 'migrations' | 'tables' | 'sequences' | 'blobs'>;

/** Tables that a bucket stores at a time: each is up to one part of an upload in memory. */
const overlapped = 8;

/** Dumps a consistent snapshot. */
export async function dumpDatabase(options: BackupOptions, files: BackupFiles, pace: Pace): Promise<Dump> {
  const { source, progress = () => undefined, signal } = options;
  const client = await connectForDump(source.databaseUrl);
  const writes = new OverlappedWrites(overlapped);
  let thread: DumpThread | undefined;
  const stop = () => thread?.close();
  signal?.addEventListener('abort', stop);
  try {
    await beginSnapshot(client);
    const { isLocal = false, databaseUrl: url } = source;
    const reader = await DumpThread.start({ url, client }, isLocal ? lowerPriority : undefined);
    thread = reader;
    const dump = async (statement: string, file: string): Promise<{ written: Promise<Part> }> => {
      const path = files.localPath?.(file);
      if (path === undefined)
        return writes.add(pace.of(reader.copy(statement)), async (content) => {
          const { size, sha256 } = await files.write(file, content);
          return { file, size, sha256 };
        });
      const written = await reader.copyToFile(statement, { path, syncBytes }, () => pace.rest());
      return { written: Promise.resolve({ file, ...written }) };
    };
    const migrations = await listMigrations(client);
    const found = await listTables(client);
    const dumped: (() => Promise<Manifest['tables'][number]>)[] = [];
    for (const table of found) {
      signal?.throwIfAborted();
      await progress({ phase: 'database', done: dumped.length, total: found.length });
      const { written } = await dump(tableStatement(table), `tables/${table.name}.gz`);
      const rows = reader.rowCount;
      dumped.push(async () => ({ ...table, rows, ...(await written) }));
    }
    const list = await dump('SELECT sha256, size FROM blobs ORDER BY sha256 COLLATE "C"', 'blobs.gz');
    const sequences = await listSequences(client);
    await client.query('COMMIT');
    const blobs = { count: 0, bytes: 0, missing: [], ...(await list.written) };
    const tables = await Promise.all(dumped.map((finish) => finish()));
    return { migrations, tables, sequences, blobs };
  } finally {
    await writes.settle();
    signal?.removeEventListener('abort', stop);
    await thread?.close();
    await client.end().catch(() => undefined);
  }
}
