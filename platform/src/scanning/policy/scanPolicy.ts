import type { ScanPolicy } from '@lading/contract/rest';
import { severities } from '../../advisories/severities.ts';
import { transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { checkGlobs } from '../../globs/Glob.ts';
import { readSetting, writeSetting } from '../../instance/platformSettings.ts';
import { lockScanning } from '../matching/lock.ts';
import { queueEverything } from '../matching/scanQueue.ts';

/** What holds until an administrator says otherwise: nothing is forbidden. */
const noPolicy: ScanPolicy = {
  licenses: { enabled: false, allowed: [], banned: [], unknownViolates: true },
  security: { minSeverity: null },
};

export async function currentPolicy(): Promise<ScanPolicy> {
  return (await readSetting('scanPolicy')) ?? noPolicy;
}

/** Keeps the policy, and has every version judged by it. Throws `HttpError` 400 that names what does not hold. */
export async function changePolicy(given: unknown, by: string): Promise<ScanPolicy> {
  const policy = readPolicy(given);
  await transaction(async () => {
    await lockScanning();
    await writeSetting('scanPolicy', policy, by);
    await queueEverything();
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
    throw bad('security.minSeverity', `is one of ${severities.join(', ')}, or null for none`);
  const lists = { allowed: listOf(allowed, 'licenses.allowed'), banned: listOf(banned, 'licenses.banned') };
  const both = lists.allowed.find((entry) => lists.banned.some((other) => same(entry, other)));
  if (both !== undefined)
    throw bad('licenses', `has "${both}" as allowed and as banned: it can be one of them`);
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
  throw bad(what, 'is an object, as GET /xray/api/v1/policy gives it');
}

function flag(value: unknown, what: string): boolean {
  if (typeof value === 'boolean') return value;
  throw bad(what, 'is true or false');
}

function listOf(value: unknown, what: string): string[] {
  if (!Array.isArray(value) || value.length > mostEntries)
    throw bad(what, `is a list of at most ${mostEntries} texts`);
  const wrong = value.find(
    (entry) => typeof entry !== 'string' || !/^[\x20-\x7e]{1,200}$/.test(entry) || entry.trim() !== entry,
  );
  if (wrong !== undefined) {
    throw bad(
      what,
      `has ${JSON.stringify(wrong)?.slice(0, 100)}: an SPDX identifier such as MIT is expected, or a pattern such as GPL-*`,
    );
  }
  checkGlobs(`Policy ${what}`, value as string[]);
  return [...new Set(value as string[])];
}

function bad(what: string, why: string): HttpError {
  return new HttpError(400, 'BAD_POLICY', `The policy does not hold: ${what} ${why}`);
}
