// Checks that browser code takes only types from @lading/contract/rest, whose values need the
// schema library. `node scripts/checks/restImports.mjs [other/root]`
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Code that runs in a browser. The shell's shared values come from `@lading/contract`. */
const browserCode = /^(?:plugins\/[^/]+|ui|shell|root-config)\/src\/.*\.tsx?$/;
const ofTests = /\.test\.tsx?$|\/testing\//;
const statements = /^(?:import|export)\s+(?!type\b)([^;]*?)\s*from\s*'@lading\/contract\/(rest|schemas)'/gm;
const calls = /\bimport\(\s*'@lading\/contract\/(rest|schemas)'\s*\)/g;

/** Returns one sentence for each import of a value. `root` is the repository. */
export function findRestImports(root) {
  return ['plugins', 'ui/src', 'shell/src', 'root-config/src'].flatMap((folder) =>
    filesIn(root, folder)
      .filter((file) => browserCode.test(file) && !ofTests.test(file))
      .flatMap((file) => faultsIn(file, readFileSync(join(root, file), 'utf8'))),
  );
}

function filesIn(root, folder) {
  let found;
  try {
    found = readdirSync(join(root, folder), { recursive: true });
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
  return found
    .map((file) => `${folder}/${file.split(sep).join('/')}`)
    .filter((file) => !file.includes('/node_modules/'));
}

function faultsIn(file, text) {
  const values = [...text.matchAll(statements)]
    .filter(([, names]) => !isTypesOnly(names))
    .map(([, names, from]) => fault(file, names.replace(/\s+/g, ' ').trim(), from));
  return [...values, ...[...text.matchAll(calls)].map(([, from]) => fault(file, 'import()', from))];
}

/** `{ type A, type B }`. */
function isTypesOnly(names) {
  const [, inner] = /^\{([^}]*)\}$/.exec(names.trim()) ?? [];
  if (inner === undefined) return false;
  const each = inner.split(',').map((name) => name.trim());
  return each.every((name) => name === '' || name.startsWith('type '));
}

function fault(file, names, from) {
  return `${file} imports a value from @lading/contract/${from}: ${names}. It would load the schema library into the browser. Write "import type", get the value from an answer of the platform, or define it in @lading/contract.`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = process.argv[2] ?? fileURLToPath(new URL('../../', import.meta.url));
  const faults = findRestImports(root);
  for (const each of faults) console.error(each);
  if (faults.length > 0) process.exitCode = 1;
}
