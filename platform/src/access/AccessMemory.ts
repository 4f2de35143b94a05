import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Configuration } from 'openid-client';
import type { Connected } from '../database/db.ts';
import type { Outcome } from '../outgoing/Outcomes.ts';
import type { Settings } from '../settings/settings.ts';
import { createAuditCounts } from './audit/auditCounts.ts';
import { AuthSettingsMemory } from './configuration/authSettings.ts';
import type { KeptPermissions } from './grants/KeptPermissions.ts';
import { createKeptPermissions } from './grants/permissionTable.ts';
import { VerifiedPasswords } from './passwords/verifiedPasswords.ts';
import { createMemberships } from './projects/memberships.ts';
import type { FindFacts } from './projects/repositoryProjects.ts';
import { VerifiedTokens } from './tokens/verifiedTokens.ts';

/** In-memory state of sign-ins, permissions, and settings of one platform. */
export interface AccessMemory {
  readonly settings: AuthSettingsMemory;
  readonly passwords: VerifiedPasswords;
  readonly tokens: VerifiedTokens;
  readonly permissions: KeptPermissions;
  /** Members of projects. */
  readonly memberships: ReturnType<typeof createMemberships>;
  readonly factsOf: FindFacts;
  readonly auditCounts: ReturnType<typeof createAuditCounts>;
  /** Log for audit records. Absent in commands, whose audit records are only in the database. */
  readonly auditLog: Pick<FastifyBaseLogger, 'info'> | undefined;
  /** Outcome of the last emails that this node sent, for the service status. */
  readonly lastMail: Outcome;
  /**
   * Published configurations of identity providers. The library that reads them is loaded on
   * demand.
   */
  readonly identityProviders: LRUCache<string, Configuration>;
}

declare module '../platform/Platform.ts' {
  interface Platform {
    readonly access: AccessMemory;
  }
}

/** How long the configuration of an identity provider is cached, in milliseconds. */
const providersTtlMs = 300_000;

export interface AccessOptions {
  settings: Pick<Settings, 'anonymousAccess'>;
  storage: Connected;
  auditLog: AccessMemory['auditLog'];
  factsOf: FindFacts;
}

export function createAccessMemory({ settings, storage, auditLog, factsOf }: AccessOptions): AccessMemory {
  return {
    settings: new AuthSettingsMemory(settings),
    passwords: new VerifiedPasswords(),
    tokens: new VerifiedTokens(),
    permissions: createKeptPermissions(storage),
    memberships: createMemberships(),
    factsOf,
    auditCounts: createAuditCounts(),
    auditLog,
    lastMail: {},
    identityProviders: new LRUCache({ max: 50, ttl: providersTtlMs }),
  };
}
