// The Helm chart: `lading-chart-VERSION.tgz`, as `helm package` writes it.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { create } from 'tar';

/** Fixed, so that the same commit gives the same bytes. */
const TIME = new Date('2000-01-01T00:00:00Z');

/** Writes the chart with the version of the checkout into `target`, and returns its path. */
export async function packChart(root, target) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const parent = mkdtempSync(join(tmpdir(), 'lading-chart-'));
  try {
    const folder = join(parent, 'lading');
    stageChart(root, folder);
    const file = join(target, `lading-chart-${version}.tgz`);
    const options = { gzip: { level: 9, portable: true }, portable: true, mtime: TIME, cwd: parent, file };
    await create(options, filesOf(folder, parent));
    return file;
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

/** Copies the chart to a directory, with the version of the checkout. */
export function stageChart(root, folder) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  cpSync(join(root, 'deploy/helm/lading'), folder, { recursive: true });
  const about = join(folder, 'Chart.yaml');
  const text = readFileSync(about, 'utf8')
    .replace(/^# The release sets both\.\n/m, '')
    .replace(/^version: .*$/m, `version: ${version}`)
    .replace(/^appVersion: .*$/m, `appVersion: "${version}"`);
  writeFileSync(about, text);
}

function filesOf(folder, parent) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(parent, join(entry.parentPath, entry.name)))
    .sort();
}
