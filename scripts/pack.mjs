// `node scripts/pack.mjs [DIRECTORY]`: packs contract, kit, and ui, the packages that plugins in other repositories need.
import { execFileSync } from 'node:child_process';
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

const root = fileURLToPath(new URL('..', import.meta.url));
/** Relative to the checkout. */
const GUIDE = 'docs/plugin-guide.md';

/** The workspaces that plugin authors install. */
export const PACKAGES = ['contract', 'kit', 'ui'];

/** Returns the paths of the tarballs. */
export function pack(target) {
  execFileSync(process.execPath, [`${root}node_modules/.bin/tsc`, '--build', 'kit', 'ui'], {
    cwd: root,
    stdio: 'inherit',
  });
  mkdirSync(target, { recursive: true });
  return PACKAGES.map((workspace) => {
    const staged = mkdtempSync(join(tmpdir(), `lading-pack-${workspace}-`));
    try {
      stage(join(root, workspace), staged);
      const args = ['pack', '--json', '--pack-destination', target];
      const [{ filename }] = JSON.parse(
        execFileSync('npm', args, { cwd: staged, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
      );
      return join(target, filename);
    } finally {
      rmSync(staged, { recursive: true, force: true });
    }
  });
}

/** Copies a workspace as a package: its build without tests, and a package.json that does not refer to sources. */
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
  writeFileSync(join(staged, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  for (const name of ['LICENSE', 'CHANGELOG.md']) copyFileSync(join(root, name), join(staged, name));
  mkdirSync(join(staged, 'docs'));
  copyFileSync(join(root, GUIDE), join(staged, 'docs', basename(GUIDE)));
  writeFileSync(join(staged, 'README.md'), readme(manifest));
}

function readme({ name, version, description }) {
  return `# ${name}

${description}.

Version ${version}. Create a plugin with \`lading-kit create NAME\` of \`@lading/kit\`; [the guide](docs/${basename(GUIDE)}) describes the
steps, the contract, and the components. Every exported member has a comment in the type declarations.
`;
}

/** Removes the reference to a source map: maps refer to sources that the package does not contain. */
function withoutMap(path) {
  writeFileSync(path, readFileSync(path, 'utf8').replace(/^\/\/# sourceMappingURL=.*\n?/m, ''));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const target = resolve(process.argv[2] ?? `${root}build/packages`);
  for (const path of pack(target)) console.log(path);
}
