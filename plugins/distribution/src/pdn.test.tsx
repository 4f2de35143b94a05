import { HttpFailure } from '@lading/contract';
import type { PdnEdge, PdnGroups, PdnTransfers } from '@lading/contract/rest';
import type { FakeShell } from '@lading/contract/testing';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PDN, PDN_TEASER } from './addresses.ts';
import { PdnPage } from './pdn/PdnPage.tsx';
import { PdnTeaserPage } from './pdn/PdnTeaserPage.tsx';
import { openAt } from './testing/openAt.ts';

const time = '2026-04-01T00:00:00.000Z';
const edge: PdnEdge = {
  ...{
    id: 'e1',
    name: 'berlin',
    url: 'https://berlin.example.org',
    group: 'EU',
    city: 'Berlin',
    country: 'DE',
  },
  ...{ paired: time, pairedBy: 'ada', lastSeen: time, error: '', bundles: 3, version: '0.1.0' },
  state: 'online',
  ...{ checked: time, checkError: '', active: 1, failed: 0 },
};
const groups: PdnGroups = {
  groups: [
    { name: 'EU', edges: [edge] },
    {
      name: '',
      edges: [
        {
          ...edge,
          ...{ id: 'e2', name: 'boston', city: '', country: '', group: '', version: null },
          state: 'offline',
          ...{ checkError: 'It is not responding', failed: 2 },
        },
      ],
    },
  ],
};
const transfers: PdnTransfers = {
  transfers: [
    {
      ...{ id: '7', edgeId: 'e1', edge: 'berlin', kind: 'distribute', state: 'running', attempts: 1 },
      ...{ blobs: 4, blobsSent: 1, bytes: 4000, bytesSent: 1000, message: '', nextAttempt: null },
      ...{ created: time, createdBy: 'ada', finished: null, name: 'app', version: '1.0' },
    },
  ],
  total: 1,
};

const open = (page: typeof PdnPage, path: string, prepare: (shell: FakeShell) => void) =>
  openAt(path, path, page, prepare);
const withTracker = (shell: FakeShell) => {
  shell.services.there.add('distribution').add('tracker');
  shell.http.on('GET /tracker/api/v1/pdn/groups', groups);
  shell.http.on('GET /tracker/api/v1/pdn/transfers', transfers);
};

it('shows the groups of edges with state and version, and the transfers [route-11]', async () => {
  open(PdnPage, PDN, withTracker);
  const europe = within(await screen.findByRole('region', { name: 'EU' }));
  expect(europe.getByText('Online')).toBeTruthy();
  expect(europe.getByText('0.1.0')).toBeTruthy();
  expect(europe.getByText('Berlin, DE')).toBeTruthy();
  const others = within(screen.getByRole('region', { name: 'Edges without a group' }));
  expect(others.getByText('Offline')).toBeTruthy();
  expect(others.getByText('It is not responding')).toBeTruthy();
  expect(others.getAllByText('Unknown')).toHaveLength(2);
  expect(await screen.findByRole('link', { name: 'Release bundle app 1.0' })).toBeTruthy();
  expect(screen.getByText(/1 of 4 files/)).toBeTruthy();
});

it('shows a failure to load, not an empty list', async () => {
  open(PdnPage, PDN, (shell) => {
    shell.services.there.add('tracker');
    shell.http.on('GET /tracker/api/v1/pdn/groups', () => {
      throw new HttpFailure(500, 'The database is not responding');
    });
    shell.http.on('GET /tracker/api/v1/pdn/transfers', transfers);
  });
  expect(await screen.findByText(/Failed to load the edges/)).toBeTruthy();
  expect(screen.queryByText('No edges yet')).toBeNull();
});

it('is a teaser without the service, and the teaser is the page with it [route-11]', async () => {
  const off = open(PdnPage, PDN, () => undefined);
  expect(off.navigation.place.pathname).toBe(PDN_TEASER);
  const on = open(PdnTeaserPage, PDN_TEASER, (shell) => void shell.services.there.add('tracker'));
  expect(on.navigation.place.pathname).toBe(PDN);
});

it('explains the network, and how to turn it on', () => {
  open(PdnTeaserPage, PDN_TEASER, () => undefined);
  expect(screen.getByRole('heading', { name: 'Private distribution network' })).toBeTruthy();
  expect(screen.getByRole('group', { name: 'Command' }).textContent).toBe(
    'LADING_DISTRIBUTION=true npm start',
  );
});
