import { signInPage } from '../pages/SignInPage.ts';
import { asAdmin } from '../support/administration.ts';
import { lookAtList, WINDOWS } from '../support/listWidths.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { makeProjects } from '../support/projects.ts';

const NAME = '@platform-engineering/deployment-console';
const VERSION = '10.14.2-beta.20';
const DIGEST = 'a'.repeat(64);

/** Lists outside of those of the administration with the longest names. */
const LISTS = [
  '/packages',
  `/packages/${encodeURIComponent(`npm://${NAME}`)}?tab=versions`,
  '/artifactSearchResults?name=deployment*',
  '/builds',
  '/builds/harbour%2Fnight',
  '/repos/tree/General/generic-local/platform',
  '/admin/artifactory/trash',
  '/admin/management/projects',
  '/admin/proxies/configuration',
  '/user_profile?tab=tokens',
];

describe('lists next to the menu', () => {
  let platform: Platform;

  before(async () => {
    platform = await startPlatform();
    const npm = new NpmClient(platform, 'npm-local');
    for (const version of ['10.13.0', VERSION]) await npm.publish({ name: NAME, version }, {});
    npm.remove();
    for (const name of ['deployment-console.txt', 'deployment-console-of-2025.txt'])
      await asAdmin(platform, 'PUT', `/artifactory/generic-local/platform/tools/${name}`, { about: name });
    await asAdmin(platform, 'PUT', '/artifactory/generic-local/platform/deployment.txt', { about: 'it' });
    await asAdmin(platform, 'DELETE', '/artifactory/generic-local/platform/tools/deployment-console.txt');
    await asAdmin(platform, 'PUT', '/artifactory/api/build', {
      ...{ name: 'harbour/night', number: '2026.01.31-beta.7', started: '2026-01-31T12:00:00.000+0000' },
      modules: [{ id: 'console', type: 'generic', artifacts: [{ name: 'a.bin', sha256: DIGEST }] }],
    });
    await makeProjects(platform, [{ key: 'platform', name: 'Platform engineering in Europe' }]);
    await asAdmin(platform, 'POST', '/ui/api/v1/ui/proxies/crud', {
      ...{ key: 'corporate-proxy', host: 'proxy.platform-engineering.example', port: 3128 },
    });
    await signInPage.openAsAdmin(platform);
  });

  after(async () => {
    await browser.setViewport({ width: 1440, height: 900 });
    await platform?.stop();
  });

  for (const width of WINDOWS)
    it(`fit into ${width} px without cut names and versions [pkg-01] [adm-01]`, async () => {
      await browser.setViewport({ width, height: 900 });
      const found: Record<string, unknown> = {};
      for (const path of LISTS)
        found[path] = await lookAtList(platform, path).catch((error: Error) => error.message);
      expect(found).toEqual(Object.fromEntries(LISTS.map((path) => [path, { scrolls: 0, cut: [] }])));
    });
});
