import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtRelease } from '../testing/builtRelease.ts';
import { debianBase } from '../testing/debianBase.ts';
import { workFolder } from '../testing/workFolder.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const programs = ['buildah', 'dpkg-deb', 'mmdebstrap', 'unshare'];
const missing = programs.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0);
if (process.getuid?.() !== 0) missing.push('root');
if (missing.length > 0) console.log(`Skipped: the container image. It needs ${missing.join(', ')}.`);

/** Below the ports that Linux assigns to connections. */
const port = 28_000 + (process.pid % 4000);

/** Runs the image like an orchestrator: as the image's user, on a read-only root file system. */
const runImage = `
set -eu
container=$(buildah from lading-test)
root=$(buildah mount "$container")
buildah inspect --format '{{.Docker.Config.User}} {{.Docker.Config.Healthcheck}}' "$container"; echo
mkdir "$1/volume"; chown 10001:10001 "$1/volume"; chmod 700 "$1/volume"
mount --bind "$root" "$root"
mount --bind "$1/volume" "$root/var/lib/lading"
# A new volume gets the owner and the mode of its mount point.
stat -c '%u:%g %a' "$root/var/backups/lading"
mkdir "$1/backups"; chown 10001:10001 "$1/backups"; chmod 700 "$1/backups"
mount --bind "$1/backups" "$root/var/backups/lading"
mount -t tmpfs tmpfs "$root/tmp"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -o remount,ro,bind "$root"
touch "$root/usr/file" 2>/dev/null && exit 1
as='env -i PATH=/usr/bin:/bin LADING_HOME=/var/lib/lading LADING_HOST=0.0.0.0 LADING_PORT=${port}'
run() { chroot --userspec=10001:10001 "$root" $as "$@"; }
run sh -c 'cd /var/lib/lading; exec /usr/lib/lading/bin/node /usr/lib/lading/scripts/start.mjs' > "$1/output" 2>&1 &
server=$!
until run lading status > "$1/status" 2>&1; do kill -0 $server || { cat "$1/output"; exit 1; }; sleep 0.3; done
cat "$1/status"
run lading backup /var/backups/lading
run lading verify /var/backups/lading
run lading stop
# The volume of the data is lost. What is left are the backups and the key.
mv "$1/volume/secrets.key" "$root/tmp/secrets.key"
find "$1/volume" -mindepth 1 -delete
run lading restore /var/backups/lading --home /var/lib/lading --secrets-key /tmp/secrets.key
`;

describe.skipIf(missing.length > 0)('The container image', () => {
  let parent: string;
  let release: string;
  let env: Record<string, string | undefined>;
  beforeAll(async () => {
    parent = workFolder('lading-image-');
    const storage = `[storage]\ndriver = "vfs"\ngraphroot = "${parent}/graph"\nrunroot = "${parent}/run"\n`;
    writeFileSync(join(parent, 'storage.conf'), storage);
    env = {
      ...process.env,
      CONTAINERS_STORAGE_CONF: join(parent, 'storage.conf'),
      BUILDAH_ISOLATION: 'chroot',
    };
    release = await builtRelease();
    mkdirSync(join(parent, 'context'));
    for (const name of readdirSync(release))
      if (name.endsWith('.deb')) cpSync(join(release, name), join(parent, 'context', name));
  }, 900_000);
  afterAll(() => rmSync(parent, { recursive: true, force: true }));

  const buildah = (...words: string[]) =>
    execFileSync('buildah', words, { env, encoding: 'utf8', stdio: 'pipe' });

  it('is built from the archive of Debian, and runs without root on a read-only file system', () => {
    const container = buildah('from', 'scratch').trim();
    buildah('add', container, debianBase(release), '/');
    buildah('commit', '--format', 'docker', container, 'lading-base');
    const file = join(ROOT, 'deploy/container/Containerfile');
    const own = ['--build-arg', 'BASE=localhost/lading-base', '-f', file, '-t', 'lading-test'];
    buildah('build', '--format', 'docker', ...own, join(parent, 'context'));
    writeFileSync(join(parent, 'run.sh'), runImage);
    const { status, stdout, stderr } = spawnSync(
      'unshare',
      ['--mount', '--propagation', 'private', 'sh', join(parent, 'run.sh'), parent],
      { env, encoding: 'utf8' },
    );
    expect([status, stdout], stderr).toEqual([0, expect.stringContaining('State    ready')]);
    expect(stdout).toContain('10001:10001 {[CMD /usr/bin/lading status]');
    expect(stdout).toContain('10001:10001 700');
    expect(stdout).toMatch(/Backup \S+ completed/);
    expect(stdout).toContain('no damaged or missing files');
    expect(stdout).toContain('Server stopped');
    expect(stdout).toMatch(/Restored backup \S+/);
    expect(readFileSync(join(parent, 'output'), 'utf8')).toContain('First start: sign in as admin');
  }, 900_000);
});
