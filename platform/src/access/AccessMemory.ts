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
import { createMemberships } from './projects/memberships.ts';
import type { FindProject } from './projects/repositoryProjects.ts';
import { VerifiedPasswords } from './verifiedPasswords.ts';
import { VerifiedTokens } from './verifiedTokens.ts';

/** Sign-ins, permissions, and settings that one platform has in memory. */
export interface AccessMemory {
  readonly settings: AuthSettingsMemory;
  readonly passwords: VerifiedPasswords;
  readonly tokens: VerifiedTokens;
  readonly permissions: KeptPermissions;
  /** Members of projects. */
  readonly memberships: ReturnType<typeof createMemberships>;
  readonly projectOf: FindProject;
  readonly auditCounts: ReturnType<typeof createAuditCounts>;
  /** Absent in commands: their audit records are only in the database. */
  readonly auditLog: Pick<FastifyBaseLogger, 'info'> | undefined;
  /** The outcome of the last emails that this node sent, for the service status. */
  readonly lastMail: Outcome;
  /** Configurations that identity providers published. The library that reads them is loaded when it is needed. */
  readonly identityProviders: LRUCache<string, Configuration>;
}

declare module '../platform/Platform.ts' {
  interface Platform {
    readonly access: AccessMemory;
  }
}

/** Milliseconds for which the configuration of an identity provider is used. */
const providersFor = 300_000;

export interface AccessOptions {
  settings: Pick<Settings, 'anonymousAccess'>;
  storage: Connected;
  auditLog: AccessMemory['auditLog'];
  projectOf: FindProject;
}

export function createAccessMemory({ settings, storage, auditLog, projectOf }: AccessOptions): AccessMemory {
  return {
    settings: new AuthSettingsMemory(settings),
    passwords: new VerifiedPasswords(),
    tokens: new VerifiedTokens(),
    permissions: createKeptPermissions(storage),
    memberships: createMemberships(),
    projectOf,
    auditCounts: createAuditCounts(),
    auditLog,
    lastMail: {},
    identityProviders: new LRUCache({ max: 50, ttl: providersFor }),
  };
}
