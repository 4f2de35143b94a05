import type { UserData } from '@lading/contract/rest';
import { describe, expect, it, vi } from 'vitest';
import { Session, type SessionParts } from './Session.ts';

/** A session of ada that has ended: the look at who is signed in is answered by `look`. */
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

describe('a session that ended', () => {
  it('lets every refused call wait for the sign-in, also one that is refused meanwhile', async () => {
    const { session, look } = endedSession();
    const first = session.renew('ended', '/ui/api/v1/mds/packages');
    const duringLook = session.renew('ended', '/ui/api/v1/mds/packages');
    look();
    await vi.waitFor(() => expect(session.renewal).toBeDefined());
    const duringDialog = session.renew('ended', '/artifactory/api/builds');
    session.renewal?.settle(true);
    expect(await Promise.all([first, duringLook, duringDialog])).toEqual([true, true, true]);
  });

  it('does not let the calls of the sign-in wait for it', async () => {
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
