// The Debian package: the server archive, its npm packages and Node, a systemd unit, and the
// command lading.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { extract } from 'tar';
import { compressionLevel } from './compression.mjs';
import { installPackages } from './dependencies.mjs';

/** Fixed, so that the same commit gives the same bytes. */
const EPOCH = 946_684_800;
const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };

/** Whether this machine can build the package. */
export function canPackDebian() {
  return process.arch in ARCHITECTURES && spawnSync('dpkg-deb', ['--version']).status === 0;
}

/**
 * Writes `lading_VERSION_ARCHITECTURE.deb` into `target` and returns its path. `archive` is the
 * server archive, `root` the checkout.
 */
export async function packDebian(root, archive, target) {
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const architecture = ARCHITECTURES[process.arch];
  // A version before 1.0.0 is older than 1.0.0: the tilde sorts first.
  const debianVersion = version.replace('-', '~');
  const parent = mkdtempSync(join(tmpdir(), 'lading-debian-'));
  try {
    const tree = join(parent, 'tree');
    const program = join(tree, 'usr/lib/lading');
    mkdirSync(program, { recursive: true });
    await extract({ file: archive, cwd: program, strip: 1 });
    installPackages(root, program);
    addFiles(root, tree, program, debianVersion);
    writeControl(root, tree, { debianVersion, architecture });
    normalize(tree);
    const file = join(target, `lading_${debianVersion}_${architecture}.deb`);
    const env = { ...process.env, SOURCE_DATE_EPOCH: String(EPOCH) };
    // xz takes minutes for Node's program, and lintian rejects zstd.
    const level = `-z${compressionLevel(9)}`;
    const args = ['--root-owner-group', '-Zgzip', level, '--build', tree, file];
    const { status, stderr } = spawnSync('dpkg-deb', args, { env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`dpkg-deb failed: ${stderr}`);
    return file;
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

function addFiles(root, tree, program, debianVersion) {
  const put = (path, content, mode = 0o644) => {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), content, { mode });
  };
  const own = (name) => readFileSync(join(root, 'deploy/debian', name));
  const text = (path) => readFileSync(join(root, path));
  put('usr/bin/lading', own('lading'), 0o755);
  put('usr/lib/systemd/system/lading.service', own('lading.service'));
  put('etc/lading/lading.env', own('lading.env'), 0o640);
  put('usr/share/man/man1/lading.1.gz', gzip(own('lading.1')));
  put('usr/share/lintian/overrides/lading', own('lintian-overrides'));
  put('usr/share/doc/lading/changelog.gz', gzip(changelog(debianVersion)));
  put('usr/share/doc/lading/CHANGELOG.md.gz', gzip(text('CHANGELOG.md')));
  put('usr/share/doc/lading/administrator-guide.md.gz', gzip(text('docs/administrator-guide.md')));
  put('usr/share/doc/lading/settings.md.gz', gzip(text('docs/reference/settings.md')));
  put(
    'usr/share/doc/lading/copyright',
    `Lading is licensed under the Apache License 2.0, see /usr/share/common-licenses/Apache-2.0.\n\n${readFileSync(join(program, 'THIRD-PARTY-LICENSES.txt'), 'utf8')}`,
  );
  for (const unused of ['LICENSE', 'bin/lading', 'deploy'])
    rmSync(join(program, unused), { recursive: true });
}

/** In the form of Debian's tools; a release has no other date that is always the same. */
function changelog(debianVersion) {
  const date = new Date(EPOCH * 1000).toUTCString().replace('GMT', '+0000');
  const text = '  * Release. See /usr/share/doc/lading/CHANGELOG.md.gz.';
  return `lading (${debianVersion}) stable; urgency=medium\n\n${text}\n\n -- Lading developers <lading@localhost>  ${date}\n`;
}

function writeControl(root, tree, { debianVersion, architecture }) {
  const files = entriesOf(tree).filter(({ isFile }) => isFile);
  const kibibytes = files.reduce((sum, { size }) => sum + Math.ceil(size / 1024), 0);
  const directory = join(tree, 'DEBIAN');
  mkdirSync(directory);
  const control = readFileSync(join(root, 'deploy/debian/control'), 'utf8')
    .replace('@VERSION@', debianVersion)
    .replace('@ARCHITECTURE@', architecture)
    .replace('@SIZE@', String(kibibytes));
  writeFileSync(join(directory, 'control'), control);
  writeFileSync(join(directory, 'conffiles'), '/etc/lading/lading.env\n');
  for (const script of ['postinst', 'prerm', 'postrm']) {
    cpSync(join(root, 'deploy/debian', script), join(directory, script));
    chmodSync(join(directory, script), 0o755);
  }
  const sums = files
    .filter(({ path }) => !path.startsWith('etc/'))
    .map(({ path }) => {
      const hash = createHash('md5')
        .update(readFileSync(join(tree, path)))
        .digest('hex');
      return `${hash}  ${path}\n`;
    });
  writeFileSync(join(directory, 'md5sums'), sums.join(''));
}

/** The modes and times that do not depend on who builds, and when. */
function normalize(tree) {
  for (const { path, isLink, isFile, mode } of [...entriesOf(tree), { path: '', mode: 0o755 }]) {
    const full = join(tree, path);
    const isSecret = path === 'etc/lading/lading.env';
    const isProgram = !isFile || (mode & 0o100 && !/\.so(\.\d+)*$/.test(path));
    if (!isLink) chmodSync(full, isSecret ? 0o640 : isProgram ? 0o755 : 0o644);
    lutimesSync(full, EPOCH, EPOCH);
  }
}

function entriesOf(tree, directory = '') {
  return readdirSync(join(tree, directory))
    .sort()
    .flatMap((name) => {
      const path = join(directory, name);
      const found = lstatSync(join(tree, path));
      const entry = {
        ...{ path, mode: found.mode, size: found.size },
        ...{ isFile: found.isFile(), isLink: found.isSymbolicLink() },
      };
      return found.isDirectory() ? [entry, ...entriesOf(tree, path)] : [entry];
    });
}

function gzip(content) {
  return gzipSync(content, { level: 9 });
}
