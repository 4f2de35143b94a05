import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';

/** One line that says on what and when the figures were taken. */
export function machine() {
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
    `load before the run ${loadavg()[0].toFixed(1)}`,
    `commit ${commit()}`,
  ].join(', ');
}

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
