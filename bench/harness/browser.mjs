import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { temporary } from './temporary.mjs';
import { tool } from './tools.mjs';

/** Conditions of a visit. `slow` is DevTools' Fast 4G with a CPU slowed down 4 times. */
export const conditions = {
  plain: { title: 'plain' },
  slow: { title: 'Fast 4G, CPU 4×', network: 'Fast 4G', cpu: 4 },
};

/**
 * Debian's Chromium with a fresh profile; `trusted` is the SPKI hash of a self-signed certificate
 * to accept.
 */
export async function startBrowser({ trusted } = {}) {
  const profile = temporary('browser');
  const browser = await tool('puppeteer-core').launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    userDataDir: profile,
    defaultViewport: { width: 1440, height: 900 },
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--js-flags=--expose-gc',
      ...(trusted ? [`--ignore-certificate-errors-spki-list=${trusted}`] : []),
    ],
  });
  return {
    /** Creates a browser context with an empty cache and only the given cookies. */
    async visitor(cookies = []) {
      const context = await browser.createBrowserContext();
      if (cookies.length > 0) await context.setCookie(...cookies);
      return context;
    },
    async stop() {
      await browser.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/**
 * Opens a tab that records what `measured` reads; `ready` is a selector whose first match ends the
 * user's wait.
 */
export async function openTab(visitor, { ready, condition = conditions.plain }) {
  const page = await visitor.newPage();
  page.setDefaultTimeout(120_000);
  const session = await page.createCDPSession();
  await session.send('Network.enable');
  const traffic = recordTraffic(session);
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url ?? ''}`);
  });
  if (condition.network) {
    await page.emulateNetworkConditions(
      tool('puppeteer-core').PredefinedNetworkConditions[condition.network],
    );
  }
  if (condition.cpu) await page.emulateCPUThrottling(condition.cpu);
  await page.evaluateOnNewDocument(mark, ready);
  return { page, session, traffic, errors };
}

/**
 * Navigates to `url` (or reloads without one) and waits until `ready` is painted and the network is
 * quiet. Times are milliseconds from the start of the navigation; bytes are as transferred,
 * including headers.
 */
export async function visit(tab, url) {
  tab.traffic.clear();
  if (url) await tab.page.goto(url, { waitUntil: 'domcontentloaded' }).catch(rethrow(tab));
  else await tab.page.reload({ waitUntil: 'domcontentloaded' });
  try {
    await tab.page.waitForFunction('window.__bench?.ready !== undefined');
  } catch (error) {
    const text = await tab.page.evaluate('document.body?.innerText?.slice(0, 500)').catch(() => '');
    throw new Error(`${url} never became ready: ${error.message}\n${text}\n${tab.errors.join('\n')}`);
  }
  await untilQuiet(tab.traffic);
  const times = await tab.page.evaluate('window.__bench');
  const requests = tab.traffic.list();
  const sum = (list) => list.reduce((bytes, request) => bytes + request.bytes, 0);
  const files = requests.filter((request) => !request.call);
  const calls = requests.filter((request) => request.call);
  return {
    ...times,
    requests: requests.length,
    bytes: sum(requests),
    files: files.length,
    fileBytes: sum(files),
    calls: calls.length,
    callsBefore: calls.filter((call) => call.started <= tab.traffic.navigation + times.ready / 1000).length,
    foreign: requests
      .filter((request) => new URL(request.url).origin !== new URL(tab.page.url()).origin)
      .map(({ url }) => url),
    list: requests,
  };
}

/** Milliseconds without network activity after which a page counts as loaded. */
const quiet = 700;

/**
 * Waits until the network is quiet. Does not count requests in flight, as puppeteer's
 * `waitForNetworkIdle` does: after a reload, DevTools sometimes never reports the end of a request
 * whose response the page has received, and that wait never ends.
 */
async function untilQuiet(traffic) {
  for (;;) {
    const rest = traffic.lastNews + quiet - performance.now();
    if (rest <= 0) return;
    await delay(rest);
  }
}

const rethrow = (tab) => (error) => {
  throw new Error(`${error.message}\n${tab.errors.join('\n')}`);
};

/** Records all requests sent over the network, without responses from the cache. */
function recordTraffic(session) {
  const requests = new Map();
  const traffic = {
    navigation: 0,
    lastNews: 0,
    clear() {
      requests.clear();
      traffic.navigation = 0;
    },
    list: () => [...requests.values()].filter((request) => !request.cached && request.bytes > 0),
  };
  session.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp }) => {
    if (request.url.startsWith('data:') || request.url.startsWith('blob:')) return;
    traffic.navigation ||= timestamp;
    traffic.lastNews = performance.now();
    requests.set(requestId, {
      url: request.url,
      type,
      call: type === 'XHR' || type === 'Fetch',
      started: timestamp,
      bytes: 0,
    });
  });
  const on = (event, change) =>
    session.on(`Network.${event}`, (detail) => {
      const request = requests.get(detail.requestId);
      if (!request) return;
      traffic.lastNews = performance.now();
      change(request, detail);
    });
  on('requestServedFromCache', (request) => {
    request.cached = true;
  });
  on('responseReceived', (request, { response }) => {
    request.status = response.status;
    request.protocol = response.protocol;
    if (response.fromDiskCache || response.fromPrefetchCache) request.cached = true;
  });
  on('dataReceived', (request, { encodedDataLength }) => {
    // The event for the end of a request, if there is one, reports its bytes including headers.
    request.bytes += encodedDataLength;
  });
  on('loadingFailed', () => {});
  on('loadingFinished', (request, { encodedDataLength, timestamp }) => {
    request.bytes = encodedDataLength;
    request.ended = timestamp;
  });
  return traffic;
}

/** Runs in the page first: records paints, and the frame in which `selector` first matched. */
function mark(selector) {
  const times = {};
  window.__bench = times;
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries())
      times[name === 'first-paint' ? 'firstPaint' : 'firstContent'] = startTime;
  }).observe({ type: 'paint', buffered: true });
  new PerformanceObserver((list) => {
    times.largestPaint = list.getEntries().at(-1).startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  const look = () => {
    if (!document.querySelector(selector)) return;
    watch.disconnect();
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        times.ready = performance.now();
      };
      channel.port2.postMessage(undefined);
    });
  };
  const watch = new MutationObserver(look);
  watch.observe(document, { childList: true, subtree: true, attributes: true });
}
