import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtRelease } from '../testing/builtRelease.ts';
import { debianBase } from '../testing/debianBase.ts';
import { workFolder } from '../testing/workFolder.ts';

const programs = ['dpkg-deb', 'mmdebstrap', 'unshare', 'setpriv'];
const missing = programs.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0);
if (process.getuid?.() !== 0) missing.push('root');
if (missing.length > 0) console.log(`Skipped: the Debian package. It needs ${missing.join(', ')}.`);

const port = 18_000 + (process.pid % 10_000);

/**
 * Runs in a separate mount namespace, so that no mounts remain. $1 is the root file system, $2 the
 * package, and $3 that of a later version.
 */
const install = `
set -eu
root=$1
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/dev"
for device in null:3 zero:5 random:8 urandom:9; do mknod -m 666 "$root/dev/\${device%:*}" c 1 "\${device#*:}"; done
mkdir -m 1777 "$root/dev/shm"
cp "$2" "$root/var/tmp/lading.deb"
chroot "$root" dpkg -i /var/tmp/lading.deb
stat -c '%a %U %n' "$root/etc/lading/lading.env" "$root/var/lib/lading" | sed "s|$root||"
if command -v systemd-analyze >/dev/null; then
  # The units of systemd itself, to which this one refers.
  cp -rn /usr/lib/systemd/system/. "$root/usr/lib/systemd/system/"
  systemd-analyze verify --man=no --root="$root" lading.service
fi
serve() {
mount --bind "$root/usr" "$root/usr"
mount -o remount,ro,bind "$root/usr"
line=$(sed -n 's/^ExecStart=//p' "$root/usr/lib/systemd/system/lading.service")
chroot "$root" setpriv --reuid=lading --regid=lading --init-groups --no-new-privs --inh-caps=-all --bounding-set=-all \\
  env LADING_HOME=/var/lib/lading LADING_PORT=${port} $line > "$root/output" 2>&1 &
server=$!
until chroot "$root" lading status > "$root/status" 2>&1; do
  kill -0 $server || { cat "$root/output"; exit 1; }
  sleep 0.3
done
cat "$root/status"
}
end() {
chroot "$root" lading stop
wait $server
# Processes of the database can end a moment later.
for _ in $(seq 50); do umount "$root/usr" 2>/dev/null && break; sleep 0.2; done
if mountpoint -q "$root/usr"; then exit 1; fi
}
serve
grep 'First start' "$root/output"
chroot "$root" lading admin reset-password admin
chroot "$root" setpriv --reuid=nobody --clear-groups lading status && exit 1 || true
end
echo '# Of the operator' >> "$root/etc/lading/lading.env"
cp "$3" "$root/var/tmp/next.deb"
chroot "$root" dpkg -i /var/tmp/next.deb
chroot "$root" lading check
serve
tail -n 1 "$root/etc/lading/lading.env"
end
grep -c 'First start' "$root/output" || true
chroot "$root" dpkg -i /var/tmp/lading.deb
chroot "$root" lading check && exit 1
chroot "$root" dpkg -i /var/tmp/next.deb
chroot "$root" lading check
chroot "$root" dpkg --purge lading
ls "$root/var/lib/lading"
test ! -e "$root/usr/lib/lading" -a ! -e "$root/etc/lading"
echo REMOVED
`;

/** Writes a package of a later version: its number, and a migration of its own. */
function packNext(packageFile: string, directory: string): string {
  const tree = join(directory, 'next');
  execFileSync('dpkg-deb', ['-R', packageFile, tree]);
  const change = (path: string, by: (text: string) => string) =>
    writeFileSync(join(tree, path), by(readFileSync(join(tree, path), 'utf8')));
  change('DEBIAN/control', (text) => text.replace(/^Version: .*$/m, 'Version: 99.0.0'));
  for (const path of ['package.json', 'platform/package.json'])
    change(`usr/lib/lading/${path}`, (text) => text.replace(/"version": ?"[^"]+"/, '"version": "99.0.0"'));
  const migrations = join(tree, 'usr/lib/lading/platform/src/database/migrations/99.0.0');
  mkdirSync(migrations);
  writeFileSync(join(migrations, '0001-next.sql'), 'CREATE TABLE of_next_version (id int);');
  const file = join(directory, 'next.deb');
  execFileSync('dpkg-deb', ['--root-owner-group', '-Znone', '--build', tree, file], { stdio: 'pipe' });
  return file;
}

describe.skipIf(missing.length > 0)('The Debian package', () => {
  let parent: string;
  let release: string;
  let packageFile: string;
  beforeAll(async () => {
    parent = workFolder('lading-debian-');
    release = await builtRelease();
    const [found = ''] = readdirSync(release).filter((name) => name.endsWith('.deb'));
    packageFile = join(release, found);
  }, 900_000);
  afterAll(() => rmSync(parent, { recursive: true, force: true }));

  it('is installed, runs as its user, is upgraded, and is removed without its data', () => {
    const root = join(parent, 'root');
    mkdirSync(root);
    execFileSync('tar', ['xpf', debianBase(release), '-C', root]);
    writeFileSync(join(parent, 'install.sh'), install);
    const args = [
      '--mount',
      'sh',
      join(parent, 'install.sh'),
      root,
      packageFile,
      packNext(packageFile, parent),
    ];
    const { status, stdout, stderr } = spawnSync('unshare', args, { encoding: 'utf8' });
    expect([status, stdout], stderr).toEqual([0, expect.stringContaining('REMOVED')]);
    expect(stdout).toMatch(/640 \S+ \/etc\/lading\/lading\.env\n700 \S+ \/var\/lib\/lading/);
    expect(stdout).toContain('State    ready');
    expect(stdout).toContain('First start: sign in as admin');
    expect(stdout).toContain('Password of admin replaced');
    expect(stdout).toContain('of an older version: the next start applies 1 migration\n');
    expect(stdout).toContain('Version  99.0.0');
    // The settings and the data are kept: it was not the first start.
    expect(stdout).toMatch(/^# Of the operator$[\s\S]*^0$/m);
    expect(stderr).toContain('A downgrade is not possible');
    expect(stdout).toContain('The data in /var/lib/lading is kept');
    expect(stderr).toContain('Run the command as root, or as the user lading');
  }, 900_000);
});
