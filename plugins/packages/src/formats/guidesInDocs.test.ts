import { describe, expect, it } from 'vitest';
import docs from '../../../../docs/client-setup.md?raw';
import { clientSteps, clientsOf } from './guides.ts';

describe('docs/client-setup.md', () => {
  it.each(clientsOf('npm').map(({ id }) => id))('sets %s up as its guide does', (client) => {
    const steps = clientSteps({
      packageType: 'npm',
      client,
      repoKey: 'npm',
      repoClass: 'virtual',
      baseUrl: 'https://packages.example.org/artifactory',
      user: 'user',
      token: 'TOKEN',
      canDeploy: true,
      system: 'linux',
    });
    const lines = steps.filter(({ part }) => part === 'setUp').flatMap(({ command }) => command.split('\n'));
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.filter((line) => !docs.includes(`\n${line}\n`))).toEqual([]);
  });
});
