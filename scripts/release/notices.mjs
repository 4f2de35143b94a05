// The licenses of the packages whose code the server and the console contain.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifests } from './check.mjs';
import { lockFor } from './lockFor.mjs';

/** Workspaces whose code is not part of the product. */
const TOOLS = ['', 'kit', 'e2e', 'bench'];

/**
 * Returns one text with name, license, and license file of each package. `root` is the checkout,
 * installed.
 */
export function notices(root) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const found = new Map();
  for (const [workspace, { dependencies = {} }] of manifests(root)) {
    if (TOOLS.includes(workspace)) continue;
    const others = Object.entries(dependencies).filter(([name]) => !name.startsWith('@lading/'));
    const { packages } = lockFor(lock, workspace, { dependencies: Object.fromEntries(others) });
    for (const [path, entry] of Object.entries(packages)) {
      if (path === '' || entry.optional) continue;
      const own = join(root, workspace, path);
      const directory = existsSync(own) ? own : join(root, path);
      const title = `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)} ${entry.version}`;
      found.set(title, notice(title, directory));
    }
  }
  const sorted = [...found].sort(([a], [b]) => a.localeCompare(b, 'en')).map(([, text]) => text);
  return `This product contains code of the following packages.\n\n${sorted.join('\n')}`;
}

function notice(title, directory) {
  const { license = 'see the text' } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  const files = readdirSync(directory).filter((name) =>
    /^(?:licen[sc]e|notice|copying)(?:[.-]|$)/i.test(name),
  );
  const texts = files.map((name) => readFileSync(join(directory, name), 'utf8').trim());
  const rule = '-'.repeat(80);
  return `${rule}\n${title} (${typeof license === 'string' ? license : license.type})\n${rule}\n${texts.map((text) => `${text}\n`).join('\n')}`;
}
