import type { ScanPolicy } from '@lading/contract/rest';
import { severities } from '../../advisories/severities.ts';
import { transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { checkGlobs } from '../../globs/Glob.ts';
import { readSetting, writeSetting } from '../../instance/platformSettings.ts';
import { lockScanning } from '../matching/lock.ts';
import { queueEverything } from '../matching/scanQueue.ts';

/** The default policy, without restrictions. */
const noPolicy: ScanPolicy = {
  licenses: { enabled: false, allowed: [], banned: [], unknownViolates: true },
  security: { minSeverity: null },
};

export async function currentPolicy(): Promise<ScanPolicy> {
  return (await readSetting('scanPolicy')) ?? noPolicy;
}

/**
 * Stores the policy and re-evaluates all versions. Throws `HttpError` 400 with the invalid field.
 */
export async function changePolicy(
  given: unknown,
  by: string,
  {
    check,
    record,
  }: {
    /** Called while the policy is locked, before it is changed. */
    readonly check: (before: ScanPolicy) => void;
    readonly record: (before: ScanPolicy, after: ScanPolicy) => Promise<void>;
  },
): Promise<ScanPolicy> {
  const policy = readPolicy(given);
  await transaction(async () => {
    await lockScanning();
    const before = await currentPolicy();
    check(before);
    await writeSetting('scanPolicy', policy, by);
    await queueEverything();
    await record(before, policy);
  });
  return policy;
}

const mostEntries = 1000;

function readPolicy(given: unknown): ScanPolicy {
  const { licenses, security } = objectOf(given, 'the policy');
  const { enabled, allowed, banned, unknownViolates, missingViolatesEverywhere } = objectOf(
    licenses,
    'licenses',
  );
  const { minSeverity } = objectOf(security, 'security');
  if (minSeverity !== null && !severities.some((severity) => severity === minSeverity))
    throw bad('security.minSeverity', `must be one of ${severities.join(', ')}, or null for none`);
  const lists = { allowed: listOf(allowed, 'licenses.allowed'), banned: listOf(banned, 'licenses.banned') };
  const both = lists.allowed.find((entry) => lists.banned.some((other) => same(entry, other)));
  if (both !== undefined) throw bad('licenses', `contains "${both}" as both allowed and banned`);
  return {
    licenses: {
      ...lists,
      enabled: flag(enabled, 'licenses.enabled'),
      unknownViolates: flag(unknownViolates, 'licenses.unknownViolates'),
      ...(missingViolatesEverywhere === undefined
        ? {}
        : {
            missingViolatesEverywhere: flag(missingViolatesEverywhere, 'licenses.missingViolatesEverywhere'),
          }),
    },
    security: { minSeverity: minSeverity as ScanPolicy['security']['minSeverity'] },
  };
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

function objectOf(value: unknown, what: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw bad(what, 'must be an object, as returned by GET /xray/api/v1/policy');
}

function flag(value: unknown, what: string): boolean {
  if (typeof value === 'boolean') return value;
  throw bad(what, 'must be true or false');
}

function listOf(value: unknown, what: string): string[] {
  if (!Array.isArray(value) || value.length > mostEntries)
    throw bad(what, `must be a list of up to ${mostEntries} strings`);
  const wrong = value.find(
    (entry) => typeof entry !== 'string' || !/^[\x20-\x7e]{1,200}$/.test(entry) || entry.trim() !== entry,
  );
  if (wrong !== undefined) {
    throw bad(
      what,
      `contains ${JSON.stringify(wrong)?.slice(0, 100)}; expected an SPDX identifier such as MIT, or a pattern such as GPL-*`,
    );
  }
  checkGlobs(`Policy ${what}`, value as string[]);
  return [...new Set(value as string[])];
}

function bad(what: string, why: string): HttpError {
  return new HttpError(400, 'BAD_POLICY', `Invalid policy: ${what} ${why}`);
}
