// `node scripts/compile.mjs [PROJECT…]`: compiles the TypeScript projects, by default all.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * `root` is the checkout, with a slash at its end. Returns whether all projects compiled; errors
 * are on standard output.
 */
export function compile(root, projects = []) {
  const { references } = JSON.parse(readFileSync(`${root}tsconfig.json`, 'utf8'));
  for (const { path } of references) {
    if (projects.length === 0 || projects.includes(path)) removeStale(`${root}${path}`);
  }
  const args = [`${root}node_modules/.bin/tsc`, '--build', ...projects];
  const { status, error } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (error) throw error;
  return status === 0;
}

/**
 * Removes compiled files of deleted sources, which `tsc` leaves in `dist`: code that still imports
 * them would work here and fail in a new checkout. Returns their paths. Does nothing for projects
 * without `src` and `dist`.
 */
export function removeStale(project) {
  if (!existsSync(`${project}/src`) || !existsSync(`${project}/dist`)) return [];
  const sources = new Set(
    filesIn(`${project}/src`).map((file) => file.replace(/(\.d)?\.(tsx?|js|json)$/, '')),
  );
  const stale = filesIn(`${project}/dist`).filter(
    (file) => compiled.test(file) && !sources.has(file.replace(compiled, '')),
  );
  for (const file of stale) rmSync(`${project}/dist/${file}`);
  return stale;
}

/** What follows the name of the source in the name of a compiled file. */
const compiled = /(\.js|\.d\.ts)(\.map)?$|\.json$/;

function filesIn(directory) {
  return readdirSync(directory, { recursive: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  if (!compile(root, process.argv.slice(2))) process.exitCode = 1;
}
