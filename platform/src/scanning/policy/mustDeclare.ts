import type { LicensePolicy } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { pluginsRepository } from '../../packages/list/consolePlugins.ts';
import { allFormats } from '../../pipeline/Format.ts';

/** Package types whose format has no license field, by their names in the index. */
function undeclaredTypes(): string[] {
  return allFormats()
    .filter(({ declaresNoLicense }) => declaresNoLicense)
    .map(({ type, packagesType = type }) => packagesType);
}

/**
 * Whether a missing license can violate the policy for a version of this type in this repository.
 */
export function mustDeclare(policy: LicensePolicy, type: string, repo: string): boolean {
  if (policy.missingViolatesEverywhere) return true;
  return repo !== pluginsRepository && !undeclaredTypes().includes(type);
}

/** Like `mustDeclare`, in SQL for a version `v` and its package `p`. */
export function declares(policy: LicensePolicy): SQL {
  if (policy.missingViolatesEverywhere) return sql`true`;
  return sql`(v.repo <> ${pluginsRepository} AND p.type <> ALL(${sql.param(undeclaredTypes())}::text[]))`;
}
