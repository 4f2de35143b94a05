import type { AuthSettings } from './authAdmin.ts';

/** The settings of a new platform. */
export const defaultAuthSettings: AuthSettings = {
  anonymousAccess: false,
  passwords: { minLength: 12, expiresAfterDays: 0, refuseBreached: true },
  audit: { retentionDays: 400 },
  tokens: { maxLifetimeDays: 90 },
  lockout: { freeAttempts: 5, longestWaitSeconds: 300 },
  sessions: {
    idleMinutes: 480,
    longestHours: 24,
    rememberMe: true,
    rememberedIdleDays: 14,
    rememberedLongestDays: 30,
  },
  mfa: 'optional',
  registration: { enabled: false, domains: [], groups: [] },
  loginDialog: null,
  loginIsExternal: false,
  autoRedirect: false,
  resetMinutes: 60,
  invitationHours: 72,
};
