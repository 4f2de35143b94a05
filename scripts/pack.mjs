// `node scripts/pack.mjs [FOLDER]`: the tarballs of contract, kit and ui, which a plug-in elsewhere is built with.
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
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Gives the tarballs' paths. */
export function pack(target) {
  execFileSync(`${root}node_modules/.bin/tsc`, ['--build', 'kit', 'ui'], { cwd: root, stdio: 'inherit' });
  mkdirSync(target, { recursive: true });
  return ['contract', 'kit', 'ui'].map((room) => {
    const staged = mkdtempSync(join(tmpdir(), `lading-pack-${room}-`));
    try {
      stage(join(root, room), staged);
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

/** The room as a package: its build without tests, and a package.json that does not point at sources. */
function stage(room, staged) {
  cpSync(join(room, 'dist'), join(staged, 'dist'), {
    recursive: true,
    filter: (path) => !/\.test\.|\.tsbuildinfo$|\.map$/.test(path),
  });
  for (const path of readdirSync(join(staged, 'dist'), { recursive: true })) {
    if (/\.(?:js|d\.ts)$/.test(path)) withoutMap(join(staged, 'dist', path));
  }
  for (const path of readdirSync(join(room, 'src'), { recursive: true })) {
    // The compiler leaves these where they are.
    if (/\.(?:css|svg)$/.test(path)) copyFileSync(join(room, 'src', path), join(staged, 'dist', path));
  }
  const described = JSON.parse(readFileSync(join(room, 'package.json'), 'utf8'));
  for (const folder of described.files.filter((name) => name !== 'dist' && existsSync(join(room, name)))) {
    cpSync(join(room, folder), join(staged, folder), { recursive: true });
  }
  const { private: _private, devDependencies: _development, ...rest } = described;
  const exported = Object.entries(described.exports).map(
    ([path, { '@lading/source': _source, ...built }]) => [path, built],
  );
  const text = JSON.stringify({ ...rest, exports: Object.fromEntries(exported) }, null, 2);
  writeFileSync(join(staged, 'package.json'), `${text}\n`);
  writeFileSync(join(staged, 'README.md'), `# ${described.name}\n\n${described.description}.\n`);
}

/** The maps lead to sources that the package does not have. */
function withoutMap(path) {
  writeFileSync(path, readFileSync(path, 'utf8').replace(/^\/\/# sourceMappingURL=.*\n?/m, ''));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const target = resolve(process.argv[2] ?? `${root}build/packages`);
  for (const path of pack(target)) console.log(path);
}
