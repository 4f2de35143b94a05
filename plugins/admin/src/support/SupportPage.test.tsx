import { HttpFailure } from '@lading/contract';
import type { SupportBundle } from '@lading/contract/rest';
import type { FakeShell } from '@lading/contract/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { runInAction } from 'mobx';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SUPPORT } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { SupportPage } from './SupportPage.tsx';
import { STATUS_CLASS, statusOf } from './statusOf.ts';
import type { NewBundle } from './supportApi.ts';

const CALL = '/ui/api/v1/ui/userSupport';
const bundle = (more: Partial<Record<keyof SupportBundle, unknown>> = {}) => ({
  id: 'b1',
  name: 'Slow uploads',
  description: '',
  create_date: '2026-01-31T12:00:00Z',
  status: 'success',
  service: 'artifactory',
  created_by: 'admin',
  done: 12,
  total: 12,
  size: 123_456,
  ...more,
});

const NODES = 'GET /ui/api/v1/system/status/nodes';
/** The response about nodes, each of which has two services. */
const nodes = (...ids: string[]) => ({
  nodes: ids.flatMap((id) =>
    ['jfrt@1', 'jfmc@1'].map((service_id) => ({
      ...{ service_id, node_id: id, status: id.endsWith('-off') ? 'Offline' : 'Online', state: 'HEALTHY' },
      ...{ message: '', last_heartbeat: 0, uptime: 0, micro_services: [], version: '0.1.0' },
    })),
  ),
});

/** Requests that the test answers itself. */
class Pending {
  readonly ends: ((error?: Error) => void)[] = [];
  readonly answer = () =>
    new Promise<unknown>((resolve, reject) => {
      this.ends.push((error) => (error ? reject(error) : resolve({})));
    });
}

const open = (prepare: (shell: FakeShell) => void = () => {}) =>
  openAt(SUPPORT, SUPPORT, SupportPage, (shell) => {
    shell.http.on(`GET ${CALL}/listBundles`, { count: 1, bundles: [bundle()] });
    shell.http.on('GET /ui/api/v1/system/ismicroserviceenabled/mc', { enabled: true });
    shell.http.on('GET /mc/api/v4/system/ping', 'OK');
    shell.services.there.add('xray');
    shell.license.type = 'ENTERPRISE';
    shell.http.on(NODES, nodes());
    prepare(shell);
  });
const sent = ({ http }: FakeShell, method = 'POST') =>
  http.calls.filter((call) => call.method === method).map(({ path, options }) => [path, options.body]);
const lists = ({ http }: FakeShell) => http.calls.filter(({ path }) => path.endsWith('/listBundles')).length;
const requested = () => screen.queryByText(/being requested/)?.textContent;
const rowOf = (name: string) => screen.getByText(name).closest('[role=row]') as HTMLElement;

async function fillIn(user: ReturnType<typeof userEvent.setup>, services: readonly string[]) {
  await user.click(screen.getByRole('button', { name: 'New Support Bundle' }));
  await user.type(screen.getByLabelText(/^Name/), 'Slow');
  for (const service of services) await user.click(await screen.findByLabelText(service));
}

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());
const setup = () => userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });

describe('the support zone', () => {
  it('lists bundles with date, status, and size; they are downloaded by the browser [supp-01]', async () => {
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    open();
    await screen.findByText('Slow uploads');
    const row = rowOf('Slow uploads');
    expect(row.querySelector('.success')?.textContent).toBe('Success');
    expect(row.textContent).toContain('Artifactory');
    expect(row.textContent).toContain('121 KiB');
    await setup().click(within(row).getByRole('button', { name: 'Download Slow uploads' }));
    const link = clicked.mock.contexts[0] as HTMLAnchorElement;
    expect(new URL(link.href).pathname).toBe(`${CALL}/downloadBundle/b1`);
    clicked.mockRestore();
  });

  it('shows a bundle without a node that did not respond as incomplete', async () => {
    const error = 'Nodes that did not respond: node-b';
    open(({ http }) => void http.on(`GET ${CALL}/listBundles`, { count: 1, bundles: [bundle({ error })] }));
    const badge = await screen.findByText('Incomplete');
    expect(badge.className).toContain('ld-badge--warning');
    expect(rowOf('Slow uploads').textContent).toContain(error);
    expect(screen.getByRole('button', { name: 'Download Slow uploads' })).toBeTruthy();
  });

  it('deletes a bundle after a confirmation [supp-01]', async () => {
    const shell = open(({ http }) => void http.on(`DELETE ${CALL}/deleteBundle/b1`, undefined));
    await setup().click(await screen.findByRole('button', { name: 'Delete Slow uploads' }));
    await waitFor(() => expect(lists(shell)).toBe(2));
    expect(shell.modals.asked[0]?.title).toBe('Delete Slow uploads?');
    expect(sent(shell, 'DELETE')).toEqual([[`${CALL}/deleteBundle/b1`, undefined]]);
  });

  it('shows an empty list and the error when the list fails', async () => {
    const shell = open(({ http }) =>
      http.on(`GET ${CALL}/listBundles`, () => {
        throw new HttpFailure(503, 'The database does not answer.');
      }),
    );
    await screen.findByText(/The database does not answer/);
    expect(screen.queryByText('Slow uploads')).toBeNull();
    expect(shell.notifications.shown).toEqual([]);
  });

  it('loads the list again when the server is reachable again', async () => {
    const shell = open(({ http }) =>
      http.on(`GET ${CALL}/listBundles`, () => {
        throw new HttpFailure(502, 'The server is away.');
      }),
    );
    await screen.findByText(/The server is away/);
    shell.http.on(`GET ${CALL}/listBundles`, { count: 1, bundles: [bundle()] });
    act(() => shell.connection.recover());
    await screen.findByText('Slow uploads');
    expect(screen.queryByText(/The server is away/)).toBeNull();
  });

  it('loads the progress while the server creates a bundle', async () => {
    const running = bundle({ status: 'in progress', done: 3, total: 17, size: undefined });
    const shell = open(
      ({ http }) => void http.on(`GET ${CALL}/listBundles`, { count: 1, bundles: [running] }),
    );
    await screen.findByText('In progress, 3 of 17 files');
    expect(screen.queryByRole('button', { name: /^Download (?!list)/ })).toBeNull();
    shell.http.on(`GET ${CALL}/listBundles`, { count: 1, bundles: [bundle()] });
    await act(() => shell.periodic.tick());
    await screen.findByText('Success');
    await waitFor(() => expect(shell.periodic.jobs).toEqual([]));
  });
});

describe('a new support bundle', () => {
  it('is requested from each selected service, with integers, and without the service of Mission Control [supp-01] [supp-03]', async () => {
    const shell = open(({ http }) => {
      http.on(`POST ${CALL}/generateBundle`, {});
      http.on('POST /xray/api/v1/system/support/bundle', {});
      http.on('POST /mc/api/v1/system/support/bundle', {});
    });
    const user = setup();
    await fillIn(user, ['Xray', 'Mission Control']);
    expect(screen.getByText('Not available: Distribution, Insight, Tracker')).toBeTruthy();
    await user.type(screen.getByLabelText('Description'), 'Since Monday');
    await user.clear(screen.getByLabelText('First day of the logs'));
    await user.type(screen.getByLabelText('First day of the logs'), '2026-01-30');
    await user.clear(screen.getByLabelText('Last day of the logs'));
    await user.type(screen.getByLabelText('Last day of the logs'), '2026-01-31');
    await user.clear(screen.getByLabelText('Thread dumps'));
    await user.type(screen.getByLabelText('Thread dumps'), ' 03');
    await user.clear(screen.getByLabelText(/^Interval/));
    await user.type(screen.getByLabelText(/^Interval/), '0500');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(sent(shell)).toHaveLength(3));
    const body = {
      name: 'Slow',
      description: 'Since Monday',
      parameters: {
        configuration: true,
        system: true,
        logs: { include: true, start_date: '2026-01-30', end_date: '2026-01-31' },
        thread_dump: { count: 3, interval: 500 },
      },
    };
    expect(sent(shell)).toEqual([
      [`${CALL}/generateBundle`, { ...body, service: 'artifactory' }],
      ['/xray/api/v1/system/support/bundle', { ...body, service: 'xray' }],
      ['/mc/api/v1/system/support/bundle', body],
    ]);
  });

  it('has a placeholder in progress and a count per service, until 3000 ms after the last answer, also of a failed one [supp-02]', async () => {
    const [own, xray] = [new Pending(), new Pending()];
    const shell = open(({ http }) => {
      http.on(`POST ${CALL}/generateBundle`, own.answer);
      http.on('POST /xray/api/v1/system/support/bundle', xray.answer);
    });
    const user = setup();
    await screen.findByText('Slow uploads');
    await fillIn(user, ['Xray']);
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(screen.getAllByText('Slow')).toHaveLength(2));
    expect(rowOf('Slow uploads')).toBeTruthy();
    const placeholders = screen.getAllByText('Slow').map((cell) => cell.closest('[role=row]'));
    for (const row of placeholders)
      expect(row?.querySelector('.in-progress')?.textContent).toBe('In progress');
    expect(requested()).toBe('2 support bundles are being requested: Artifactory (1), Xray (1)');
    expect(lists(shell)).toBe(1);

    await act(async () => xray.ends[0]?.(new HttpFailure(503, 'Scanning is off')));
    expect(requested()).toBe('1 support bundle is being requested: Artifactory (1)');
    expect(shell.notifications.shown).toMatchObject([
      { text: 'Failed to request the support bundle of Xray: Scanning is off' },
    ]);
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(screen.getAllByText('Slow')).toHaveLength(2);

    await act(async () => own.ends[0]?.());
    expect(requested()).toBeUndefined();
    await act(() => vi.advanceTimersByTimeAsync(2800));
    expect(screen.getAllByText('Slow')).toHaveLength(2);
    expect(lists(shell)).toBe(1);
    await act(() => vi.advanceTimersByTimeAsync(400));
    await waitFor(() => expect(screen.queryByText('Slow')).toBeNull());
    expect(lists(shell)).toBe(2);
  });

  it('describes all nodes, or the selected ones, if there are several', async () => {
    const shell = open(({ http }) => {
      http.on(NODES, nodes('node-b', 'node-a', 'node-c-off'));
      http.on(`POST ${CALL}/generateBundle`, {});
    });
    const wanted = () => sent(shell).map(([, body]) => (body as NewBundle).parameters.nodes);
    const user = setup();
    await fillIn(user, []);
    const all = await screen.findByLabelText('All nodes');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(wanted()).toEqual(['all']));
    expect(all).toHaveProperty('checked', true);
    await fillIn(user, ['All nodes']);
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(screen.getByRole('dialog').textContent).toContain('Select at least one node');
    for (const name of ['node-c-off (offline)', 'node-a', 'node-b', 'node-b'])
      await user.click(screen.getByLabelText(name));
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(wanted()).toEqual(['all', ['node-a', 'node-c-off']]));
  });

  it('describes the node that creates it if the nodes are unknown, and says so', async () => {
    const shell = open(({ http }) => {
      http.on(NODES, () => {
        throw new HttpFailure(503, 'Not responding');
      });
      http.on(`POST ${CALL}/generateBundle`, {});
    });
    const user = setup();
    await fillIn(user, []);
    await screen.findByText(/^Failed to load the nodes/);
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(sent(shell)).toHaveLength(1));
    expect(JSON.stringify(sent(shell))).not.toContain('nodes');
  });

  it('is checked first', async () => {
    const shell = open();
    const user = setup();
    await user.click(screen.getByRole('button', { name: 'New Support Bundle' }));
    await user.click(screen.getByLabelText('Artifactory'));
    await user.clear(screen.getByLabelText('Thread dumps'));
    await user.type(screen.getByLabelText('Thread dumps'), '1.5');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    const text = screen.getByRole('dialog').textContent;
    for (const fault of [
      'This field is mandatory',
      'Select at least one service',
      'Enter an integer from 0 to 20',
    ])
      expect(text).toContain(fault);
    expect(sent(shell)).toEqual([]);
  });

  it('offers Mission Control only where it is enabled and responds [supp-01]', async () => {
    open(({ http }) =>
      http.on('GET /mc/api/v4/system/ping', () => {
        throw new HttpFailure(502, 'Bad gateway');
      }),
    );
    await setup().click(screen.getByRole('button', { name: 'New Support Bundle' }));
    await screen.findByText('Not available: Distribution, Mission Control, Insight, Tracker');
    expect(screen.queryByLabelText('Mission Control')).toBeNull();
  });

  it.each([
    ['check fails', 'GET /ui/api/v1/system/ismicroserviceenabled/mc', 503],
    ['ping has no answer', 'GET /mc/api/v4/system/ping', 0],
  ] as const)('does not list Mission Control as unavailable if the %s', async (_what, call, status) => {
    open(({ http }) =>
      http.on(call, () => {
        throw new HttpFailure(status, 'Not responding');
      }),
    );
    await setup().click(screen.getByRole('button', { name: 'New Support Bundle' }));
    await screen.findByText('Failed to check: Mission Control. Open this form again to retry.');
    expect(screen.getByText('Not available: Distribution, Insight, Tracker')).toBeTruthy();
    expect(screen.queryByLabelText('Mission Control')).toBeNull();
  });

  it('lists Mission Control as unavailable if it is disabled [supp-01]', async () => {
    open(({ http }) => void http.on('GET /ui/api/v1/system/ismicroserviceenabled/mc', { enabled: false }));
    await setup().click(screen.getByRole('button', { name: 'New Support Bundle' }));
    await screen.findByText('Not available: Distribution, Mission Control, Insight, Tracker');
  });

  it('lists a service that the platform reports after the form was opened', async () => {
    const shell = open(({ services }) => {
      services.there.delete('xray');
      services.known = false;
    });
    await setup().click(screen.getByRole('button', { name: 'New Support Bundle' }));
    await screen.findByLabelText('Mission Control');
    expect(screen.queryByText(/^Not available/)).toBeNull();
    act(() =>
      runInAction(() => {
        shell.services.there.add('xray');
        shell.services.known = true;
      }),
    );
    await screen.findByLabelText('Xray');
    expect(screen.getByText('Not available: Distribution, Insight, Tracker')).toBeTruthy();
  });
});

it.each([
  ['success', 'success', 'success'],
  ['Completed', 'success', 'success'],
  ['failure', 'failure', 'failure'],
  ['ERROR', 'failure', 'failure'],
  ['upload_failed', 'failure', 'failure'],
  ['in progress', 'in progress', 'in-progress'],
  ['uploading', 'in progress', 'in-progress'],
  ['', 'in progress', 'in-progress'],
] as const)('maps the status %j to %s, with its class [supp-02]', (status, expected, css) => {
  expect(statusOf(status)).toBe(expected);
  expect(STATUS_CLASS[statusOf(status)]).toBe(css);
});
