// `node scripts/pack.mjs [DIRECTORY]`: packs contract, kit, ui, and create-lading-plugin, the
// packages that plugins in other repositories need.
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compile } from './compile.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Relative to the checkout. */
const GUIDE = 'docs/plugin-guide.md';

/** The workspaces that plugin authors install. */
const WORKSPACES = ['contract', 'kit', 'ui'];
/**
 * The package of `npm create lading-plugin`: a part of kit, bundled so that it has no dependencies.
 */
const CREATE = 'create-lading-plugin';

/** Returns the paths of the tarballs. */
export async function pack(target) {
  if (!compile(root, ['kit', 'ui']))
    throw new Error('The packages could not be compiled: see the lines above.');
  mkdirSync(target, { recursive: true });
  const packages = WORKSPACES.map((name) => packOne(target, (staged) => stage(join(root, name), staged)));
  return Promise.all([...packages, packOne(target, stageCreate)]);
}

/**
 * `stageInto` writes the files of the package to an empty directory. Returns the path of the
 * tarball.
 */
async function packOne(target, stageInto) {
  const staged = mkdtempSync(join(tmpdir(), 'lading-pack-'));
  try {
    await stageInto(staged);
    const args = ['pack', '--json', '--pack-destination', target];
    const { stdout } = await promisify(execFile)('npm', args, { cwd: staged });
    return join(target, JSON.parse(stdout)[0].filename);
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

/** Its program and the templates keep their places relative to each other. */
async function stageCreate(staged) {
  const { build } = await import('esbuild');
  await build({
    entryPoints: [join(root, 'kit/dist/create/main.js')],
    outfile: join(staged, 'dist/create/main.js'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  });
  cpSync(join(root, 'kit/templates'), join(staged, 'templates'), { recursive: true });
  const { version, license } = JSON.parse(readFileSync(join(root, 'kit/package.json'), 'utf8'));
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const manifest = {
    name: CREATE,
    version,
    license,
    type: 'module',
    description: 'Creates plugins for the console of Lading',
    bin: { [CREATE]: './dist/create/main.js' },
    files: ['dist', 'templates', 'docs', 'CHANGELOG.md'],
    engines,
  };
  describe(staged, manifest);
}

/**
 * Copies a workspace as a package: its build without tests, and a package.json that does not refer
 * to sources.
 */
function stage(workspace, staged) {
  cpSync(join(workspace, 'dist'), join(staged, 'dist'), {
    recursive: true,
    filter: (path) => !/\.test\.|\.tsbuildinfo$|\.map$/.test(path),
  });
  for (const path of readdirSync(join(staged, 'dist'), { recursive: true })) {
    if (/\.(?:js|d\.ts)$/.test(path)) withoutMap(join(staged, 'dist', path));
  }
  for (const path of readdirSync(join(workspace, 'src'), { recursive: true })) {
    // The compiler does not copy these.
    if (/\.(?:css|svg)$/.test(path)) copyFileSync(join(workspace, 'src', path), join(staged, 'dist', path));
  }
  const manifest = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8'));
  for (const name of manifest.files.filter((name) => name !== 'dist' && existsSync(join(workspace, name)))) {
    cpSync(join(workspace, name), join(staged, name), { recursive: true });
  }
  const { private: _private, devDependencies: _development, ...rest } = manifest;
  const exported = Object.entries(manifest.exports).map(([path, { '@lading/source': _source, ...built }]) => [
    path,
    built,
  ]);
  const published = {
    ...rest,
    files: [...rest.files, 'docs', 'CHANGELOG.md'],
    exports: Object.fromEntries(exported),
  };
  describe(staged, published);
}

/** Writes the files that all packages have. */
function describe(staged, manifest) {
  writeFileSync(join(staged, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const name of ['LICENSE', 'CHANGELOG.md']) copyFileSync(join(root, name), join(staged, name));
  mkdirSync(join(staged, 'docs'));
  copyFileSync(join(root, GUIDE), join(staged, 'docs', basename(GUIDE)));
  writeFileSync(join(staged, 'README.md'), readme(manifest));
}

function readme({ name, version, description }) {
  return `# ${name}

${description}.

Version ${version}. A running console serves this package: create a plugin with
\`npm create lading-plugin NAME --registry http://localhost:8082/ui/sdk/\`. [The guide](docs/${basename(GUIDE)}) describes the
steps, the contract, and the components. Every exported member has a comment in the type declarations.
`;
}

/**
 * Removes the reference to a source map: maps refer to sources that the package does not contain.
 */
function withoutMap(path) {
  writeFileSync(path, readFileSync(path, 'utf8').replace(/^\/\/# sourceMappingURL=.*\n?/m, ''));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const target = resolve(process.argv[2] ?? `${root}build/packages`);
  for (const path of await pack(target)) console.log(path);
}
