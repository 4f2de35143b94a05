import { HttpFailure, type LicenseType } from '@lading/contract';
import type { FakeShell } from '@lading/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LEGACY, TAB, TEASER } from './addresses.ts';
import plugin from './plugin.ts';
import { BundlesPage } from './routes/BundlesPage.tsx';
import { LegacyBundles } from './routes/LegacyBundles.tsx';
import { TeaserPage } from './routes/TeaserPage.tsx';
import { openAt } from './testing/openAt.ts';

const BUNDLES_CALL = 'GET /ui/api/v1/ui/releaseBundles';
const RETENTION_CALL = 'GET /ui/api/v1/ui/bundle/retention/config/enable';
const nothing = { bundles: [], total: 0, facets: { environments: [], createdBy: [] }, mayCreate: true };

function prepared(shell: FakeShell, { on = true, artifactory = '7.77.0', distribution = '2.20.0' } = {}) {
  if (on) shell.services.there.add('distribution');
  shell.services.versions.set('artifactory', artifactory);
  if (on) shell.services.versions.set('distribution', distribution);
  shell.http.on(BUNDLES_CALL, nothing).on(RETENTION_CALL, { enable: false });
  shell.http.on(`${BUNDLES_CALL}/received`, { bundles: [], total: 0 });
}
const placeOf = ({ navigation }: FakeShell) => navigation.place.pathname + navigation.place.search;

describe('the routes', () => {
  it('are the teaser, the main route with a tab, and the legacy path [rb-01]', () => {
    expect(plugin.routes?.map(({ path }) => path)).toEqual([
      '/release-bundles/:activeTab?',
      '/release-bundles/source/:name/:version',
      '/admin/edges',
      '/admin/monitoring/pdn',
      '/admin/pdn-teaser',
      '/admin/promotion-conditions',
      '/bundles/*',
      '/release-bundles-teaser',
    ]);
  });

  it.each<[string, boolean, LicenseType | undefined, string]>([
    ['with distribution and Enterprise Plus', true, 'ENTERPRISE_PLUS', 'source'],
    ['with distribution and its trial', true, 'ENTERPRISE_PLUS_TRIAL', 'source'],
    ['with a lower license', true, 'EDGE', 'target'],
    ['without a license', true, undefined, 'target'],
    ['without distribution', false, 'ENTERPRISE_PLUS', 'target'],
  ])('open %s without a tab: distribution %s, %s, tab %s [rb-01]', async (_case, on, type, tab) => {
    const shell = openAt('/release-bundles?name=app', TAB, BundlesPage, (each) => {
      prepared(each, { on });
      each.license.type = type;
    });
    await waitFor(() => expect(placeOf(shell)).toBe(`/release-bundles/${tab}?name=app`));
  });

  it('redirect the source tab to the teaser when distribution is off [rb-01]', async () => {
    const shell = openAt('/release-bundles/source', TAB, BundlesPage, (each) =>
      prepared(each, { on: false }),
    );
    await waitFor(() => expect(placeOf(shell)).toBe(TEASER));
  });

  it('show on the teaser how to turn on distribution [rb-01]', () => {
    openAt(TEASER, TEASER, TeaserPage, (each) => prepared(each, { on: false }));
    expect(screen.getByText(/The service “distribution” is turned off here/)).toBeTruthy();
    expect(screen.getByRole('group', { name: 'Command' }).textContent).toContain('LADING_DISTRIBUTION=true');
  });

  it('redirect the teaser to the bundles when distribution is on [rb-01]', async () => {
    const shell = openAt(TEASER, TEASER, TeaserPage, prepared);
    await waitFor(() => expect(placeOf(shell)).toBe('/release-bundles'));
  });

  it('wait until the services are known', () => {
    const shell = openAt('/release-bundles', TAB, BundlesPage, ({ services }) => {
      services.known = false;
    });
    expect(placeOf(shell)).toBe('/release-bundles');
  });
});

describe('the legacy path', () => {
  it.each([
    ['7.48.0', '2.16.0', true],
    ['7.47.99', '2.16.0', false],
    ['7.48.0', '2.15.99', false],
    ['8.0.0', '3.0.0', true],
    ['7.100.0', '2.16.0-m1', true],
  ])(
    'with Artifactory %s and Distribution %s is rewritten: %s [rb-02]',
    async (artifactory, distribution, is) => {
      const shell = openAt('/bundles/source?name=app', LEGACY, LegacyBundles, (each) =>
        prepared(each, { artifactory, distribution }),
      );
      if (is) await waitFor(() => expect(placeOf(shell)).toBe('/release-bundles/source?name=app'));
      else expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Release bundles');
      if (!is) expect(placeOf(shell)).toBe('/bundles/source?name=app');
    },
  );

  it.each([
    ['7.48.0', true],
    ['7.47.99', false],
  ])('with Artifactory %s and no Distribution is rewritten: %s [rb-02]', async (artifactory, is) => {
    const shell = openAt('/bundles/target', LEGACY, LegacyBundles, (each) =>
      prepared(each, { on: false, artifactory }),
    );
    await waitFor(() => expect(placeOf(shell)).toBe(is ? '/release-bundles/target' : '/bundles/target'));
  });

  it('keeps the rest of the path [rb-02]', async () => {
    const shell = openAt('/bundles/source/app/1.0', LEGACY, LegacyBundles, prepared);
    await waitFor(() => expect(placeOf(shell)).toBe('/release-bundles/source/app/1.0'));
  });
});

describe('received bundles', () => {
  const open = (answer: unknown, admin = true, received: object[] = []) =>
    openAt('/release-bundles/target', TAB, BundlesPage, (each) => {
      prepared(each);
      each.http.on(RETENTION_CALL, answer);
      each.http.on(`${BUNDLES_CALL}/received`, { bundles: received, total: received.length });
      if (each.user.current) each.user.current = { ...each.user.current, admin };
    });
  const asked = ({ http }: FakeShell) => http.calls.filter(({ path }) => path.includes('retention')).length;
  const fail = (status: number) => () => {
    throw new HttpFailure(status, 'Database unavailable');
  };

  it('can be empty, and the page explains how to receive bundles', async () => {
    open({ enable: false });
    expect(await screen.findByText('No received release bundles')).toBeTruthy();
    expect(screen.getByText(/Pair this server with a source first/)).toBeTruthy();
    expect(await screen.findByText('Retention of received bundles is off.')).toBeTruthy();
  });

  it('are listed with their source', async () => {
    const dates = { signed: '2026-04-01T00:00:00.000Z', received: '2026-04-02T00:00:00.000Z' };
    const bundle = {
      name: 'app',
      version: '1.0',
      source: 'headquarters',
      state: 'complete',
      signedBy: 'ada',
    };
    const rest = { artifacts: 2, bytes: 15, keyId: 'k', repositories: ['libs'] };
    open({ enable: false }, true, [{ ...bundle, ...dates, ...rest }]);
    expect(await screen.findByText('headquarters')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Remove app 1.0' })).toBeTruthy();
  });

  it('show an error after three failed requests for the retention state [rb-03]', async () => {
    const shell = open(fail(500));
    await waitFor(() =>
      expect(shell.notifications.shown.map(({ text }) => text)).toEqual([
        'There was an error while trying to fetch retention feature status: Database unavailable',
      ]),
    );
    expect(shell.notifications.shown[0]?.kind).toBe('info');
    expect(asked(shell)).toBe(3);
  });

  it('request the retention state only until the first successful response [rb-03]', async () => {
    let attempts = 0;
    const shell = open(() => {
      attempts += 1;
      if (attempts < 3) throw new HttpFailure(503, 'Later');
      return { enable: true };
    });
    expect(await screen.findByText('Retention of received bundles is on.')).toBeTruthy();
    expect([asked(shell), shell.notifications.shown]).toEqual([3, []]);
  });

  it('treat status 404 as retention off, without a retry [rb-03]', async () => {
    const shell = open(fail(404));
    expect(await screen.findByText('Retention of received bundles is off.')).toBeTruthy();
    expect([asked(shell), shell.notifications.shown]).toEqual([1, []]);
  });

  it('send no retention request for users who are not administrators [rb-03]', async () => {
    const shell = open({ enable: true }, false);
    expect(await screen.findByText('No received release bundles')).toBeTruthy();
    expect(asked(shell)).toBe(0);
  });
});
