// The Debian packages that tests need and npm does not install.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const plugins = '/usr/share/maven-repo/org/apache/maven/plugins';

/**
 * `tests` names the tests that are skipped without the package. `finds` is a program, or a path.
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
  { name: 'golang-go', finds: 'go', tests: 'Go' },
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

/**
 * Installs the missing packages, as root, after a line that says so. Returns whether all are
 * installed.
 */
export function install(wanted) {
  const missing = missingOf(wanted);
  if (missing.length === 0) return true;
  if (process.getuid?.() !== 0) return false;
  const command = installCommand(missing);
  console.log(`Installing Debian packages: ${command}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (line, input) =>
    spawnSync('sh', ['-c', line], { env, input, stdio: ['pipe', 'inherit', 'inherit'] });
  run('apt-get update --quiet');
  // Tests start a directory server of their own: Debian's stays unconfigured and stopped.
  if (missing.some(({ name }) => name === 'slapd'))
    run('debconf-set-selections', 'slapd slapd/no_configuration boolean true\n');
  run(command);
  return missingOf(wanted).length === 0;
}
