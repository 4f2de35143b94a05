import { HttpFailure } from '@lading/contract';
import type { LogConfig, LogData } from '@lading/contract/rest';
import type { FakeShell } from '@lading/contract/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { runInAction } from 'mobx';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SYSTEM_LOGS } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { LogViewerPage } from './LogViewerPage.tsx';

const CONFIG = 'GET /ui/api/v1/system/logs/config/jfrt';
const DATA = 'GET /ui/api/v1/system/logs/data/jfrt';
const config = (more: Partial<LogConfig> = {}): LogConfig => ({
  installed: true,
  logs: ['artifactory-service.log', 'artifactory-request.log'],
  nodes: ['node-a', 'node-b'],
  node_id: 'node-a',
  refresh_rate_millis: 3000,
  ...more,
});
const line = (msg: string, level = 'info') =>
  `${JSON.stringify({ level, time: '2026-11-23T10:11:12.345Z', user: 'ada', msg })}\n`;

/** Content of the log on the server, which responds from the requested offset on. */
let log: string;
let fileId: string;
let requests: Record<string, unknown>[];
const data = ({ options }: { options: { query?: Record<string, unknown> } }): LogData => {
  const query = options.query ?? {};
  requests.push(query);
  const from = Number(query.file_size ?? 0);
  const isOther = query.file_id !== undefined && query.file_id !== fileId;
  return {
    log_content: log.slice(isOther ? 0 : from),
    file_size: log.length,
    last_update_modified: 1_700_000_000_000,
    last_update_label: '',
    file_id: fileId,
    start: isOther ? 0 : from,
    ...(isOther ? { restarted: 'rotated' as const } : {}),
  };
};
beforeEach(() => {
  log = line('The first') + line('A wrong one', 'error');
  fileId = 'file-1';
  requests = [];
});

const open = (search = '', prepare: (shell: FakeShell) => void = () => {}) =>
  openAt(`${SYSTEM_LOGS}${search}`, SYSTEM_LOGS, LogViewerPage, (shell) => {
    shell.services.there.add('xray');
    shell.http.on(CONFIG, config()).on(DATA, data);
    prepare(shell);
  });
const tick = (shell: FakeShell, times = 1) =>
  act(async () => {
    for (let count = 0; count < times; count += 1) await shell.periodic.tick();
  });
const optionsOf = (label: RegExp | string) =>
  [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ text }) => text);
const button = (name: string) => screen.getByRole('button', { name });

describe('the log viewer', () => {
  it('lists products, nodes, and files, with Artifactory selected [logs-01]', async () => {
    open();
    expect(screen.getByText('Waiting for Logs...')).toBeTruthy();
    expect([optionsOf('Node'), optionsOf('Log file')]).toEqual([['Not loaded'], ['Not loaded']]);
    expect(await screen.findByText('The first')).toBeTruthy();
    expect(optionsOf('Service')).toEqual([
      'Artifactory',
      'Mission Control (not available)',
      'Xray',
      'Distribution (not available)',
      'Pipelines (not available)',
      'Insight (not available)',
    ]);
    expect(screen.getByLabelText<HTMLSelectElement>('Service').value).toBe('jfrt');
    expect(optionsOf('Node · High availability')).toEqual(['node-a', 'node-b', 'All nodes, by time']);
    expect(optionsOf('Log file')).toEqual([
      'artifactory-service.log',
      'artifactory-request.log',
      'All files of all services, by time',
    ]);
    expect(screen.getByText('10:11:12.345', { selector: '.logs-line--error *' })).toBeTruthy();
  });

  it('names a product as not available only when the platform has reported its services', async () => {
    const shell = open('', ({ services }) => {
      services.known = false;
    });
    await screen.findByText('The first');
    expect(optionsOf('Service')).not.toContain('Distribution (not available)');
    act(() =>
      runInAction(() => {
        shell.services.known = true;
      }),
    );
    expect(optionsOf('Service')).toContain('Distribution (not available)');
  });

  it('loads the whole log first, and appends from the last size [logs-02]', async () => {
    const shell = open();
    await screen.findByText('The first');
    expect(requests[0]).not.toHaveProperty('file_size');
    const size = log.length;
    log += line('The third');
    await userEvent.click(button('Refresh now'));
    expect(await screen.findByText('The third')).toBeTruthy();
    expect(screen.getAllByText('The first')).toHaveLength(1);
    expect(requests[1]).toMatchObject({ file_size: size, file_id: 'file-1', nodeId: 'node-a' });
    fileId = 'file-2';
    log = line('After the rotation');
    await tick(shell, 3);
    expect(await screen.findByText('After the rotation')).toBeTruthy();
    expect(screen.getByText('The log was rotated. The lines below are of the new file.')).toBeTruthy();
    expect(screen.getByText('The first')).toBeTruthy();
  });

  it('counts down each second, and refreshes at its end [logs-03] [logs-04]', async () => {
    const shell = open();
    await screen.findByText('The first');
    expect(screen.getByRole('timer').textContent).toBe('Refreshing Logs in 3 seconds');
    await tick(shell);
    expect(screen.getByRole('timer').textContent).toBe('Refreshing Logs in 2 seconds');
    log += line('The third');
    await tick(shell, 2);
    expect(await screen.findByText('The third')).toBeTruthy();
    expect(screen.getByRole('timer').textContent).toBe('Refreshing Logs in 3 seconds');
  });

  it('refreshes every 10 seconds when the server specifies no rate [logs-03]', async () => {
    open('', ({ http }) => http.on(CONFIG, { ...config(), refresh_rate_millis: undefined }));
    await screen.findByText('The first');
    expect(screen.getByRole('timer').textContent).toBe('Refreshing Logs in 10 seconds');
  });

  it('pauses and resumes the countdown [logs-02] [logs-04]', async () => {
    const shell = open();
    await screen.findByText('The first');
    await tick(shell);
    await userEvent.click(button('Pause'));
    await tick(shell, 5);
    expect(screen.getByRole('timer').textContent).toBe('Paused');
    expect(requests).toHaveLength(1);
    await userEvent.click(button('Resume'));
    expect(screen.getByRole('timer').textContent).toBe('Refreshing Logs in 2 seconds');
    await tick(shell, 2);
    await waitFor(() => expect(requests).toHaveLength(2));
  });

  it.each([
    ['config', CONFIG],
    ['data', DATA],
  ])('shows a failure of the %s call, and pauses [logs-04]', async (_name, call) => {
    const shell = open('', ({ http }) =>
      http.on(call, () => {
        throw new HttpFailure(502, 'Node node-a is not reachable', 'NODE_UNREACHABLE');
      }),
    );
    expect(await screen.findByText('No Data Fetched')).toBeTruthy();
    expect(screen.getByText('Node node-a is not reachable')).toBeTruthy();
    expect(screen.getByRole('timer').textContent).toBe('Paused');
    shell.http.on(CONFIG, config()).on(DATA, data);
    await userEvent.click(button('Retry'));
    expect(await screen.findByText('The first')).toBeTruthy();
    expect(screen.getByRole('timer').textContent).toContain('Refreshing Logs in');
  });

  it('loads nodes, configuration, and logs again for another service, and the default one after a reset [logs-02]', async () => {
    const shell = open('', ({ http }) =>
      http
        .on(
          'GET /ui/api/v1/system/logs/config/jfxr',
          config({ logs: ['xray-request.log'], nodes: ['node-a'] }),
        )
        .on('GET /ui/api/v1/system/logs/data/jfxr', {
          ...data({ options: {} }),
          log_content: line('Of Xray'),
        })
        .on('GET /ui/api/v1/system/logs/config/jfds', config({ installed: false, logs: [], nodes: [] })),
    );
    await screen.findByText('The first');
    await userEvent.selectOptions(screen.getByLabelText('Service'), 'Xray');
    expect(await screen.findByText('Of Xray')).toBeTruthy();
    expect(screen.queryByText('The first')).toBeNull();
    expect(optionsOf('Node')).toEqual(['node-a']);
    expect(optionsOf('Log file')).toEqual(['xray-request.log', 'All files of all services, by time']);
    expect(shell.navigation.place.search).toContain('service=jfxr');
    await userEvent.selectOptions(screen.getByLabelText('Service'), 'Distribution (not available)');
    expect(await screen.findByText('Distribution is not installed')).toBeTruthy();
    await userEvent.click(button('Reset'));
    expect(await screen.findByText('The first')).toBeTruthy();
    expect(screen.getByLabelText<HTMLSelectElement>('Service').value).toBe('jfrt');
    expect(shell.navigation.place.search).toBe('');
  });

  it('filters by level and text, and highlights the text', async () => {
    open('?level=error&text=wrong');
    expect(await screen.findByText('wrong', { selector: 'mark' })).toBeTruthy();
    expect(screen.queryByText('The first')).toBeNull();
    expect(screen.getByText('1 of 2 lines')).toBeTruthy();
    const field = screen.getByRole('searchbox', { name: 'Filter lines by text' });
    await userEvent.clear(field);
    await userEvent.type(field, 'nothing like this{Enter}');
    expect(await screen.findByText('No line matches the filters')).toBeTruthy();
    await userEvent.click(button('Clear filters'));
    expect(await screen.findByText('The first')).toBeTruthy();
  });

  it('searches earlier lines in the files that were rotated before', async () => {
    const files = [line('A kite of last week'), line('Of yesterday')];
    const shell = open('?text=kite', ({ http }) => {
      http.on(DATA, (call: Parameters<typeof data>[0]) => {
        const { end, file_id } = call.options.query ?? {};
        if (end === undefined) return { ...data(call), previous_file: true };
        expect(end).toBe(0);
        const at = file_id === fileId ? 1 : 0;
        const [content, size] = [files[at] ?? '', (files[at] ?? '').length];
        return {
          ...{ log_content: content, start: 0, file_size: size, file_id: `rotated-${at}` },
          ...{ last_update_modified: 1, last_update_label: '', restarted: 'rotated' as const },
          ...(at === 1 ? { previous_file: true } : {}),
        };
      });
    });
    expect(await screen.findByText('No line matches the filters')).toBeTruthy();
    await userEvent.click(screen.getAllByRole('button', { name: 'Search earlier lines' })[0] as HTMLElement);
    expect(await screen.findByText('kite', { selector: 'mark' })).toBeTruthy();
    expect(screen.getByText('1 of 4 lines')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Search earlier lines' })).toBeNull();
    // New lines are still appended to the newest file.
    log += line('A new kite');
    await tick(shell, 3);
    await waitFor(() => expect(screen.getByText('2 of 5 lines')).toBeTruthy());
  });

  it('filters by request ID and user, and keeps the filters in the URL', async () => {
    const entry = (fields: object) =>
      `${JSON.stringify({ level: 'info', time: '2026-11-23T10:11:12.345Z', ...fields })}\n`;
    log =
      entry({ requestId: 'abc-1', user: 'ada', msg: 'of Ada' }) +
      entry({ requestId: 'abc-2', user: 'eve', msg: 'of Eve, who knows ada and abc-1' });
    const shell = open('?user=ada');
    expect(await screen.findByText('of Ada')).toBeTruthy();
    expect(screen.getByText('1 of 2 lines')).toBeTruthy();
    await userEvent.clear(screen.getByRole('searchbox', { name: 'User' }));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Request ID' }), 'ABC-2{Enter}');
    expect(await screen.findByText(/^of Eve/)).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('of Ada')).toBeNull());
    expect(shell.navigation.place.search).toBe('?request=ABC-2');
  });

  it('filters lines that arrive later', async () => {
    const shell = open('?text=kite');
    expect(await screen.findByText('No line matches the filters')).toBeTruthy();
    log += line('A kite') + line('A boat');
    await tick(shell, 3);
    expect(await screen.findByText('kite', { selector: 'mark' })).toBeTruthy();
    expect(screen.getByText('1 of 4 lines')).toBeTruthy();
  });

  it('filters in the page if the worker fails', async () => {
    const workers: { onerror?: () => void; terminate: () => void; postMessage: () => void }[] = [];
    vi.stubGlobal(
      'Worker',
      class {
        onerror?: () => void;
        terminate = vi.fn();
        postMessage = vi.fn();
        constructor() {
          workers.push(this);
        }
      },
    );
    open('?text=wrong');
    // Unknown is not none.
    expect(await screen.findByText('Filtering…')).toBeTruthy();
    act(() => workers[0]?.onerror?.());
    expect(await screen.findByText('wrong', { selector: 'mark' })).toBeTruthy();
    expect(workers[0]?.terminate).toHaveBeenCalled();
    vi.unstubAllGlobals();
  });

  it('renders only the lines in view', async () => {
    log = Array.from({ length: 20_000 }, (_, at) => line(`Line ${at}`)).join('');
    open();
    expect(await screen.findByText('20,000 lines')).toBeTruthy();
    expect(document.querySelectorAll('.logs-line').length).toBeLessThan(100);
  });
});

describe('live lines', () => {
  class FakeStream extends EventTarget {
    static readonly opened: FakeStream[] = [];
    closed = false;
    constructor(readonly url: string) {
      super();
      FakeStream.opened.push(this);
    }
    close() {
      this.closed = true;
    }
    send = (type: string, data: object = {}) =>
      act(async () => void this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) })));
  }
  const opened = () => FakeStream.opened.at(-1);
  const streamed = (text: string, more: Partial<LogData> = {}) => {
    const start = log.length;
    log += text;
    const content = { log_content: text, start, file_size: log.length, file_id: fileId };
    return { ...data({ options: {} }), ...content, ...more };
  };
  const of = 'node-a/jfrt:artifactory-service.log';
  const timer = () => screen.getByRole('timer').textContent;
  beforeEach(() => {
    FakeStream.opened.length = 0;
    vi.stubGlobal('EventSource', FakeStream);
  });
  afterEach(() => vi.unstubAllGlobals());

  it('continue from the loaded ones, without refreshes while the stream is open', async () => {
    const shell = open();
    await screen.findByText('The first');
    await userEvent.click(screen.getByLabelText('Live'));
    await waitFor(() => expect(opened()).toBeTruthy());
    const query = new URL(opened()?.url ?? '', 'http://x').searchParams;
    expect(query.getAll('log')).toEqual([`${of}:${log.length}:file-1`]);
    expect(shell.navigation.place.search).toContain('live=1');
    expect(timer()).toContain('Refreshing Logs in');
    await opened()?.send('ready');
    expect(timer()).toBe('New lines appear immediately');
    await opened()?.send('lines', { log: of, skipped: false, data: streamed(line('Streamed')) });
    expect(await screen.findByText('Streamed')).toBeTruthy();
    const asked = requests.length;
    await tick(shell, 20);
    expect(requests).toHaveLength(asked);
    await opened()?.send('lines', { log: of, skipped: true, data: streamed(line('After the gap')) });
    expect(await screen.findByText('After the gap')).toBeTruthy();
    expect(screen.getByText(/Lines were skipped/)).toBeTruthy();
    await userEvent.click(button('Pause'));
    expect([opened()?.closed, timer()]).toEqual([true, 'Paused']);
  });

  it('are refreshed periodically when the stream fails, and streamed again after a refresh', async () => {
    const shell = open('?live=1');
    await waitFor(() => expect(opened()).toBeTruthy());
    const first = opened();
    await first?.send('ready');
    await first?.send('error');
    expect(first?.closed).toBe(true);
    expect(screen.getByText(/The live stream is not available/)).toBeTruthy();
    log += line('Polled');
    await tick(shell, 3);
    expect(await screen.findByText('Polled')).toBeTruthy();
    await waitFor(() => expect(FakeStream.opened).toHaveLength(2));
    expect(opened()?.url).toContain(encodeURIComponent(`:${log.length}:file-1`));
  });

  it('of several nodes continue while one of them is not reachable, and include it again', async () => {
    const shell = open('?live=1&node=*');
    await waitFor(() => expect(opened()).toBeTruthy());
    const first = opened();
    const query = new URL(first?.url ?? '', 'http://x').searchParams;
    expect(query.getAll('log').map((text) => text.split(':')[0])).toEqual(['node-a/jfrt', 'node-b/jfrt']);
    await first?.send('ready');
    expect(timer()).toBe('New lines appear immediately');
    await first?.send('unreachable', { node: 'node-b', message: 'Node node-b is not reachable' });
    expect(screen.getByRole('alert').textContent).toBe('Lines are missing. Node node-b is not reachable');
    await first?.send('lines', { log: of, skipped: false, data: streamed(line('Of the other node')) });
    expect(await screen.findByText('Of the other node')).toBeTruthy();
    await tick(shell, 3);
    await waitFor(() => expect(FakeStream.opened).toHaveLength(2));
    expect(first?.closed).toBe(true);
    await opened()?.send('ready');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(timer()).toBe('New lines appear immediately');
  });

  it('end with the session, which the next refresh reports', async () => {
    const shell = open('?live=1');
    await waitFor(() => expect(opened()).toBeTruthy());
    shell.http.on(DATA, () => {
      throw new HttpFailure(403, 'No longer an administrator', 'FORBIDDEN');
    });
    await opened()?.send('ready');
    await opened()?.send('denied');
    expect(await screen.findByText('No longer an administrator')).toBeTruthy();
    expect([opened()?.closed, timer()]).toEqual([true, 'Paused']);
  });
});

describe('a link to a line', () => {
  it('selects the line, and is in the URL', async () => {
    const shell = open('?text=wrong');
    await userEvent.click(await screen.findByRole('link', { name: 'Link to the line of 10:11:12.345' }));
    const position = `${line('The first').length}.file-1`;
    expect(new URLSearchParams(shell.navigation.place.search).get('line')).toBe(position);
    expect(await screen.findByText('The first')).toBeTruthy();
    expect(document.querySelector('[aria-current="true"]')?.textContent).toContain('A wrong one');
    expect(document.querySelector('[aria-current="true"] a')?.getAttribute('href')).toBe(
      `/ui/admin/monitoring/system_logs?node=node-a&log=artifactory-service.log&line=${position}`,
    );
  });

  it('reports that the file no longer has the line', async () => {
    open('?log=artifactory-service.log&line=0.file-0');
    await screen.findByText('The first');
    expect(screen.getByText(/The linked line is no longer in this file/)).toBeTruthy();
  });
});

it('merges the files of all services by time', async () => {
  const at = (second: number, msg: string) =>
    `${JSON.stringify({ level: 'info', time: `2026-11-23T10:11:0${second}.000Z`, msg })}\n`;
  const answer = (text: string) => ({ ...data({ options: {} }), log_content: text, start: 0 });
  open('?log=*', ({ http }) => {
    http.on(DATA, ({ options }: Parameters<typeof data>[0]) =>
      answer(options.query?.id === 'artifactory-service.log' ? at(1, 'one') + at(4, 'four') : at(3, 'three')),
    );
    http.on('GET /ui/api/v1/system/logs/config/jfxr', config({ logs: ['xray-request.log'] }));
    http.on('GET /ui/api/v1/system/logs/data/jfxr', answer(at(2, 'two')));
    for (const product of ['jfmc', 'jfds', 'jfpip', 'jfisv'])
      http.on(
        `GET /ui/api/v1/system/logs/config/${product}`,
        config({ installed: false, logs: [], nodes: [] }),
      );
  });
  await screen.findByText('four');
  const shown = [...document.querySelectorAll('.logs-line')].map(({ textContent }) => textContent);
  expect(
    shown.map((text) =>
      /(\S+\.log) (\w+)/
        .exec(text ?? '')
        ?.slice(1)
        .join(' '),
    ),
  ).toEqual([
    'artifactory-service.log one',
    'xray-request.log two',
    'artifactory-request.log three',
    'artifactory-service.log four',
  ]);
  expect(screen.queryByRole('link', { name: 'Download' })).toBeNull();
});

describe('the logs of several nodes', () => {
  const at = (second: number, msg: string) =>
    `${JSON.stringify({ level: 'info', time: `2026-11-23T10:11:0${second}.000Z`, msg })}\n`;
  const byNode: Record<string, string> = { 'node-a': at(1, 'one') + at(3, 'three'), 'node-b': at(2, 'two') };
  /** `down` throws for the node. */
  const openNodes = (search: string, down?: string) =>
    open(search, ({ http }) => {
      http.on(DATA, ({ options }: Parameters<typeof data>[0]) => {
        const node = String(options.query?.nodeId);
        if (node === down)
          throw new HttpFailure(502, `Node ${node} is not reachable. It is offline`, 'NODE_UNREACHABLE');
        return { ...data({ options: {} }), log_content: byNode[node] ?? '', start: 0 };
      });
      http.on(CONFIG, ({ options }: Parameters<typeof data>[0]) => {
        const node = String(options.query?.nodeId ?? 'node-a');
        if (node !== down) return config({ node_id: node });
        throw new HttpFailure(502, `Node ${down} is not reachable. It is offline`, 'NODE_UNREACHABLE');
      });
    });
  const shown = () => [...document.querySelectorAll('.logs-line')].map(({ textContent }) => textContent);

  it('are merged by time, with the node of each line', async () => {
    const shell = openNodes('');
    await screen.findByText('three');
    await userEvent.selectOptions(screen.getByLabelText(/^Node/), 'All nodes, by time');
    await screen.findByText('two');
    expect(new URLSearchParams(shell.navigation.place.search).get('node')).toBe('*');
    expect(shown().map((text) => /(node-\w) (\w+)/.exec(text ?? '')?.[0])).toEqual([
      ...['node-a one', 'node-b two', 'node-a three'],
    ]);
    expect(screen.queryByRole('link', { name: 'Download' })).toBeNull();
    await userEvent.click(screen.getAllByRole('link', { name: /Link to the line/ })[1] as HTMLElement);
    await waitFor(() => expect(shown()).toHaveLength(1));
    expect(screen.getByLabelText<HTMLSelectElement>(/^Node/).value).toBe('node-b');
  });

  it('are those of the others while a node is down, which is shown as not reachable', async () => {
    openNodes('?node=*', 'node-b');
    expect(await screen.findByText('three')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe(
      'Lines are missing. Node node-b is not reachable. It is offline',
    );
    expect(screen.getByRole('timer').textContent).toContain('Refreshing Logs in');
  });

  it('can be selected after a node that is down', async () => {
    openNodes('?node=node-b', 'node-b');
    expect(await screen.findByText('Node node-b is not reachable. It is offline')).toBeTruthy();
    expect(screen.getByText('No Data Fetched')).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText(/^Node/), 'node-a');
    expect(await screen.findByText('three')).toBeTruthy();
  });
});
