import type { SessionSummary, TokenSummary, UserProfile } from '@lading/contract/rest';

type User = UserProfile['user'];

/** Returns Ada's profile, locked unless `unlocked` is set. */
export function profileOf(user: Partial<User> = {}, unlocked = false): UserProfile {
  return {
    user: {
      name: 'ada',
      email: 'ada@example.org',
      realm: 'internal',
      groups: ['readers', 'harbour'],
      admin: false,
      profileUpdatable: true,
      internalPasswordDisabled: false,
      ...user,
    },
    ...(user.internalPasswordDisabled ? {} : { password: { minLength: 12 } }),
    unlocked,
    ...(unlocked ? { unlockedUntil: new Date(Date.now() + 300_000).toISOString() } : {}),
  };
}

export function tokenOf(token: Partial<TokenSummary> = {}): TokenSummary {
  return {
    token_id: '11111111-1111-4111-8111-111111111111',
    subject: 'ada',
    scope: 'applied-permissions/user',
    description: 'the build of the lighthouse',
    issued_at: 1_700_000_000,
    expiry: 4_000_000_000,
    refreshable: false,
    ...token,
  };
}

export function sessionOf(session: Partial<SessionSummary> = {}): SessionSummary {
  return {
    id: '22222222-2222-4222-8222-222222222222',
    current: false,
    client:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    address: '192.0.2.7',
    created: '2026-11-01T10:00:00.000Z',
    lastSeen: '2026-11-02T10:00:00.000Z',
    expires: '2026-12-01T10:00:00.000Z',
    remembered: false,
    ...session,
  };
}
