// The packages that the server archive installs: those of the platform that are not bundled.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NOT_BUNDLED } from '../bundle/platform.mjs';
import { lockFor } from './lockFor.mjs';

/** Returns `package.json` and the lock file of the archive. `root` is the checkout. */
export function packages(root) {
  const { version, engines, optionalDependencies: runtimes } = read(root, 'package.json');
  const platform = read(root, 'platform/package.json');
  const patterns = NOT_BUNDLED.map((name) => new RegExp(`^${name.replace('*', '.*')}$`));
  const ofThose = (all) =>
    Object.fromEntries(
      Object.entries(all).filter(([name]) => patterns.some((pattern) => pattern.test(name))),
    );
  const manifest = {
    name: 'lading',
    version,
    private: true,
    description: 'A web console for binary repositories, with the platform server',
    license: platform.license,
    type: 'module',
    engines,
    scripts: {
      start: 'node scripts/start.mjs',
      verify: 'node scripts/verify.mjs',
      lading: 'node scripts/lading.mjs',
    },
    dependencies: ofThose(platform.dependencies),
    optionalDependencies: { ...ofThose(platform.optionalDependencies), ...runtimes },
  };
  return { manifest, lock: lockFor(read(root, 'package-lock.json'), 'platform', manifest) };
}

function read(...path) {
  return JSON.parse(readFileSync(join(...path), 'utf8'));
}
