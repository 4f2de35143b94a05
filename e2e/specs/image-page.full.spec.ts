import { signInPage } from '../pages/SignInPage.ts';
import { contrastFaults, faults, tooWide } from '../support/axe.ts';
import { startFaultProxy } from '../support/faultProxy.ts';
import { layoutShifts } from '../support/layoutShifts.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { Registry } from '../support/registry.ts';

const image = `/packages/${encodeURIComponent('docker://team/app')}`;
const package_ = `/packages/${encodeURIComponent('npm://tea-chest')}`;

/**
 * Path, a text of the page's main content, and whether the page has another layout in narrow
 * windows.
 */
const PAGES = [
  [image, '2 signatures and SBOMs', true],
  [`${image}/1.0?tab=layers`, 'COPY app /app', true],
  [`${image}/1.0?tab=configuration`, '8080/tcp', false],
  [`${image}/1.0?tab=referrers`, 'SPDX-2.3', false],
  [`${image}/2.0?tab=layers`, 'linux/arm64', false],
  [package_, 'Open with care.', true],
  [`${package_}/1.0.0`, 'Open with care.', false],
  [`${package_}/1.0.0?tab=sbom`, 'Download CycloneDX 1.6', true],
] as const;

describe('the pages of images and packages', () => {
  let platform: Platform;

  before(async () => {
    platform = await startPlatform();
    const npm = new NpmClient(platform, 'npm-local');
    const readme = '# Tea chest\n\nOpen with `care`.\n';
    await npm.publish({ name: 'tea-chest', version: '1.0.0', license: 'MIT' }, { 'README.md': readme });
    npm.remove();
    const registry = new Registry(platform, 'docker-local/team/app');
    const amd = await registry.image('amd64', '1.0');
    const signature = { critical: { identity: { 'docker-reference': 'registry/team/app' } } };
    const tag = `${amd.digest.replace(':', '-')}.sig`;
    await registry.attach(signature, 'application/vnd.dev.cosign.simplesigning.v1+json', { tag });
    const sbom = { spdxVersion: 'SPDX-2.3', creationInfo: { creators: ['Tool: syft-1.0'] }, packages: [] };
    await registry.attach(sbom, 'application/spdx+json', { subject: amd });
    await registry.index([amd, await registry.image('arm64')], '2.0');
    await signInPage.openAsAdmin(platform);
  });

  after(async () => {
    await platform?.stop();
  });

  async function open(path: string, content: string): Promise<void> {
    await browser.url(`${platform.origin}/ui${path}`);
    await expect($('main')).toHaveText(expect.stringContaining(content));
    await browser.waitUntil(() => browser.execute(() => !document.querySelector('main [aria-busy="true"]')));
  }

  for (const width of [1440, 1024, 390])
    it(`show their content without faults and without moving at ${width} px [pkg-02]`, async () => {
      await browser.setViewport({ width, height: 900 });
      for (const [path, content, differs] of PAGES) {
        if (width < 1440 && !differs) continue;
        await open(path, content);
        expect({ path, moves: await layoutShifts() }).toEqual({ path, moves: [] });
        expect({ path, faults: await (width === 1024 ? contrastFaults() : faults()) }).toEqual({
          path,
          faults: [],
        });
        expect({ path, wide: await tooWide() }).toEqual({ path, wide: [] });
      }
    });

  it('do not move what is below tags that arrive late [pkg-02]', async () => {
    // The session's cookie is valid on all ports.
    const proxy = await startFaultProxy(platform.origin);
    try {
      await browser.setViewport({ width: 390, height: 900 });
      const tags = proxy.inject(/\/native\/images/, { kind: 'held' });
      await browser.url(`${proxy.origin}/ui${image}`);
      await $('.packages-details:not(.packages-details--waiting)').waitForDisplayed();
      await $('.packages-details__main .ld-page-skeleton').waitForDisplayed();
      tags.heal();
      await expect($('main')).toHaveText(expect.stringContaining('2 signatures and SBOMs'));
      expect(tags.hits).toBe(1);
      expect(await layoutShifts()).toEqual([]);
    } finally {
      await proxy.stop();
    }
  });

  it('count what is attached to each platform of an image as its page lists it [pkg-08]', async () => {
    await browser.setViewport({ width: 1440, height: 900 });
    await open(image, 'linux/arm64');
    const tags = $('.packages-tags').$$('li');
    expect(await tags.map((each) => each.getText())).toEqual([
      expect.stringMatching(/^2\.0\n.*2 signatures and SBOMs/s),
      expect.stringMatching(/^1\.0\n.*2 signatures and SBOMs/s),
    ]);
    await $('a*=2 signatures').click();
    await expect($('.packages-referrers').$$('li')).toBeElementsArrayOfSize(2);
  });

  it('have the installation command above the steps that set the client up [pkg-11]', async () => {
    await open(package_, 'Open with care.');
    const command = $('[aria-label="Command for the latest version"]');
    await expect(command).toBeDisplayed({ withinViewport: true });
    const below = await $('summary*=Set up npm').getLocation('y');
    expect(await command.getLocation('y')).toBeLessThan(below);
  });
});
