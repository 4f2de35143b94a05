import type { AnalyticsReport } from '@lading/contract/rest';
import { observable, runInAction } from 'mobx';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countEvents } from './countEvents.ts';
import type { TrackedEvent } from './watchAnalytics.ts';

const EVERY_MS = 30_000;
let sent: AnalyticsReport[];
let status: number | undefined;
let stop = () => {};
let shell: {
  events: TrackedEvent[];
  user: { signedIn: boolean };
  page: { route: string | undefined; system?: string };
};
beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  status = 204;
  shell = {
    events: [],
    user: observable({ signedIn: true }),
    page: observable({ route: 'packages' as string | undefined }),
  };
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});
const start = () => {
  stop = countEvents(shell, async (report) => {
    sent.push(report);
    return status;
  });
};
const later = () => vi.advanceTimersByTimeAsync(EVERY_MS);
const open = (route: string | undefined) => runInAction(() => Object.assign(shell.page, { route }));
const signOut = () =>
  runInAction(() => {
    shell.user.signedIn = false;
  });
const signIn = () =>
  runInAction(() => {
    shell.user.signedIn = true;
  });
const page = (route: string, count = 1, first = true) => ({
  ...{ event: 'page', data: { route }, count, first },
});

describe('usage analytics in the browser', () => {
  it('count pages by route name, and send the counts every 30 seconds', async () => {
    start();
    open('packages.package');
    open('packages');
    open(undefined);
    expect(sent).toEqual([]);
    await later();
    expect(sent).toEqual([{ events: [page('packages', 2), page('packages.package')] }]);
    await later();
    expect(sent).toHaveLength(1);
    open('packages');
    await later();
    expect(sent[1]).toEqual({ events: [page('packages', 1, false)] });
  });

  it('send the fields of known events only', async () => {
    start();
    open(undefined);
    const answers = { purpose: 'Personal', role: '', features: 'SBOM' };
    shell.events.push(['personalization', answers], ['chart', { user: 'rosa' }], ['chart', { user: 'eve' }]);
    await later();
    expect(sent[0]?.events.slice(1)).toEqual([
      { event: 'personalization', data: answers, count: 1, first: true },
      { event: 'chart', count: 2, first: true },
    ]);
  });

  it('discard what was not sent at sign-out, and start a new session', async () => {
    start();
    await later();
    open('admin.trash');
    signOut();
    open('login');
    await later();
    expect(sent).toHaveLength(1);
    // Tracked before the user is known.
    shell.events.push(['sign-in']);
    signIn();
    open('packages');
    await later();
    expect(sent[1]).toEqual({ events: [{ event: 'sign-in', count: 1, first: true }, page('packages')] });
  });

  it('end when the server says that they are off', async () => {
    start();
    status = 409;
    await later();
    open('admin.trash');
    shell.events.push(['chart']);
    await later();
    expect(sent).toHaveLength(1);
    expect(shell.events).toEqual([]);
  });

  it('are sent when the page is closed, with up to 50 different events', async () => {
    start();
    for (let n = 0; n < 80; n += 1) shell.events.push([`event-${n}`]);
    window.dispatchEvent(new Event('pagehide'));
    expect(sent[0]?.events).toHaveLength(50);
  });
});
