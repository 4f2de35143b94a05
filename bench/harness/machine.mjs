import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';

/**
 * Returns one line with the machine and the date of the measurement; `before` is the load when the
 * run started.
 */
export function machine(before) {
  const system =
    /^PRETTY_NAME="(.+)"$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? process.platform;
  const cores = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  const model = cores[0]?.model.trim() || 'unknown processor';
  return [
    new Date().toISOString().slice(0, 16).replace('T', ' ').concat(' UTC'),
    `${cores.length} cores (${model})`,
    `${memory} GiB`,
    system,
    `Node ${process.versions.node}`,
    `load ${before.toFixed(1)} before the run and ${load().toFixed(1)} after it`,
    `commit ${commit()}`,
  ].join(', ');
}

/** Returns the load average of the last minute. */
export const load = () => loadavg()[0];

function commit() {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    }).trim();
  } catch {
    return 'unknown';
  }
}
