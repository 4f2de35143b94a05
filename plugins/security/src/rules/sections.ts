import type { Section } from '../form/fields.ts';
import { messages as m } from './messages.ts';

/** Form sections of the platform's security rules. The limits are those of the platform. */
export const RULE_SECTIONS: readonly Section[] = [
  {
    heading: m.access,
    fields: [
      { key: 'anonymousAccess', label: m.anonymous, help: m.anonymousHelp, kind: 'check' },
      { key: 'registration.enabled', label: m.registration, kind: 'check' },
      { key: 'registration.domains', label: m.domains, help: m.domainsHelp, kind: 'lines' },
      { key: 'registration.groups', label: m.groups, help: m.groupsHelp, kind: 'lines' },
    ],
  },
  {
    heading: m.passwords,
    fields: [
      { key: 'passwords.minLength', label: m.minLength, kind: 'number', min: 12, max: 128 },
      {
        key: 'passwords.expiresAfterDays',
        label: m.expires,
        help: m.expiresHelp,
        kind: 'number',
        min: 0,
        max: 3650,
      },
      { key: 'passwords.refuseBreached', label: m.breached, kind: 'check' },
    ],
  },
  {
    heading: m.tokens,
    fields: [
      {
        key: 'tokens.maxLifetimeDays',
        label: m.tokenLifetime,
        help: m.tokenLifetimeHelp,
        kind: 'number',
        min: 0,
        max: 3650,
      },
    ],
  },
  {
    heading: m.audit,
    fields: [
      {
        key: 'audit.retentionDays',
        label: m.auditRetention,
        help: m.auditRetentionHelp,
        kind: 'number',
        min: 30,
        max: 3650,
      },
    ],
  },
  {
    heading: m.lockout,
    fields: [
      { key: 'lockout.freeAttempts', label: m.free, help: m.freeHelp, kind: 'number', min: 1, max: 20 },
      { key: 'lockout.longestWaitSeconds', label: m.wait, kind: 'number', min: 10, max: 3600 },
    ],
  },
  {
    heading: m.mfa,
    fields: [
      {
        key: 'mfa',
        label: m.mfa,
        help: m.mfaHelp,
        kind: 'choice',
        options: [
          { key: 'off', label: m.mfaOff },
          { key: 'optional', label: m.mfaOptional },
          { key: 'required', label: m.mfaRequired },
        ],
      },
    ],
  },
  {
    heading: m.sessions,
    fields: [
      { key: 'sessions.idleMinutes', label: m.idle, kind: 'number', min: 1, max: 10_080 },
      { key: 'sessions.longestHours', label: m.longest, kind: 'number', min: 1, max: 720 },
      { key: 'sessions.rememberMe', label: m.remember, kind: 'check' },
      { key: 'sessions.rememberedIdleDays', label: m.rememberedIdle, kind: 'number', min: 1, max: 90 },
      { key: 'sessions.rememberedLongestDays', label: m.rememberedLongest, kind: 'number', min: 1, max: 365 },
    ],
  },
  {
    heading: m.page,
    fields: [
      { key: 'loginIsExternal', label: m.external, kind: 'check' },
      { key: 'autoRedirect', label: m.auto, kind: 'check' },
      { key: 'loginDialog.title', label: m.noticeTitle, kind: 'text' },
      { key: 'loginDialog.message', label: m.noticeText, help: m.noticeHelp, kind: 'long' },
      { key: 'loginDialog.permanent', label: m.permanent, kind: 'check' },
    ],
  },
  {
    heading: m.links,
    fields: [
      { key: 'resetMinutes', label: m.reset, kind: 'number', min: 5, max: 1440 },
      { key: 'invitationHours', label: m.invitation, kind: 'number', min: 1, max: 720 },
    ],
  },
];
