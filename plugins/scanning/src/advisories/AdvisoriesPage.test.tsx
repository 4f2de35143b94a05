import { HttpFailure } from '@lading/contract';
import type { AdvisoryImportState, AdvisoryPage, AdvisoryRow } from '@lading/contract/rest';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ADVISORIES } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { AdvisoriesPage } from './AdvisoriesPage.tsx';
import type { SendFile } from './sendFile.ts';

const sent = vi.hoisted(() => ({ send: undefined as SendFile | undefined }));
vi.mock('./sendFile.ts', () => ({ sendFile: (...given: Parameters<SendFile>) => sent.send?.(...given) }));
beforeEach(() => {
  sent.send = undefined;
});
afterEach(() => vi.restoreAllMocks());

const LIST = 'GET /xray/api/v1/advisories';
const IMPORTS = 'GET /xray/api/v1/advisories/imports';
const row = (id: string, more: Partial<AdvisoryRow> = {}): AdvisoryRow => ({
  ...{
    id,
    title: 'Lets everyone in',
    severity: 'high',
    url: `https://example.org/${id}`,
    aliases: ['CVE-2024-1'],
  },
  ...{
    packages: [{ ecosystem: 'npm', name: 'leaky' }],
    modified: '2026-11-01T00:00:00Z',
    source: 'import',
    versions: 3,
  },
  ...more,
});
const page = (advisories: AdvisoryRow[], next?: string): AdvisoryPage => ({
  ...{ advisories, total: advisories.length, packages: 1, versions: 3, waiting: 0 },
  ...(next ? { next } : {}),
});
const state = (more: Partial<AdvisoryImportState> = {}): AdvisoryImportState => ({
  ...{
    id: '1',
    file: 'all.zip',
    source: 'import',
    state: 'running',
    startedBy: 'admin',
    started: '',
    ended: '',
  },
  ...{ documents: 0, imported: 0, unchanged: 0, removed: 0, skipped: 0, reasons: [], error: null },
  ...more,
});
const open = (search = '', answer: unknown = page([row('GHSA-1')]), imports: AdvisoryImportState[] = []) =>
  openAt(`${ADVISORIES}${search}`, ADVISORIES, AdvisoriesPage, ({ http }) =>
    http.on(LIST, answer).on(IMPORTS, { imports }),
  );

it('lists the advisories, and loads more', async () => {
  open('', ({ options }: { options: { query: { after?: string } } }) =>
    options.query.after === 'there'
      ? page([row('GHSA-2', { source: 'folder:npm/all.zip' })])
      : page([row('GHSA-1')], 'there'),
  );
  expect(
    await screen.findByRole('row', { name: /High Lets everyone in.*GHSA-1.*CVE-2024-1.*leaky \(npm\) 3/ }),
  ).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByRole('row', { name: /GHSA-2.*npm\/all.zip/ })).toBeTruthy();
  expect(screen.getByRole('row', { name: /GHSA-1/ })).toBeTruthy();
});

it('explains how to add advisories when there are none', async () => {
  open('', page([]));
  expect(await screen.findByText('No advisories yet')).toBeTruthy();
  expect(screen.getByText(/LADING_ADVISORIES/)).toBeTruthy();
});

it('keeps its filters in the URL', async () => {
  const asked: unknown[] = [];
  const shell = open('?severity=high', ({ options }: { options: { query: Record<string, unknown> } }) => {
    asked.push([options.query.query, options.query.severity, options.query.ecosystem]);
    return page([]);
  });
  expect(await screen.findByText('No matching advisories')).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: 'Advisory, CVE, or package' }), 'leaky{Enter}');
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Ecosystem' }), 'npm');
  expect(shell.navigation.place.search).toBe('?query=leaky&severity=high&ecosystem=npm');
  await screen.findByText('No matching advisories');
  expect(asked.at(-1)).toEqual(['leaky', 'high', 'npm']);
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(shell.navigation.place.search).toBe('');
});

it('imports a file, and shows the progress and skipped entries with reasons', async () => {
  const shell = open('', page([]));
  await screen.findByText('No advisories yet');
  let progress: (bytes: number) => void = () => {};
  let finish: () => void = () => {};
  sent.send = (_file, { onProgress }) => {
    progress = onProgress;
    return new Promise((resolve) => {
      finish = () => resolve({ begun: state() });
    });
  };
  await userEvent.upload(screen.getByLabelText('File of advisories'), new File(['12345'], 'all.zip'));
  expect(await screen.findByRole('progressbar', { name: 'Uploading all.zip' })).toBeTruthy();
  act(() => progress(2));
  expect(screen.getByRole('progressbar')).toHaveProperty('value', 2);
  act(() => finish());
  expect(await screen.findByRole('progressbar', { name: 'Importing all.zip' })).toBeTruthy();

  shell.http.on(IMPORTS, { imports: [state({ documents: 200, imported: 150 })] });
  await act(() => shell.periodic.tick());
  expect(screen.getByText('200 documents read, 150 imported.')).toBeTruthy();

  const reasons = [{ document: 'npm/X-1.json', reason: "invalid field 'modified'" }];
  shell.http.on(IMPORTS, {
    imports: [state({ state: 'done', documents: 300, imported: 298, unchanged: 1, skipped: 1, reasons })],
  });
  shell.http.on(LIST, page([row('GHSA-1')]));
  await act(() => shell.periodic.tick());
  expect(screen.getByText('298 imported, 1 unchanged, 0 removed, 1 skipped.')).toBeTruthy();
  await userEvent.click(screen.getByText('Skipped documents'));
  expect(screen.getByText(/npm\/X-1.json/).parentElement?.textContent).toContain("invalid field 'modified'");
  expect(await screen.findByRole('row', { name: /GHSA-1/ })).toBeTruthy();

  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('all.zip imported')).toBeNull();
  const before = shell.http.calls.length;
  await act(() => shell.periodic.tick());
  expect(shell.http.calls.length).toBe(before);
});

it('shows why a file was rejected or failed to import', async () => {
  const shell = open();
  sent.send = () => Promise.resolve({ failure: 'The file is empty' });
  await userEvent.upload(await screen.findByLabelText('File of advisories'), new File([''], 'empty.json'));
  expect((await screen.findByRole('alert')).textContent).toContain('The file is empty');
  sent.send = () => Promise.resolve({ begun: state({ file: 'x.zip' }) });
  await userEvent.upload(screen.getByLabelText('File of advisories'), new File(['x'], 'x.zip'));
  await screen.findByRole('progressbar', { name: 'Importing x.zip' });
  shell.http.on(IMPORTS, {
    imports: [state({ file: 'x.zip', state: 'failed', error: 'Failed to read the archive' })],
  });
  await act(() => shell.periodic.tick());
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to read the archive');
});

it('deletes an advisory after confirmation', async () => {
  const shell = open();
  shell.http.on('DELETE /xray/api/v1/advisories/GHSA-1', undefined);
  const remove = await screen.findByRole('button', { name: 'Remove GHSA-1' });
  shell.modals.answer = false;
  await userEvent.click(remove);
  expect(shell.http.calls.some(({ method }) => method === 'DELETE')).toBe(false);
  shell.modals.answer = true;
  shell.http.on(LIST, page([]));
  await userEvent.click(remove);
  await waitFor(() => expect(screen.queryByText('GHSA-1')).toBeNull());
  expect(shell.notifications.shown.at(-1)?.text).toBe('GHSA-1 removed');
});

it('shows a failure to load the list, with Retry', async () => {
  const shell = open('', () => {
    throw new HttpFailure(503, 'The database rests');
  });
  expect(await screen.findByText('The database rests')).toBeTruthy();
  shell.http.on(LIST, page([row('GHSA-1')]));
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('row', { name: /GHSA-1/ })).toBeTruthy();
});

it('ignores a late response that still contains a deleted advisory', async () => {
  let arrive: (late: AdvisoryPage) => void = () => {};
  const late = new Promise<AdvisoryPage>((resolve) => {
    arrive = resolve;
  });
  let removed = false;
  const shell = open('', ({ options }: { options: { query: { after?: string } } }) => {
    if (options.query.after === 'there') return late;
    return removed ? page([row('GHSA-2')]) : page([row('GHSA-1'), row('GHSA-2')], 'there');
  });
  shell.http.on('DELETE /xray/api/v1/advisories/GHSA-1', () => {
    removed = true;
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  await userEvent.click(screen.getByRole('button', { name: 'Remove GHSA-1' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /GHSA-1/ })).toBeNull());
  await act(async () => {
    arrive(page([row('GHSA-3')]));
    await late;
  });
  const names = screen.getAllByRole('row').map(({ textContent }) => textContent?.match(/GHSA-\d/)?.[0]);
  expect(names.filter(Boolean)).toEqual(['GHSA-2']);
});

it('retries the failed request instead of the next page', async () => {
  const first = page([row('GHSA-1'), row('GHSA-2')], 'there');
  const shell = open('', first);
  const remove = await screen.findByRole('button', { name: 'Remove GHSA-1' });
  shell.http.on('DELETE /xray/api/v1/advisories/GHSA-1', undefined);
  shell.http.on(LIST, () => {
    throw new HttpFailure(503, 'The database rests');
  });
  await userEvent.click(remove);
  await screen.findByText('The database rests');
  shell.http.on(LIST, ({ options }: { options: { query: { after?: string } } }) =>
    options.query.after === 'there' ? page([row('GHSA-3')]) : page([row('GHSA-2')], 'there'),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /GHSA-1/ })).toBeNull());
  expect(screen.getAllByRole('row', { name: /GHSA-2/ })).toHaveLength(1);
  expect(screen.queryByRole('row', { name: /GHSA-3/ })).toBeNull();
});
