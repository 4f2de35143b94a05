import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { FastifyInstance } from 'fastify';
import type { BundleContext, BundleFile, BundlePart } from '../BundlePart.ts';

/** Directory of log files in the data directory. */
const directory = 'log';

interface Days {
  /** ISO 8601, inclusive. Empty for no limit. */
  from: string;
  /** Exclusive. Empty for no limit. */
  until: string;
}

/** Selects lines of this node's log files by time. */
export function logsPart(app: FastifyInstance): BundlePart {
  return {
    perNode: true,
    async files(context) {
      const { logs = { include: true } } = context.parameters;
      if (!logs.include) return [];
      return logFiles(join(app.settings.home, directory), daysOf(logs), context);
    },
  };
}

function daysOf({
  start_date: start = '',
  end_date: end = '',
}: {
  start_date?: string;
  end_date?: string;
}): Days {
  const day = 86_400_000;
  return {
    from: start && new Date(`${start}T00:00:00Z`).toJSON(),
    until: end && new Date(Date.parse(`${end}T00:00:00Z`) + day).toJSON(),
  };
}

async function logFiles(folder: string, days: Days, context: BundleContext): Promise<BundleFile[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files: BundleFile[] = [];
  for (const name of names.sort()) {
    const path = join(folder, name);
    const { mtime, isFile } = await stat(path).then((found) => ({
      mtime: found.mtime,
      isFile: found.isFile(),
    }));
    if (!isFile || !/\.(log|jsonl?)(\.\d+)?$|\.log\./.test(name)) continue;
    if (/\.(gz|zst)$/.test(name)) {
      context.leaveOut(`logs/${name}`, 'Compressed log files are not included');
      continue;
    }
    if (days.from && mtime.toJSON() < days.from) continue;
    files.push({
      path: `logs/${name}`,
      about: 'Log file',
      content: () => linesOf(path, days, context.signal),
    });
  }
  if (files.length === 0)
    context.leaveOut('logs', `The data directory contains no log files of this period (${directory})`);
  return files;
}

/**
 * Streams lines of the period. A line without a time belongs to the previous one. Lines are joined,
 * because thousands of small chunks are slow to compress.
 */
async function* linesOf(path: string, days: Days, signal: AbortSignal): AsyncGenerator<string> {
  const input = createReadStream(path, { encoding: 'utf8' });
  let wanted = days.from === '';
  let piece = '';
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      signal.throwIfAborted();
      const time = timeOf(line);
      if (time !== undefined) wanted = time >= days.from && (days.until === '' || time < days.until);
      if (wanted) piece += `${line}\n`;
      if (piece.length > 64 * 1024) {
        yield piece;
        piece = '';
      }
    }
    yield piece;
  } finally {
    input.destroy();
  }
}

/** Returns the first timestamp in a line, in UTC. */
function timeOf(line: string): string | undefined {
  return /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z/.exec(line.slice(0, 200))?.[0];
}
