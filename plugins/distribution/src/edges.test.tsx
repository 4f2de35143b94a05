import type { Distributions, PairedServers } from '@lading/contract/rest';
import type { FakeShell } from '@lading/contract/testing';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { EDGES, VERSION } from './addresses.ts';
import { EdgesPage } from './edges/EdgesPage.tsx';
import { openAt } from './testing/openAt.ts';
import { DistributionList } from './version/DistributionList.tsx';

const created = '2026-04-01T00:00:00.000Z';
const server = {
  id: 'e1',
  name: 'berlin',
  url: 'https://berlin.example.org',
  paired: created,
  pairedBy: 'ada',
};
const place = { group: 'EU', city: 'Berlin', country: 'DE' };
const servers: PairedServers = {
  edges: [{ ...server, ...place, lastSeen: created, error: 'It is not responding', bundles: 2 }],
  sources: [],
};

function open(): FakeShell {
  return openAt(EDGES, EDGES, EdgesPage, (shell) => {
    shell.services.there.add('distribution');
    shell.http.on('GET /distribution/api/v2/edges', servers);
  });
}

it('shows the paired servers, and the last error', async () => {
  open();
  expect(await screen.findByText('berlin')).toBeTruthy();
  expect(screen.getByText('Last request failed: It is not responding')).toBeTruthy();
  expect(screen.getByText('No sources yet')).toBeTruthy();
});

it('shows where an edge is, and changes it', async () => {
  const shell = open();
  shell.http.on('PUT /distribution/api/v2/edges/e1', { ...servers.edges[0] });
  expect(await screen.findByText('EU · Berlin · DE')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Edit place' }));
  const country = screen.getByLabelText('Country code');
  await userEvent.clear(country);
  await userEvent.type(country, '1x');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Invalid country code. Expected two letters, such as DE.')).toBeTruthy();
  await userEvent.clear(country);
  await userEvent.type(country, 'pl');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('EU · Berlin · DE')).toBeTruthy();
  const call = shell.http.calls.find(({ method }) => method === 'PUT');
  expect(call?.options.body).toEqual({ ...place, country: 'PL' });
});

it('shows a pairing code once', async () => {
  const shell = open();
  shell.http.on('POST /distribution/api/v2/edges/codes', { code: 'a-code', expires: created });
  await userEvent.click(await screen.findByRole('button', { name: 'Create pairing code' }));
  const buttons = await screen.findAllByRole('button', { name: 'Create pairing code' });
  await userEvent.click(buttons.at(-1) as HTMLElement);
  expect(await screen.findByText('a-code')).toBeTruthy();
});

it('shows the progress of a distribution, and aborts it', async () => {
  const call = '/ui/api/v1/ui/releaseBundles/app/1.0/distributions';
  const running: Distributions = {
    distributions: [
      {
        ...{ id: '7', edgeId: 'e1', edge: 'berlin', kind: 'distribute', state: 'running', attempts: 1 },
        ...{ blobs: 4, blobsSent: 1, bytes: 4000, bytesSent: 1000, message: '', nextAttempt: null },
        ...{ created, createdBy: 'ada', finished: null },
      },
    ],
    ...{ edges: [{ id: 'e1', name: 'berlin', present: false, ...place }], mayDistribute: true },
  };
  const shell = openAt(
    '/release-bundles/source/app/1.0',
    VERSION,
    () => <DistributionList name="app" version="1.0" />,
    (each) => {
      each.http.on(`GET ${call}`, running).on(`POST ${call}/7/abort`, undefined);
    },
  );
  expect(await screen.findByText('Distribution to berlin')).toBeTruthy();
  expect(screen.getByText(/1 of 4 files/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Abort' }));
  expect(shell.http.calls.some(({ path }) => path.endsWith('/7/abort'))).toBe(true);
});
