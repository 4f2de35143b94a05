import {
  platformHandlers,
  platformState,
  startupHandlers,
  startupState,
  testUser,
} from '@lading/contract/testing/handlers';
import { screen } from '@testing-library/dom';
import { delay, HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { mountFrame } from '../frame.tsx';
import { endConsole, stateOf, testConsole, testServer, tinyPlugin } from '../testing/testConsole.ts';

/** Faulty responses to startup calls. */
const FAULTS = {
  '401': () => refused(401),
  '403': () => refused(403),
  '404': () => refused(404),
  '429': () => refused(429),
  '500': () =>
    new HttpResponse(`<pre>${TRACE}</pre>`, { status: 500, headers: { 'content-type': 'text/html' } }),
  '502': () => refused(502),
  '504': () => refused(504),
  'no answer in time': async () => {
    await delay('infinite');
    return new HttpResponse();
  },
  'a reset': () => HttpResponse.error(),
  'truncated JSON': () => new HttpResponse('{"name": "ada", "adm', JSON_TYPE),
  'another shape': () => HttpResponse.json([7, null]),
  HTML: () => HttpResponse.html('<!doctype html><title>Sign in to the network</title>'),
} as const;
type Fault = keyof typeof FAULTS;

const TRACE = 'TypeError: boom\n    at answer (/srv/platform/dist/server.js:7:12)';
const JSON_TYPE = { headers: { 'content-type': 'application/json' } };
const UI = '*/ui/api/v1';
const refused = (status: number) =>
  HttpResponse.json({ errors: [{ code: 'FAULT', message: `made by a test: ${status}` }] }, { status });

type Call = readonly [label: string, path: string];

/** Optional calls by the label of their failure: the first wave, which other calls depend on, */
const FIRST: readonly Call[] = [
  ['Footer', `${UI}/system/auth/screen/footer`],
  ['Features', `${UI}/system/features`],
  ['Services', `${UI}/system/microservices`],
  ['Cloud context', `${UI}/system/cloud`],
  ['Projects', `${UI}/access/projects`],
];
/** and the second wave, made after the first. */
const SECOND: readonly Call[] = [
  ['Entitlements', `${UI}/system/entitlements`],
  ['SAML logout address', `${UI}/auth/saml/logoutRequest`],
  ['Available packages', `${UI}/ui/packages/available`],
  ['Repositories', `${UI}/ui/repodata`],
  ['Onboarding', `${UI}/system/onboarding`],
  ['Subscription', `${UI}/system/infoWidget`],
  ['Analytics', `${UI}/system/analytics`],
  ['Security scanning permissions', `${UI}/system/securityPermissions`],
];
const USER = `${UI}/ui/auth/current`;
const LICENSE = '*/artifactory/api/system/license';

const title = (text: string) => ({ id: text, text });
const PLUGINS = [
  { definition: tinyPlugin('packages') },
  {
    definition: tinyPlugin('auth', {
      routes: [{ path: '/login', name: 'login', title: title('Sign in'), public: true, frameless: true }],
      menuItems: [],
    }),
  },
];

/** Platform in the cloud with every service and feature, so that all calls are made. */
const platform = platformState({
  cloud: { cloud: true, subscriptionUrl: '' },
  features: { features: [{ name: 'COMMON.ANALYTICS', supported: true }] },
  microservices: { services: [{ name: 'xray', available: true }] },
});
const startup = startupState({ user: testUser({ admin: true }) });
const server = setupServer(
  ...startupHandlers(startup),
  ...platformHandlers(platform),
  http.get(`${UI}/system/infoWidget`, () => HttpResponse.json({ plan: 'OSS', subscriptionUrl: '' })),
  http.get(`${UI}/system/securityPermissions`, () => HttpResponse.json({ readIssues: true })),
  http.get(LICENSE, () =>
    HttpResponse.json({ type: 'OSS', validThrough: '', licensedTo: '', from: 'default' }),
  ),
  http.get('*/artifactory/api/system/ping', () => HttpResponse.text('OK')),
  http.get(`${UI}/lading/importmap`, () => refused(500)),
);
const realTimeout = globalThis.setTimeout;
let network: typeof fetch;

/** Waits until `find` returns a value, in as little real time as possible. */
async function until<T>(find: () => T | undefined | null | false): Promise<T> {
  for (let step = 0; step < 400; step++) {
    const found = find();
    if (found) return found;
    await vi.advanceTimersByTimeAsync(100);
    await new Promise((resolve) => realTimeout(resolve));
  }
  throw new Error(`Timed out. Content of the page: ${document.body.textContent}`);
}

async function start(path: string) {
  testServer(path);
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
    network(new URL(address, location.href), init),
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  let started = false;
  void testConsole(PLUGINS, [], { mountFrame }, {}, 20).then(() => {
    started = true;
  });
  await until(() => started);
}

const retry = (name: string | RegExp) => () =>
  screen.queryByRole('button', { name }) as HTMLButtonElement | null;
const page = () => document.body.textContent ?? '';

/** Expects a usable page, whatever has failed. */
function expectAPage() {
  expect(document.getElementById('lading-content')?.textContent).not.toBe('');
  expect(document.querySelector('[data-skeleton]')).toBeNull();
  expect(page()).not.toMatch(/\bat .+\d+:\d+|boom|\[object|undefined/);
}

function failCall(path: string, fault: Fault) {
  server.use(http.get(path, FAULTS[fault]));
}

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' });
  network = globalThis.fetch;
});
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => {
  endConsole();
  server.resetHandlers();
});
afterAll(() => server.close());

describe.each(Object.keys(FAULTS) as Fault[])('a start with %s', (fault) => {
  if (fault === '401') {
    it('for the user opens the sign-in page [guard-03]', async () => {
      failCall(USER, fault);
      await start('/packages');
      await until(() => stateOf('auth') === 'mounted');
      expect(location.pathname).toBe('/ui/login');
    });
  } else {
    it('for the user keeps the URL, reports the failure, and retries [shell-12]', async () => {
      failCall(USER, fault);
      await start('/packages?name=a');
      await until(() => page().includes('Failed to load your user data'));
      expectAPage();
      expect(location.pathname + location.search).toBe('/ui/packages?name=a');
      expect(stateOf('packages')).toBeUndefined();
      const button = await until(retry('Retry'));
      server.resetHandlers();
      button.click();
      await until(() => stateOf('packages') === 'mounted');
      expect(page()).not.toContain('Failed to load');
      expect(location.pathname + location.search).toBe('/ui/packages?name=a');
    });
  }

  it.each([
    ['that decide on others', FIRST],
    ['that follow', SECOND],
  ])(
    'for the calls %s shows the page, names each, and has each again [shell-12, shell-15]',
    async (_which, calls) => {
      for (const [, path] of calls) failCall(path, fault);
      await start('/packages');
      await until(() => stateOf('packages') === 'mounted');
      expectAPage();
      history.pushState(null, '', '/ui/diagnostics');
      for (const [label] of calls) await until(retry(`Retry ${label}`));
      expect(location.pathname).toBe('/ui/diagnostics');
      expectAPage();
      server.resetHandlers();
      for (const [label] of calls) {
        // One call may load data that another failed to load.
        retry(`Retry ${label}`)()?.click();
        await until(() => retry(`Retry ${label}`)() === null);
      }
    },
  );

  it('for the license reports the failure on its page, and retries', async () => {
    failCall(LICENSE, fault);
    await start('/admin/license_management/licenses');
    await until(() => page().includes('Failed to load the license'));
    expectAPage();
    const button = await until(retry('Retry'));
    server.resetHandlers();
    button.click();
    await until(() => page().includes('Never expires'));
  });
});
