// The Debian packages that tests need and npm does not install.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';

const plugins = '/usr/share/maven-repo/org/apache/maven/plugins';

/**
 * `tests` names the tests that are skipped without the package. `finds` is a program, or a path.
 *
 * Left out: Gradle, because Debian's version of 2018 needs 69 MiB for a single guide. In Debian 12,
 * all of these are 662 MiB to download.
 */
const packages = [
  { name: 'chromium', finds: '/usr/bin/chromium', tests: 'all browser tests', browser: true },
  { name: 'chromium-driver', finds: '/usr/bin/chromedriver', tests: 'all browser tests', browser: true },
  { name: 'slapd', finds: '/usr/sbin/slapd', tests: 'sign-in with LDAP' },
  { name: 'oathtool', finds: 'oathtool', tests: 'MFA codes of another generator' },
  { name: 'gpg', finds: 'gpg', tests: 'signatures of release bundles with GnuPG' },
  { name: 'skopeo', finds: 'skopeo', tests: 'container images with Skopeo' },
  { name: 'buildah', finds: 'buildah', tests: 'container images with Buildah' },
  { name: 'docker-registry', finds: 'docker-registry', tests: "container images of Debian's registry" },
  { name: 'maven', finds: 'mvn', tests: 'Maven' },
  { name: 'libmaven-deploy-plugin-java', finds: `${plugins}/maven-deploy-plugin`, tests: 'Maven' },
  { name: 'libmaven-jar-plugin-java', finds: `${plugins}/maven-jar-plugin`, tests: 'Maven' },
  { name: 'twine', finds: 'twine', tests: 'PyPI with Twine' },
  { name: 'python3-pip', finds: 'pip3', tests: 'PyPI with pip' },
  { name: 'python3-poetry', finds: 'poetry', tests: 'PyPI with Poetry' },
  { name: 'podman', finds: 'podman', tests: 'container images with Podman' },
  { name: 'cargo', finds: 'cargo', tests: 'Cargo' },
  { name: 'golang-go', finds: 'go', tests: 'Go, the Helm chart' },
  {
    name: 'golang-github-masterminds-sprig-dev',
    finds: '/usr/share/gocode/src/github.com/Masterminds/sprig',
    tests: 'the Helm chart',
  },
  { name: 'mmdebstrap', finds: 'mmdebstrap', tests: 'the Debian package, the container image' },
  { name: 'radosgw', finds: 'radosgw', tests: 'a real S3 server' },
  { name: 'ceph-mon', finds: 'ceph-mon', tests: 'a real S3 server' },
  { name: 'ceph-osd', finds: 'ceph-osd', tests: 'a real S3 server' },
  { name: 'ceph-common', finds: 'ceph', tests: 'a real S3 server' },
  { name: 'postgresql', finds: '/usr/lib/postgresql', tests: 'moving the database' },
  { name: 'squid', finds: '/usr/sbin/squid', tests: 'remote repositories behind Squid' },
  { name: 'nginx-light', finds: '/usr/sbin/nginx', tests: 'nginx as reverse proxy' },
  { name: 'apache2-bin', finds: '/usr/sbin/apache2', tests: 'Apache as reverse proxy' },
  { name: 'haproxy', finds: '/usr/sbin/haproxy', tests: 'HAProxy as reverse proxy' },
];

export const browserPackages = packages.filter(({ browser }) => browser);
export const clientPackages = packages.filter(({ browser }) => !browser);
export const allPackages = packages;

const isInstalled = ({ finds }) =>
  finds.startsWith('/') ? existsSync(finds) : spawnSync('sh', ['-c', `command -v ${finds}`]).status === 0;

export const missingOf = (wanted) => wanted.filter((wish) => !isInstalled(wish));

export const installCommand = (missing) =>
  `apt-get install --yes --no-install-recommends ${missing.map(({ name }) => name).join(' ')}`;

/**
 * Prints one line with the command for all missing packages, and the tests that are skipped without
 * them.
 */
export function reportMissing(missing) {
  if (missing.length === 0) return;
  const tests = [...new Set(missing.map((wish) => wish.tests))].join(', ');
  console.log(`Skipped: ${tests}. To run them: ${installCommand(missing)}`);
}

/** A line of a shell, whose output is shown. */
function runLine(line, input) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('sh', ['-c', line], { env, input, stdio: ['pipe', 'inherit', 'inherit'] }).status === 0;
}

/** Tests start servers of their own: those of Debian stay unconfigured and stopped. */
function prepare(missing, run) {
  const has = (name) => missing.some((each) => each.name === name);
  if (has('slapd')) run('debconf-set-selections', 'slapd slapd/no_configuration boolean true\n');
  if (has('postgresql'))
    run(
      'mkdir -p /etc/postgresql-common && echo "create_main_cluster = false" > /etc/postgresql-common/createcluster.conf',
    );
}

/** Prevents that packages start their services. Returns a function that allows it again. */
function holdServices() {
  const policy = '/usr/sbin/policy-rc.d';
  if (existsSync(policy)) return () => undefined;
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  return () => rmSync(policy, { force: true });
}

/**
 * Installs the missing packages, as root, after a line that says so. A package that this system
 * doesn't have, or that fails to install, doesn't prevent the others: its tests are skipped.
 * Returns whether all are installed. Tests replace the options.
 */
export function install(
  wanted,
  { run = runLine, isAllowed = process.getuid?.() === 0, find = missingOf, hold = holdServices } = {},
) {
  const missing = find(wanted);
  if (missing.length === 0) return true;
  if (!isAllowed) return false;
  console.log(`Installing Debian packages: ${installCommand(missing)}`);
  const release = hold();
  try {
    run('apt-get update --quiet');
    const known = missing.filter(({ name }) => {
      const isKnown = run(`apt-get install --simulate --no-install-recommends ${name} > /dev/null`);
      if (!isKnown) console.log(`Debian package ${name} is not available here.`);
      return isKnown;
    });
    prepare(known, run);
    // One by one, if they exclude each other.
    if (known.length > 0 && !run(installCommand(known)))
      for (const each of find(known)) run(installCommand([each]));
  } finally {
    release();
  }
  return find(wanted).length === 0;
}
