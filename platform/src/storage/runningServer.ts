import {
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** State of a running server, for commands on the same machine. */
export interface ServerNote {
  pid: number;
  version: string;
  /** URL that users type. */
  address: string;
  /** URL on this machine, which reaches this process without a proxy. */
  localUrl: string;
  /** ISO 8601. */
  started: string;
}

/**
 * `busy` means that another program, or a server that does not listen yet, has locked the data
 * directory.
 */
export type ServerState =
  | { state: 'stopped' }
  | { state: 'busy'; pid: number }
  | ({ state: 'running' } & ServerNote);

const noteFile = (home: string) => join(home, 'server.json');

/** Commands that read the file concurrently see the old or the new note, never a part of one. */
export function writeServerNote(home: string, note: ServerNote): void {
  const temporary = `${noteFile(home)}.new`;
  try {
    writeFileSync(temporary, `${JSON.stringify(note, null, 1)}\n`, { mode: 0o600 });
    renameSync(temporary, noteFile(home));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

export function removeServerNote(home: string): void {
  rmSync(noteFile(home), { force: true });
}

/**
 * Returns which server uses a data directory, without locking it. Ignores the file of a server that
 * was killed.
 */
export function serverState(home: string): ServerState {
  const lock = join(home, 'lock');
  const pid = Number(read(lock));
  if (!Number.isInteger(pid) || pid <= 0 || !holds(pid, lock)) return { state: 'stopped' };
  const text = read(noteFile(home));
  const note = text === undefined ? undefined : (JSON.parse(text) as ServerNote);
  return note?.pid === pid ? { state: 'running', ...note } : { state: 'busy', pid };
}

/**
 * Whether the process holds the lock. The PID in the file may belong to a process that has ended,
 * or meanwhile to another program.
 */
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
    // Without /proc, or as another user, only the existence of the process can be checked.
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
