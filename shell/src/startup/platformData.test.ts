import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PlatformData } from './PlatformData.ts';
import { type CallFacts, type CallName, STARTUP_CALLS } from './startupCalls.ts';
import { QUIET_MS, whenQuiet } from './whenQuiet.ts';

const FACTS: CallFacts = { signedIn: true, cloud: false, analytics: false, available: () => false };
const named = (facts: Partial<CallFacts>) =>
  STARTUP_CALLS.filter(({ when }) => when({ ...FACTS, ...facts })).map(({ name }) => name);

function platform(answers: (path: string) => unknown, project?: string) {
  const asked: string[] = [];
  const taken = new Map<CallName, unknown>();
  const http = {
    text: async () => '',
    async json<T>(path: string, options: { query?: object } = {}): Promise<T> {
      asked.push(path + JSON.stringify(options.query ?? {}));
      return answers(path) as T;
    },
  };
  const data = new PlatformData({
    http,
    facts: () => ({ ...FACTS, available: () => taken.has('microservices') }),
    project: () => project,
    take: (name, answer) => void taken.set(name, answer),
  });
  return { data, asked, taken };
}

/** Empty but valid responses. */
const EMPTY = { services: [], projects: [], entitlements: [], packageTypes: [], repoTypesList: [] };

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => void vi.useRealTimers());

describe('the calls after the first screen', () => {
  it('have their conditions [shell-15, shell-16]', () => {
    const always = ['microservices', 'cloud', 'entitlements', 'availablePackages'];
    const ofUsers = ['projects', 'samlLogout', 'repoData', 'onboarding', 'notifications'];
    expect(named({}).sort()).toEqual([...always, ...ofUsers].sort());
    expect(named({ signedIn: false }).sort()).toEqual([...always].sort());
    expect(named({ cloud: true })).toContain('infoWidget');
    expect(named({ cloud: true })).not.toContain('analytics');
    expect(named({ cloud: true, analytics: true })).toContain('analytics');
    expect(named({ cloud: true, analytics: true, signedIn: false })).not.toContain('analytics');
    expect(named({ analytics: true })).not.toContain('analytics');
    expect(named({ available: (service) => service === 'xray' })).toContain('securityPermissions');
  });

  it('request the services once, before the calls that depend on them [shell-15]', async () => {
    const { data, asked } = platform(() => EMPTY);
    await Promise.all([data.ensure(), data.ensure()]);
    expect(data.state).toBe('ready');
    expect(asked).toHaveLength(10);
    expect(asked[0]).toContain('microservices');
    expect(asked.at(-1)).toContain('securityPermissions');
  });

  it('request the entitlements again after the license changes [shell-15]', async () => {
    const { data, asked } = platform(() => EMPTY);
    await data.reloadForLicense();
    expect(asked).toEqual([]);
    await data.ensure();
    asked.length = 0;
    await data.reloadForLicense();
    expect(asked).toEqual(['/ui/api/v1/system/entitlements{}']);
  });

  it('report failures and can be retried; the others succeed [shell-12]', async () => {
    let down = true;
    const { data, taken } = platform((path) => {
      if (down && path.includes('entitlements')) throw new Error('busy');
      return path.includes('onboarding') ? 'not what it should be' : EMPTY;
    });
    await data.ensure();
    expect(Object.fromEntries(data.failures)).toEqual({
      onboarding: 'The response has an unexpected format',
      entitlements: 'busy',
    });
    expect(taken.get('availablePackages')).toEqual(EMPTY);
    down = false;
    await data.retry('entitlements');
    expect(data.failures.has('entitlements')).toBe(false);
  });

  it.each([null, [], 7, 'text', {}, { services: 7 }, { services: [null] }, { services: [{ name: 7 }] }])(
    'treat %j as an invalid response about services',
    async (answer) => {
      const { data, taken } = platform((path) => (path.includes('microservices') ? answer : EMPTY));
      await data.ensure();
      expect(Object.fromEntries(data.failures)).toEqual({
        microservices: 'The response has an unexpected format',
      });
      expect(taken.get('microservices')).toBeUndefined();
    },
  );

  it('request the security permissions again when the project changes [shell-18]', async () => {
    const { data, asked } = platform(() => EMPTY, 'dflt');
    await data.reloadForProject();
    expect(asked).toEqual([]);
    await data.ensure();
    asked.length = 0;
    await data.reloadForProject();
    expect(asked).toEqual(['/ui/api/v1/system/securityPermissions{"project":"dflt"}']);
  });

  it('are repeated for another user, and late responses for the previous one are discarded', async () => {
    const { data, asked, taken } = platform(() => EMPTY);
    const first = data.ensure();
    data.reset();
    await first;
    expect(taken.size).toBe(0);
    expect(data.state).toBe('missing');
    await data.ensure();
    expect(data.state).toBe('ready');
    expect(asked.length).toBeGreaterThan(9);
  });

  it('wait until no call has been in progress for a while', () => {
    vi.useFakeTimers();
    let busy = true;
    const then = vi.fn();
    whenQuiet(() => busy, then);
    vi.advanceTimersByTime(10 * QUIET_MS);
    expect(then).not.toHaveBeenCalled();
    busy = false;
    vi.advanceTimersByTime(2 * QUIET_MS);
    expect(then).toHaveBeenCalledTimes(1);
  });
});
