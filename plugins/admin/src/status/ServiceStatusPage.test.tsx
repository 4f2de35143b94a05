import { HttpFailure } from '@lading/contract';
import type {
  DependencyStatuses,
  NodeLoad,
  NodeStatus,
  StatusHistory,
  StatusPeriod,
} from '@lading/contract/rest';
import { type FakeShell, fakeShell } from '@lading/contract/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { STATUS } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { ServiceStatusPage } from './ServiceStatusPage.tsx';
import { StatusStore } from './StatusStore.ts';

const SYSTEM = '/ui/api/v1/system';
const HOUR = 3_600_000;
const now = Date.parse('2026-11-23T12:00:00Z');
const node = (more: Partial<NodeStatus> = {}): NodeStatus => ({
  ...{ service_id: 'jfrt@1', node_id: 'node-a', status: 'Online', state: 'HEALTHY', message: '' },
  ...{ last_heartbeat: now, uptime: now - 51 * HOUR, micro_services: ['artifactory', 'access'] },
  version: '0.1.0',
  ...more,
});
const dependencies: DependencyStatuses = {
  node_id: 'node-a',
  dependencies: [
    { kind: 'database', name: '', state: 'ok', response_millis: 2 },
    {
      ...{ kind: 'upstream', name: 'far', state: 'failed' },
      last_error: { message: 'It cannot be reached', time: now },
    },
  ],
};
const DAY = 24 * HOUR;
const period = (state: StatusPeriod['state'], from: number, to: number): StatusPeriod => ({
  ...{ state, from, to, message: '', node_ids: [] },
});
const history: StatusHistory = {
  ...{ from: now - 31 * DAY, to: now },
  timelines: [
    {
      ...{ kind: 'node', name: 'node-a' },
      periods: [
        period('unknown', now - 31 * DAY, now - 10 * DAY),
        period('ok', now - 10 * DAY, now - 2 * HOUR),
        period('offline', now - 2 * HOUR, now - HOUR),
        period('ok', now - HOUR, now),
      ],
    },
    {
      ...{ kind: 'upstream', name: 'far' },
      periods: [
        period('ok', now - 31 * DAY, now - HOUR),
        { ...period('failed', now - HOUR, now), message: 'It cannot be reached', node_ids: ['node-a'] },
      ],
    },
  ],
};
const load: NodeLoad = {
  ...{ node_id: 'node-a', interval_seconds: 10, queue_interval_seconds: 60, time: now },
  ...{ requests: [0, 2.5, 1], latency: [null, 40, 12.5], lag: [0, 300, 1], connections: [1, 2, 1] },
  waiting_queries: [0, 3, 0],
  queues: [
    { name: 'scan', waiting: [7, null, 1200] },
    { name: 'webhooks', waiting: [null] },
  ],
};
const noLoad: NodeLoad = {
  ...{ ...load, time: null, requests: [], latency: [], lag: [], connections: [], waiting_queries: [] },
  queues: [],
};
const answer = (shell: FakeShell, nodes: unknown) => {
  shell.license.type = 'ENTERPRISE';
  shell.http
    .on(`GET ${SYSTEM}/status/nodes`, nodes)
    .on(`GET ${SYSTEM}/status/dependencies`, dependencies)
    .on(`GET ${SYSTEM}/status/history`, history)
    .on(`GET ${SYSTEM}/status/load`, load)
    .on(`GET ${SYSTEM}/status/load?nodeId=node-a`, load)
    .on(`GET ${SYSTEM}/ismicroserviceenabled/mc`, { enabled: true });
};
const open = (nodes: readonly NodeStatus[], prepare: (shell: FakeShell) => void = () => {}) =>
  openAt(STATUS, STATUS, ServiceStatusPage, (shell) => {
    answer(shell, { nodes });
    prepare(shell);
  });
const dependencyList = () => screen.getByRole('region', { name: 'Dependencies' });
const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(name) });

describe('the service status', () => {
  it('lists nodes with status, state, uptime, and microservices [stat-01] [stat-02]', async () => {
    open([node(), node({ node_id: 'node-b', status: 'Offline', state: 'UNKNOWN', uptime: 0 })]);
    const online = await rowOf('node-a');
    for (const shown of ['Online', 'HEALTHY', '2 days, 3 hours', 'artifactory, access', '0.1.0'])
      expect(within(online).getByText(shown)).toBeTruthy();
    expect(within(online).queryByRole('button')).toBeNull();
    const offline = await rowOf('node-b');
    for (const shown of ['Offline', 'unavailable']) expect(within(offline).getByText(shown)).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Artifactory jfrt@1' })).toBeTruthy();
  });

  it('requests the nodes for licenses of rank 4 and above, and the HA status for others [stat-01]', async () => {
    const shell = open([], ({ license, http }) => {
      license.type = 'TRIAL';
      http.on(`GET ${SYSTEM}/status/ha`, { nodes: [node()] });
    });
    await rowOf('node-a');
    const paths = shell.http.calls.map(({ path }) => path);
    expect(paths).toContain(`${SYSTEM}/status/ha`);
    expect(paths).not.toContain(`${SYSTEM}/status/nodes`);
  });

  it('shows that there are multiple Mission Controls when their service IDs differ [stat-03]', async () => {
    open([
      node({ service_id: 'jfmc@1' }),
      node({ service_id: 'jfmc@1', node_id: 'node-b' }),
      node({ service_id: 'jfmc@2', node_id: 'node-c' }),
    ]);
    expect(await screen.findByText(/^Multiple Mission Control: 2 services/)).toBeTruthy();
    expect(screen.getAllByRole('heading', { name: /^Mission Control/ })).toHaveLength(2);
  });

  it('is one Mission Control on several nodes with the same ID [stat-03]', async () => {
    open([node({ service_id: 'jfmc@1' }), node({ service_id: 'jfmc@1', node_id: 'node-b' })]);
    await rowOf('node-b');
    expect(screen.queryByText(/Multiple/)).toBeNull();
  });

  it('removes an offline node, and loads the nodes again [stat-03]', async () => {
    let nodes = [node(), node({ node_id: 'node-b', status: 'Offline' })];
    const shell = open([], (prepared) => {
      answer(prepared, () => ({ nodes }));
      prepared.http.on('DELETE /access/api/v1/topology/jfrt%401/node-b', () => {
        nodes = nodes.slice(0, 1);
      });
    });
    await rowOf('node-b');
    shell.modals.answer = true;
    await userEvent.click(screen.getByRole('button', { name: 'Remove node-b' }));
    await waitFor(() => expect(screen.queryByText('node-b')).toBeNull());
    expect(await rowOf('node-a')).toBeTruthy();
    const histories = shell.http.calls.filter(({ path }) => path === `${SYSTEM}/status/history`);
    expect(histories).toHaveLength(2);
  });

  it('shows the failure of the call with its cause and Retry; the store returns false [stat-03]', async () => {
    const fail = () => {
      throw new HttpFailure(503, 'The database does not answer');
    };
    const shell = open([], (prepared) => answer(prepared, fail));
    expect(await screen.findByText('Failed to load the service status')).toBeTruthy();
    expect(screen.getByText('The database does not answer')).toBeTruthy();
    answer(shell, { nodes: [node()] });
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await rowOf('node-a')).toBeTruthy();
    const failing = fakeShell();
    answer(failing, fail);
    expect(await new StatusStore(failing.http, () => 4).fetch()).toBe(false);
    expect(await new StatusStore(shell.http, () => 4).fetch()).toBe(true);
  });

  it('shows the dependencies with their state and last error', async () => {
    open([node()]);
    expect(within(await rowOf('Database')).getByText('Response in 2 ms')).toBeTruthy();
    const upstream = await rowOf('Upstream of far');
    expect(within(upstream).getByText('Failed')).toBeTruthy();
    expect(within(upstream).getByText(/It cannot be reached/)).toBeTruthy();
  });

  it('distinguishes no use, no successful use, and no check without the database', async () => {
    const list: DependencyStatuses['dependencies'] = [
      { kind: 'database', name: '', state: 'ok' },
      { kind: 'crowd', name: '', state: 'unknown' },
      {
        ...{ kind: 'saml', name: 'house', state: 'unknown' },
        last_error: { message: 'Invalid signature', time: now },
      },
    ];
    const show = (shell: FakeShell) =>
      shell.http.on(`GET ${SYSTEM}/status/dependencies`, { node_id: 'node-a', dependencies: list });
    open([node()], show);
    expect(within(await rowOf('Crowd')).getByText('Not used yet')).toBeTruthy();
    expect(within(await rowOf('SAML provider house')).getByText('No successful use yet')).toBeTruthy();
    list[0] = { kind: 'database', name: '', state: 'failed' };
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(within(dependencyList()).getAllByText('Unknown')).toHaveLength(2));
    expect(screen.queryByText('Not used yet')).toBeNull();
  });

  it('says that a sign-in page of SAML was not checked, and why', async () => {
    const unchecked = 'This node cannot open https://id.example.org/login: Unknown host';
    open([node()], ({ http }) =>
      http.on(`GET ${SYSTEM}/status/dependencies`, {
        node_id: 'node-a',
        dependencies: [
          { kind: 'saml', name: 'house', state: 'unknown', unchecked },
          { kind: 'saml', name: 'port', state: 'ok', since: now, unchecked },
        ],
      }),
    );
    const row = await rowOf('SAML provider house');
    expect(within(row).getByText('Not checked')).toBeTruthy();
    expect(within(row).getByText(`Sign-in page not checked: ${unchecked}`)).toBeTruthy();
    // A user has signed in, so the provider works.
    expect(within(await rowOf('SAML provider port')).getByText('OK')).toBeTruthy();
  });

  it('shows 30 days of history, with the outages of a day by arrow keys [stat-01]', async () => {
    open([node()]);
    const bars = await screen.findByRole('slider', { name: 'node-a' });
    expect(bars.querySelectorAll('.status-day')).toHaveLength(30);
    expect(bars.querySelectorAll('.status-day .status-part--bad')).toHaveLength(1);
    // Before the first record: never shown as available.
    const first = bars.querySelector('.status-day');
    expect(first?.querySelectorAll('.status-part--unknown')).toHaveLength(1);
    expect(first?.querySelectorAll('.status-part--ok')).toHaveLength(0);
    expect(bars.getAttribute('aria-valuetext')).toMatch(/^Nov 23, 2026: Offline, .*: No heartbeat/);
    bars.focus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(bars.getAttribute('aria-valuetext')).toBe('Nov 22, 2026: No outage');
    expect(within(bars).getByText('No outage')).toBeTruthy();
    await userEvent.keyboard('{Home}');
    expect(bars.getAttribute('aria-valuetext')).toMatch(/: Not recorded$/);
    await userEvent.keyboard('{Escape}');
    expect(within(bars).queryByText('Not recorded')).toBeNull();
    expect(screen.getByText(/Recorded since Nov 13, 2026/)).toBeTruthy();
    expect(screen.getByText(/99.58% available/)).toBeTruthy();
  });

  it('lists the outages of the history in a table, newest first [stat-01]', async () => {
    open([node()]);
    await userEvent.click(await screen.findByText('2 outages'));
    const table = screen.getByRole('table', { name: '2 outages' });
    const cells = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map((cell) => cell.textContent));
    expect(cells.map(([name, state]) => [name, state])).toEqual([
      ['Upstream of far', 'Failed'],
      ['node-a', 'Offline'],
    ]);
    expect(cells[0]?.slice(3)).toEqual(['Now', '1 hour', 'It cannot be reached · on node-a']);
    expect(cells[1]?.[5]).toMatch(/^No heartbeat/);
  });

  it('shows that the history could not be loaded, and the rest of the page', async () => {
    open([node()], ({ http }) =>
      http.on(`GET ${SYSTEM}/status/history`, () => {
        throw new HttpFailure(503, 'The database does not answer');
      }),
    );
    expect(await screen.findByText('Failed to load the status history')).toBeTruthy();
    expect(await rowOf('Upstream of far')).toBeTruthy();
  });
});

describe('the load', () => {
  const section = () => screen.findByRole('region', { name: 'Load in the last hour' });

  it('is shown as charts, whose values are read by pointer and arrow keys', async () => {
    open([node()]);
    const chart = await within(await section()).findByRole('slider', { name: 'Requests per second' });
    expect(chart.getAttribute('aria-valuetext')).toMatch(/^\d+:\d\d:00.*: 1 per second$/);
    expect(chart.querySelector('.status-load__line')?.getAttribute('d')).toBe('M0,100L0,100L180,50L360,80');
    chart.focus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(chart.getAttribute('aria-valuetext')).toMatch(/:50.*: 2.5 per second$/);
    const latency = screen.getByRole('slider', { name: 'Response time, 95th percentile' });
    latency.focus();
    await userEvent.keyboard('{Home}');
    // An interval without requests is a gap, not a response time of 0.
    expect(latency.getAttribute('aria-valuetext')).toMatch(/: no requests$/);
    expect(latency.querySelector('.status-load__line')?.getAttribute('d')).toBe('M180,20L180,20L360,75');
    const others = ['Longest delay of the event loop', 'Used database connections'];
    for (const name of others) expect(screen.getByRole('slider', { name })).toBeTruthy();
    expect(screen.getByRole('slider', { name: /^Queries waiting/ }).getAttribute('aria-valuetext')).toMatch(
      /: 0 queries$/,
    );
  });

  it('contains the lengths of queues, and shows unknown ones as unknown', async () => {
    open([node()]);
    const table = await screen.findByRole('table', { name: 'Queues' });
    const cells = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].slice(0, 3).map(({ textContent }) => textContent));
    expect(cells).toEqual([
      ['Versions to scan', '1,200', '1,200'],
      ['Events for webhooks', 'Unknown', 'Unknown'],
    ]);
    expect(
      within(table).getByRole('img', { name: 'Versions to scan: now 1,200, longest 1,200' }),
    ).toBeTruthy();
  });

  it('says after a start that the first value follows, and shows it', async () => {
    const shell = open([node()], ({ http }) => void http.on(`GET ${SYSTEM}/status/load`, noLoad));
    expect(await screen.findByText('The first value appears in 10 seconds.')).toBeTruthy();
    shell.http.on(`GET ${SYSTEM}/status/load?nodeId=node-a`, load);
    await act(() => shell.periodic.tick());
    expect(await screen.findByRole('slider', { name: 'Requests per second' })).toBeTruthy();
  });

  it('is that of the node that responded, until another node is selected', async () => {
    const shell = open([node(), node({ node_id: 'node-b' }), node({ node_id: 'node-c', status: 'Offline' })]);
    const select = await within(await section()).findByLabelText<HTMLSelectElement>('Node');
    await waitFor(() => expect(select.value).toBe('node-a'));
    expect([...select.options].map(({ text }) => text)).toEqual(['node-a', 'node-b', 'node-c (offline)']);
    // Behind a load balancer, another node can respond to the next call.
    shell.http.on(`GET ${SYSTEM}/status/load?nodeId=node-a`, load);
    await act(() => shell.periodic.tick());
    const asked = shell.http.calls.filter(({ path }) => path.includes('/status/load'));
    expect(asked.at(-1)?.path).toContain('nodeId=node-a');
    const busy = { ...load, node_id: 'node-b', requests: [0, 0, 70] };
    shell.http.on(`GET ${SYSTEM}/status/load?nodeId=node-b`, busy);
    await userEvent.selectOptions(select, 'node-b');
    const chart = await screen.findByRole('slider', { name: 'Requests per second' });
    await waitFor(() => expect(chart.getAttribute('aria-valuetext')).toMatch(/: 70 per second$/));
    expect(screen.getByText(/^Figures of node node-b/)).toBeTruthy();
  });

  it('of a node that does not respond is an error, without figures of another node', async () => {
    const shell = open([node(), node({ node_id: 'node-b' })]);
    await screen.findByRole('slider', { name: 'Requests per second' });
    shell.http.on(`GET ${SYSTEM}/status/load?nodeId=node-b`, () => {
      throw new HttpFailure(502, 'Node node-b is not reachable');
    });
    await userEvent.selectOptions(screen.getByLabelText('Node'), 'node-b');
    expect(await screen.findByText('Node node-b is not reachable')).toBeTruthy();
    expect(screen.queryByRole('slider', { name: 'Requests per second' })).toBeNull();
  });

  it('that could not be loaded is an error with Retry, and keeps the last figures', async () => {
    const fail = () => {
      throw new HttpFailure(503, 'The server is away');
    };
    const shell = open([node()], ({ http }) => void http.on(`GET ${SYSTEM}/status/load`, fail));
    const failure = await screen.findByText('Failed to load the figures about the load');
    expect(failure.closest('[role=alert]')?.textContent).toContain('The server is away');
    shell.http.on(`GET ${SYSTEM}/status/load`, load);
    await userEvent.click(within(await section()).getByRole('button', { name: 'Retry' }));
    const chart = await screen.findByRole('slider', { name: 'Requests per second' });
    expect(screen.queryByText('The server is away')).toBeNull();
    shell.http.on(`GET ${SYSTEM}/status/load?nodeId=node-a`, fail);
    await act(() => shell.periodic.tick());
    expect(await screen.findByText('The server is away')).toBeTruthy();
    expect(chart.isConnected).toBe(true);
  });
});
