// `node scripts/lock.mjs`: adds to the lock file the packages of other platforms that npm left out
// of it. npm drops an optional package that the registry does not serve at the moment, and `npm ci`
// then rejects the lock file everywhere. Versions come from the package that lists them, platforms
// from the names.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const { sha256 } = JSON.parse(readFileSync(new URL('runtime.json', import.meta.url), 'utf8'));
const SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const PROCESSORS = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];
const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

/**
 * Adds missing optional packages of other platforms to `packages` of a lock file. Returns their
 * names.
 */
export function addPlatformPackages(packages) {
  const added = [];
  for (const parent of Object.values(packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      if (Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`))) continue;
      if (!EXACT.test(version)) throw new Error(`${name}@${version} is missing and has no exact version`);
      packages[`node_modules/${name}`] = entry(name, version, parent);
      added.push(`${name}@${version}`);
    }
  }
  return added;
}

/**
 * Removes the links `node_modules/.bin/node`: npm's scripts would prefer them to the system's Node,
 * unverified.
 */
export function removeRuntimeLinks(packages) {
  for (const name of Object.keys(sha256)) delete packages[`node_modules/${name}`]?.bin;
}

/** One entry of the lock file. It has no hash: npm adds it when it fetches the package. */
function entry(name, version, parent) {
  const words = name.split('/').at(-1).split('-');
  const os = SYSTEMS.find((system) => words.includes(system));
  const cpu = PROCESSORS.find((processor) => words.includes(processor));
  if (!os || !cpu) throw new Error(`No platform in the name ${name}: add its entry by hand`);
  const libc = os === 'linux' && (words.some((w) => w.startsWith('musl')) ? 'musl' : gnu(words));
  return {
    version,
    cpu: [cpu],
    ...(parent.dev ? { dev: true } : {}),
    ...(libc ? { libc: [libc] } : {}),
    optional: true,
    os: [os],
  };
}

function gnu(words) {
  return words.some((word) => word.startsWith('gnu')) && 'glibc';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = fileURLToPath(new URL('../package-lock.json', import.meta.url));
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const added = addPlatformPackages(lock.packages);
  removeRuntimeLinks(lock.packages);
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  lock.packages = Object.fromEntries(sorted);
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(added.length === 0 ? 'The lock file is complete.' : `Added: ${added.join(', ')}`);
}
