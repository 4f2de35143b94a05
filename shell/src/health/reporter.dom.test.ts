import type { PluginHealthReport } from '@lading/contract/rest';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HealthNews } from '../plugins/HealthNews.ts';
import { browserOf } from './browserOf.ts';
import { startReporter } from './reporter.ts';
import { withoutUserData } from './withoutUserData.ts';

const failure = (cause: string, more: object = {}): HealthNews => ({
  ...{ plugin: 'tide', version: '1.0.0', class: 'mount', logAs: 'mount', cause },
  error: new TypeError(cause),
  ...more,
});
const load: HealthNews = { plugin: 'tide', version: '1.0.0', loadMs: 40.4, mountMs: -3 };

let sent: PluginHealthReport[];
let stop = () => {};
beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});
const start = (news: HealthNews[]) => {
  stop = startReporter(
    news,
    () => '0.1.0',
    (report) => sent.push(report),
  );
};

describe('the reporter of plugin health', () => {
  it('sends what happened before it was loaded, and counts equal failures [mfe-03] [mfe-04]', () => {
    const news = [
      load,
      failure('is broken'),
      failure('is broken'),
      failure('/x: 404', { class: 'http', logAs: 'http' }),
    ];
    start(news);
    const of = { plugin: 'tide', version: '1.0.0' };
    expect(sent).toEqual([
      {
        ...{ shell: '0.1.0', browser: expect.any(String), major: expect.any(Number) },
        loads: [{ ...of, loadMs: 40, mountMs: 0 }],
        failures: [
          { ...of, stage: 'mount', class: 'mount', error: 'TypeError', message: 'is broken', count: 2 },
          { ...of, stage: 'load', class: 'http', error: 'TypeError', message: '/x: 404', count: 1 },
        ],
      },
    ]);
    expect(news).toEqual([]);
  });

  it('sends that a version was turned off, and on again', () => {
    const of = { plugin: 'tide', version: '1.0.0' };
    start([
      { ...of, off: true },
      { ...of, off: false },
    ]);
    expect(sent).toMatchObject([
      {
        loads: [],
        failures: [],
        switches: [
          { ...of, off: true },
          { ...of, off: false },
        ],
      },
    ]);
  });

  it('sends news every 30 seconds and when the page is closed, and nothing without news', () => {
    const news: HealthNews[] = [];
    start(news);
    vi.advanceTimersByTime(60_000);
    expect(sent).toEqual([]);
    news.push(load);
    vi.advanceTimersByTime(30_000);
    expect(sent).toHaveLength(1);
    news.push(load);
    dispatchEvent(new Event('pagehide'));
    expect(sent).toHaveLength(2);
    stop();
    news.push(load);
    dispatchEvent(new Event('pagehide'));
    expect(sent).toHaveLength(2);
  });

  it('splits what does not fit into one report', () => {
    start(Array.from({ length: 120 }, (_, at) => failure(`failure ${'x'.repeat(at)}`)));
    expect(sent.map(({ failures }) => failures.length)).toEqual([50, 50, 20]);
  });

  it('tells a mount that timed out from code that did', () => {
    start([
      failure('a', { class: 'timeout', logAs: 'evaluation' }),
      failure('b', { class: 'timeout', logAs: 'timeout' }),
      failure('c', { class: 'render', logAs: 'render', error: 'a text' }),
    ]);
    expect(sent[0]?.failures.map(({ stage, error }) => [stage, error])).toEqual([
      ['mount', 'TypeError'],
      ['load', 'TypeError'],
      ['run', undefined],
    ]);
  });
});

describe('a message', () => {
  it.each([
    [
      "Cannot read properties of undefined (reading 'name')",
      "Cannot read properties of undefined (reading 'name')",
    ],
    [
      'http://localhost:8082/ui/plugins/tide/1.0.0/plugin.js?x=1: 404',
      '/ui/plugins/tide/1.0.0/plugin.js: 404',
    ],
    ['Repository "bobs-secrets" not found', 'Repository "…" not found'],
    ["No user 'alice'", 'No user "…"'],
    ['Failed for ada.lovelace@example.org at 10:30', 'Failed for … at 10:30'],
    ['Token eyJ0 of 3f2504e0-4f89-11d3-9a0c-0305e82c3301', 'Token eyJ0 of …'],
    ['/artifactory/api/search?name=payroll: 500', '/artifactory/api/search: 500'],
    ['x'.repeat(400), 'x'.repeat(300)],
  ])('%s contains no data of the user when it is reported', (message, reported) => {
    expect(withoutUserData(message)).toBe(reported);
  });
});

it('a message that is very long is shortened before it is searched', () => {
  const began = performance.now();
  expect(withoutUserData('x'.repeat(1_000_000))).toBe('x'.repeat(300));
  expect(performance.now() - began).toBeLessThan(10_000);
});

describe('a browser', () => {
  it.each([
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
      'Chrome',
      141,
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.1',
      'Edge',
      141,
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox', 143],
    [
      'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
      'Safari',
      18,
    ],
    ['curl/8', 'Other', 0],
  ])('%s is reported by family and major version', (agent, browser, major) => {
    expect(browserOf(agent)).toEqual({ browser, major });
  });
});
