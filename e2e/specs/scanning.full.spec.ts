import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageListPage } from '../pages/PackageListPage.ts';
import { signInPage } from '../pages/SignInPage.ts';
import { asAdmin } from '../support/administration.ts';
import { faults, tooWide } from '../support/axe.ts';
import { NpmClient } from '../support/npm.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

const known = {
  id: 'GHSA-2222-3333-4444',
  modified: '2026-01-01T00:00:00Z',
  summary: 'A rotten rope',
  aliases: ['CVE-2026-1'],
  affected: [
    {
      package: { ecosystem: 'npm', name: 'rope' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '2.0.0' }] }],
    },
  ],
  database_specific: { severity: 'CRITICAL' },
};

describe('scanning', () => {
  let platform: Platform;
  const folder = mkdtempSync(join(tmpdir(), 'lading-advisories-'));
  const open = (path: string) => browser.url(`${platform.origin}/ui${path}`);

  before(async () => {
    platform = await startPlatform();
    const npm = new NpmClient(platform, 'npm-local');
    await npm.publish({ name: 'rope', version: '1.0.0', license: 'GPL-3.0-only' });
    await npm.publish({ name: 'rope', version: '2.0.0', license: 'MIT' });
    npm.remove();
    await asAdmin(platform, 'PUT', '/xray/api/v1/policy', {
      licenses: { enabled: true, allowed: [], banned: ['GPL-*'], unknownViolates: false },
      security: { minSeverity: 'high' },
    });
    writeFileSync(join(folder, 'all.ndjson'), `${JSON.stringify(known)}\n{"id":"broken"}\n`);
    await signInPage.openAsAdmin(platform);
    await packageListPage.heading.waitForDisplayed();
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await platform.stop();
  });

  it('imports advisories from a file, and lists skipped ones with reasons', async () => {
    await open('/admin/security/advisories');
    await $('p*=No advisories yet').waitForDisplayed();
    await $('input[type="file"]').setValue(join(folder, 'all.ndjson'));
    await $('h2*=all.ndjson imported').waitForDisplayed();
    await $('summary').click();
    await $("li*=field 'modified' is missing").waitForDisplayed();
    await $('th*=A rotten rope').waitForDisplayed();
    expect(await faults()).toEqual([]);
  });

  it('shows the vulnerabilities of a version, and the version with the fix [pkg-08]', async () => {
    await open(`/packages/${encodeURIComponent('npm://rope')}/1.0.0?tab=vulnerabilities`);
    await browser.waitUntil(async () => {
      if (await $('th*=A rotten rope').isExisting()) return true;
      // The scan runs in the background.
      await browser.refresh();
      return $('th*=A rotten rope')
        .waitForExist({ timeout: 3000 })
        .catch(() => false);
    });
    await expect($('td*=Critical')).toBeDisplayed();
    await expect($('td=2.0.0')).toBeDisplayed();
    await expect($('li*=GPL-3.0-only is banned')).toBeDisplayed();
    expect(await faults()).toEqual([]);
    await open(`/packages/${encodeURIComponent('npm://rope')}/2.0.0?tab=vulnerabilities`);
    await $('p*=No known vulnerabilities').waitForDisplayed();
  });

  it('filters the package list by vulnerabilities of the newest versions [pkg-02]', async () => {
    await open('/packages?severities=critical');
    await packageListPage.empty.waitForDisplayed();
    await open('/packages?cve=CVE-2026-1');
    await packageListPage.row('rope').waitForDisplayed();
    await expect(packageListPage.count).toHaveText('1 package');
    await expect(packageListPage.grid).toHaveText(expect.stringContaining('None known'));
    expect(await faults()).toEqual([]);
  });

  it('lists policy violations, also on a phone [pkg-08]', async () => {
    await open('/violations');
    await $('td*=GPL-3.0-only is banned').waitForDisplayed();
    await expect($('a*=rope 1.0.0')).toBeDisplayed();
    expect(await faults()).toEqual([]);
    await browser.setWindowSize(500, 900);
    await open('/violations');
    await $('td*=GPL-3.0-only is banned').waitForDisplayed();
    expect(await tooWide()).toEqual([]);
    await open('/admin/security_policies');
    await $('button=Save').waitForDisplayed();
    expect(await tooWide()).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  it('is the target of Security and Compliance [route-12]', async () => {
    await open('/admin/security-and-compliance');
    await browser.waitUntil(async () => (await browser.getUrl()).includes('/admin/security_policies'));
  });
});
