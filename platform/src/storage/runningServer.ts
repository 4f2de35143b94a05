import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Written by a server that listens, for commands on the same machine. */
export interface ServerNote {
  pid: number;
  version: string;
  /** The URL that users type. */
  address: string;
  /** The URL on this machine, which reaches this process and no proxy before it. */
  localUrl: string;
  /** ISO 8601. */
  started: string;
}

/** `busy`: another program has locked the data directory, or a server that does not listen yet. */
export type ServerState =
  | { state: 'stopped' }
  | { state: 'busy'; pid: number }
  | ({ state: 'running' } & ServerNote);

const noteFile = (home: string) => join(home, 'server.json');

export function writeServerNote(home: string, note: ServerNote): void {
  writeFileSync(noteFile(home), `${JSON.stringify(note, null, 1)}\n`, { mode: 0o600 });
}

export function removeServerNote(home: string): void {
  rmSync(noteFile(home), { force: true });
}

/** Reads which server uses a data directory, without locking it. A note that a killed server left is ignored. */
export function serverState(home: string): ServerState {
  const lock = join(home, 'lock');
  const pid = Number(read(lock));
  if (!Number.isInteger(pid) || pid <= 0 || !holds(pid, lock)) return { state: 'stopped' };
  const text = read(noteFile(home));
  const note = text === undefined ? undefined : (JSON.parse(text) as ServerNote);
  return note?.pid === pid ? { state: 'running', ...note } : { state: 'busy', pid };
}

/** The number in the file can be that of a process that has ended, or by now of another program. */
function holds(pid: number, lock: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const files = `/proc/${pid}/fd`;
  try {
    const path = realpathSync(lock);
    return readdirSync(files).some((name) => linkOf(join(files, name)) === path);
  } catch (error) {
    // Without /proc, or as another user, the process itself is all that can be seen.
    return ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '') || !hasProc();
  }
}

function hasProc(): boolean {
  return linkOf('/proc/self/cwd') !== undefined;
}

function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
