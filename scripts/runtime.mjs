// The Node that the server, the build, and the tests run on: the system's if it is supported,
// otherwise an npm package.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** The oldest major version with security fixes. */
const OLDEST = 22;
const { version, sha256 } = JSON.parse(readFileSync(new URL('runtime.json', import.meta.url), 'utf8'));
const ADVICE = `install Node ${OLDEST} or newer`;

/** Node is too old and there is no replacement. The message says what to do. */
export class RuntimeError extends Error {
  /** Whether the package was not installed at all. */
  isMissing = false;
}

/**
 * Returns on a supported Node. On an older one, runs the current program again on the Node of the
 * npm package, and exits like it. `root` is the checkout, installed, with a slash at its end. With
 * `isOptional`, returns also when the package is not installed. `LADING_RUNTIME=system` keeps the
 * system's Node, to compare the two.
 */
export async function ensureRuntime(root, { isOptional = false } = {}) {
  if (process.env.LADING_RUNTIME === 'child') endWithParent();
  const [major] = process.versions.node.split('.');
  if (Number(major) >= OLDEST || process.env.LADING_RUNTIME === 'system') return;
  try {
    await runAgain(await runtimeOf(root));
  } catch (error) {
    if (!(error instanceof RuntimeError)) throw error;
    if (isOptional && error.isMissing) return;
    console.error(error.message);
    process.exit(1);
  }
}

/**
 * Returns the path of the Node in `node_modules`. Throws `RuntimeError` if there is none or its
 * content is not the committed one.
 */
export async function runtimeOf(root, { platform = process.platform, arch = process.arch } = {}) {
  const name = `node-${platform}-${arch}`;
  const found = `Node ${process.versions.node} is too old`;
  if (!sha256[name]) throw new RuntimeError(`${found}: ${ADVICE}.`);
  const path = `${root}node_modules/${name}/bin/node`;
  if (!existsSync(path)) {
    const error = new RuntimeError(
      `${found}, and the npm package ${name} is not installed: run npm ci with optional packages, or ${ADVICE}.`,
    );
    error.isMissing = true;
    throw error;
  }
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 2 ** 20 }), hash);
  if (hash.digest('hex') !== sha256[name])
    throw new RuntimeError(
      `node_modules/${name}/bin/node is not the Node ${version} that is expected: run npm ci, or ${ADVICE}.`,
    );
  return path;
}

/**
 * Runs the current program on another Node, passes signals on, and ends as it ends. Does not
 * return.
 */
export async function runAgain(node) {
  const args = [...process.execArgv, ...process.argv.slice(1)];
  // npm looks for its global configuration next to Node: it stays that of the system's Node.
  const prefix = process.env.npm_config_prefix ?? process.env.PREFIX ?? dirname(dirname(process.execPath));
  // Before the program can be seen to run: a signal must not end this process alone.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'])
    process.on(signal, () => signalGroup(child.pid, signal));
  const child = spawn(node, args, {
    // The channel closes with this process, even when it is killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // A separate process group: a terminal sends signals to this process only, so that none arrives
    // twice.
    detached: true,
    env: { ...process.env, PREFIX: prefix, LADING_RUNTIME: 'child' },
  });
  const { code, signal, error } = await new Promise((resolve) => {
    child.once('error', (error) => resolve({ error }));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  if (error) throw new RuntimeError(`Failed to run ${node} (${error.message}): ${ADVICE}.`);
  process.exit(code ?? 128 + constants.signals[signal]);
}

/** Signals a process and those that it started, such as the tests of a test run. */
function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // All have ended.
    if (error.code !== 'ESRCH') throw error;
  }
}

/** Ends this process and its children when its parent has exited. */
function endWithParent() {
  delete process.env.LADING_RUNTIME;
  process.once('disconnect', () => signalGroup(process.pid, 'SIGTERM'));
  process.channel?.unref();
}
