import type { ClientTarget } from '@lading/contract';
import { describe, expect, it } from 'vitest';
import { clientSteps, GUIDES } from './guides.ts';

const target = (packageType: string): ClientTarget => ({
  packageType,
  repoKey: 'mine',
  baseUrl: 'https://packages.example.org/artifactory',
  user: 'ada',
  token: 'SECRET',
  canDeploy: true,
  publishOnly: true,
  system: 'linux',
});
const commands = (packageType: string) => clientSteps(target(packageType)).map(({ command }) => command);

/** What puts the first package of each type into its repository. */
const LAST: Readonly<Record<string, RegExp>> = {
  npm: /^npm publish --registry .*\/api\/npm\/mine\/$/,
  docker: /^docker push packages\.example\.org\/mine\/hello-world:latest$/,
  maven: /^mvn deploy$/,
  pypi: /twine upload --repository-url .*\/api\/pypi\/mine\/ -u ada -p SECRET dist\/\*$/,
  cargo: /^cargo publish --registry mine$/,
  golang: /-T hello\.zip .*\/api\/go\/mine\/example\.org\/hello\/@v\/v1\.0\.0\.zip$/,
  nuget: /^nuget push \S+ -Source mine -ApiKey SECRET$/,
  helm: /-T my-chart-1\.0\.0\.tgz .*\/api\/helm\/mine\/my-chart-1\.0\.0\.tgz$/,
  generic: /-T hello\.txt .*\/artifactory\/mine\/hello\.txt$/,
};

describe('the steps up to a first package', () => {
  it.each(Object.keys(GUIDES))('of %s end with it, and fetch nothing', (type) => {
    const steps = commands(type);
    expect(steps.at(-1)).toMatch(LAST[type] ?? /^never$/);
    expect(steps.join('\n')).not.toMatch(/\b(install|pull|cargo add|get |add package|config set registry)\b/);
  });

  it('keep the source from which Maven downloads its own plugins', () => {
    const settings = (publishOnly: boolean, repoClass: ClientTarget['repoClass'] = 'local') =>
      clientSteps({ ...target('maven'), publishOnly, repoClass }).find(({ file }) =>
        file?.endsWith('settings.xml'),
      )?.command;
    expect(settings(true)).toContain('<password>SECRET</password>');
    expect(settings(true)).not.toContain('<mirrors>');
    expect(settings(false, 'virtual')).toContain('<mirrorOf>*</mirrorOf>');
    for (const repoClass of ['local', 'remote'] as const) {
      expect(settings(false, repoClass)).not.toContain('<mirrors>');
      expect(settings(false, repoClass)).toMatch(/<pluginRepository>\s*<id>mine<\/id>/);
    }
  });
});
