import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chartArchive } from '../formats/helm/testing/samples.ts';
import { followGuide } from './testing/followGuide.ts';
import { type GuidePlatform, guidePlatform, type Sample } from './testing/guidePlatform.ts';

describe('the guides, followed exactly in an empty home directory', () => {
  let platform: GuidePlatform;
  beforeAll(async () => {
    platform = await guidePlatform(['npm', 'go', 'helm', 'generic']);
  });
  afterAll(() => platform?.close());
  const follow = (sample: Sample) => followGuide(platform, sample);

  it('publish and install an npm package', () =>
    follow({
      type: 'npm',
      client: 'npm',
      package: { name: '@team/anchor', version: '1.0.0' },
      source: {
        'package.json': '{ "name": "@team/anchor", "version": "1.0.0" }',
        'index.js': 'module.exports = "proof of npm"',
      },
      project: { 'package.json': '{}' },
      check: `node -p 'require("@team/anchor")'`,
      proof: 'proof of npm',
    }));

  it('upload and download a file', () =>
    follow({
      type: 'generic',
      client: 'curl',
      package: { name: 'hello.txt', path: 'hello.txt' },
      source: { 'hello.txt': 'proof of curl' },
      check: 'cat hello.txt',
      proof: 'proof of curl',
    }));

  it('upload and download a chart with curl', async () =>
    follow({
      type: 'helm',
      client: 'curl',
      package: { name: 'my-chart', version: '1.0.0', path: 'my-chart-1.0.0.tgz' },
      source: { 'my-chart-1.0.0.tgz': await chartArchive({ name: 'my-chart', version: '1.0.0' }) },
      check: 'tar -xzOf my-chart-1.0.0.tgz my-chart/Chart.yaml',
      proof: 'name: my-chart',
    }));

  it('exclude only the owner of the module from the public checksum database', async () => {
    const owners = await Promise.all(
      ['corp.example/tools/hello', 'github.com/corp/hello/v2'].map(async (name) => {
        const steps = await platform.steps({
          type: 'go',
          client: 'go',
          package: { name, version: 'v1.0.0' },
          source: {},
          check: '',
          proof: '',
        });
        return steps.map(({ command }) => /GONOSUMDB=\S+/.exec(command)?.[0]).find(Boolean);
      }),
    );
    expect(owners).toEqual(['GONOSUMDB=corp.example', 'GONOSUMDB=github.com/corp']);
  });
});
