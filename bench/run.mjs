// `npm run bench [-- [--quick] [part …]]`: measures, prints tables, and keeps them in RESULTS.md. A
// quick run takes under three minutes, says whether everything can be measured, and keeps nothing.
import { fileURLToPath } from 'node:url';
import { ensureRuntime } from '../scripts/runtime.mjs';
import { load, machine } from './harness/machine.mjs';
import { section, writeResults } from './harness/report.mjs';
import { ensureTools } from './harness/tools.mjs';

await ensureRuntime(fileURLToPath(new URL('..', import.meta.url)));

/** In the order of the results. */
const parts = {
  start: 'Start and rest',
  npm: 'npm',
  install: 'npm install',
  oci: 'Images',
  maven: 'Maven',
  pypi: 'PyPI',
  cargo: 'Cargo',
  console: 'Console',
  shell: 'Shell',
  plugins: 'Plugins',
  rows: 'Rows',
  tree: 'Tree',
  metadata: 'Metadata',
  scanning: 'Scanning',
  search: 'Search',
  dashboard: 'Dashboard',
  insight: 'Comparisons and SBOMs',
  'sign-in': 'Sign-in',
  access: 'Permissions',
  audit: 'Audit log',
  webhooks: 'Webhooks',
  cleanup: 'Cleanup',
  logs: 'Live logs',
  metrics: 'Metrics',
  backup: 'Backups',
};

const args = process.argv.slice(2);
const quick = args.includes('--quick');
const wanted = args.filter((arg) => !arg.startsWith('--'));
const unknown = [
  ...wanted.filter((name) => !(name in parts)),
  ...args.filter((arg) => arg.startsWith('--') && arg !== '--quick'),
];
if (unknown.length > 0) {
  console.error(
    `There is no ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}; option: --quick.`,
  );
  process.exit(2);
}

// Servers and folders go with the process: let it end by an exit.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));

ensureTools();
const done = [];
for (const name of wanted.length > 0 ? wanted : Object.keys(parts)) {
  const before = load();
  console.log(`\n— ${name}`);
  const started = Date.now();
  try {
    const { measure } = await import(`./${name}/${name}.mjs`);
    const blocks = await measure({ quick, log: (line) => console.log(`  ${line}`) });
    const text = section(parts[name], machine(before), blocks);
    console.log(`\n${text}`);
    done.push(text);
    if (!quick) writeResults([text], Object.values(parts));
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
  console.log(`— ${name}: ${Math.round((Date.now() - started) / 1000)} s`);
}
process.exit();
