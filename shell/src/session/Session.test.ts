import type { UserData } from '@lading/contract/rest';
import { describe, expect, it, vi } from 'vitest';
import { Session, type SessionParts } from './Session.ts';

/** Creates a session of ada that has expired. `look` responds to the current-user request. */
function endedSession() {
  let look: (data: Partial<UserData>) => void = () => {};
  const parts = {
    user: { signedIn: true, current: { name: 'ada' } },
    http: { json: () => new Promise((resolve) => (look = resolve)) },
    initialData: { refresh: async () => {} },
    canRenewHere: () => true,
    tell: () => {},
    rejudge: async () => {},
  };
  const session = new Session(parts as unknown as SessionParts);
  return { session, look: () => look({ name: 'anonymous' }) };
}

describe('an expired session', () => {
  it('holds every rejected call until the sign-in, also calls rejected in the meantime', async () => {
    const { session, look } = endedSession();
    const first = session.renew('ended', '/ui/api/v1/mds/packages');
    const duringLook = session.renew('ended', '/ui/api/v1/mds/packages');
    look();
    await vi.waitFor(() => expect(session.renewal).toBeDefined());
    const duringDialog = session.renew('ended', '/artifactory/api/builds');
    session.renewal?.settle(true);
    expect(await Promise.all([first, duringLook, duringDialog])).toEqual([true, true, true]);
  });

  it('does not hold the calls of the sign-in itself', async () => {
    const { session, look } = endedSession();
    const first = session.renew('ended', '/ui/api/v1/mds/packages');
    expect(await session.renew('ended', '/ui/api/v1/ui/auth/current')).toBe(false);
    look();
    await vi.waitFor(() => expect(session.renewal).toBeDefined());
    expect(await session.renew('ended', '/ui/api/v1/ui/auth/login')).toBe(false);
    session.renewal?.settle(true);
    expect(await first).toBe(true);
  });
});
