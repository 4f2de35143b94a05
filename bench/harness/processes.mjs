import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Starts a server for one run. `output()` returns the end of its output so far, `onPrinted`
 * receives all further output in chunks; `stop` shuts it down gracefully, `kill` does not. It is
 * ended with the bench, however that ends.
 */
export function startProcess(command, args, { cwd, env }) {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  const listeners = new Set();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text) => {
      printed = (printed + text).slice(-20_000);
      for (const listener of listeners) listener(text);
    });
  }
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const end = (signal) => async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
    process.off('exit', atExit);
  };
  const atExit = () => child.kill('SIGKILL');
  process.once('exit', atExit);
  return {
    pid: child.pid,
    output: () => printed,
    /** Returns a function that removes the listener. */
    onPrinted(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get running() {
      return child.exitCode === null && child.signalCode === null;
    },
    stop: end('SIGTERM'),
    kill: end('SIGKILL'),
  };
}

/**
 * Returns the milliseconds until `address` responds successfully. Throws with the output of the
 * process when it exits first.
 */
export async function untilAnswers(
  server,
  address,
  { deadline = 60_000, every = 5, fetch: get = fetch } = {},
) {
  const started = performance.now();
  while (performance.now() - started < deadline) {
    if (!server.running) throw new Error(`the server ended at once:\n${server.output()}`);
    const response = await get(address).catch(() => undefined);
    await response?.arrayBuffer?.();
    if (response?.ok) return performance.now() - started;
    await delay(every);
  }
  throw new Error(`no answer from ${address} in ${deadline} ms:\n${server.output()}`);
}

export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/**
 * Returns the memory of a process and its descendants in bytes: `rss` counts a shared page once per
 * process; `pss` counts it once in total.
 */
export function memoryOfTree(pid) {
  const sum = { processes: 0, rss: 0, pss: 0 };
  for (const member of treeOf(pid).keys()) {
    const rollup = readText(`/proc/${member}/smaps_rollup`);
    if (!rollup) continue;
    sum.processes += 1;
    sum.rss += field(rollup, 'Rss');
    sum.pss += field(rollup, 'Pss');
  }
  return sum;
}

/**
 * Returns the CPU time of a process and its descendants so far, in milliseconds with a resolution
 * of 10. Includes descendants that have exited.
 */
export function cpuOfTree(pid) {
  const sum = { own: 0, below: 0 };
  for (const [member, fields] of treeOf(pid)) {
    const [user, system, childrenUser, childrenSystem] = fields.slice(11, 15).map(Number);
    if (member === pid) sum.own += user + system;
    else sum.below += user + system + childrenUser + childrenSystem;
  }
  return { own: sum.own * 10, below: sum.below * 10 };
}

/**
 * Returns the process and its descendants, each with the fields of its `stat` starting at the
 * state.
 */
function treeOf(pid) {
  const all = new Map();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = readText(`/proc/${entry}/stat`);
    // The name in parentheses can contain spaces, so the fields are counted from the last
    // parenthesis.
    if (stat) all.set(Number(entry), stat.slice(stat.lastIndexOf(')') + 2).split(' '));
  }
  const tree = new Set([pid]);
  for (let grown = true; grown; ) {
    grown = false;
    for (const [child, [, parent]] of all) {
      if (tree.has(Number(parent)) && !tree.has(child)) {
        tree.add(child);
        grown = true;
      }
    }
  }
  return new Map([...all].filter(([member]) => tree.has(member)));
}

const field = (text, name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024;

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process exited while the list was read.
    return undefined;
  }
}
