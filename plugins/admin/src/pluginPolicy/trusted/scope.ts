import type { FieldError } from '@lading/ui/edit';
import { messages as policyMessages } from '../messages.ts';
import { messages } from './messages.ts';

const PACKAGE = /^(@[a-z0-9~][a-z0-9._~-]*|(@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9][a-z0-9._-]*)$/;

/** Scope of trust, as values of a form. All is an explicit choice, never an empty list. */
export interface ScopeValues {
  readonly packages: string[];
  readonly all: boolean;
}

/** `packages`: as in the policy, where an empty list means all. */
export function scopeOf(packages: readonly string[] | undefined): ScopeValues {
  return { packages: [...(packages ?? [])], all: packages?.length === 0 };
}

export function packagesOf({ packages, all }: ScopeValues): string[] {
  return all ? [] : packages;
}

/** Finds an entry that is no package or scope. */
export function badPackage(packages: readonly string[]): FieldError | undefined {
  const entry = packages.find((each) => !PACKAGE.test(each));
  return entry === undefined ? undefined : { message: policyMessages.badPackage, values: { entry } };
}

export function scopeError({ packages, all }: ScopeValues): FieldError | undefined {
  if (all) return undefined;
  return packages.length === 0 ? { message: messages.noScope } : badPackage(packages);
}

/** Whether a plugin is covered; `packages` as in the policy. */
export function isCovered(packages: readonly string[], specifier: string): boolean {
  const scope = specifier.startsWith('@') ? specifier.split('/')[0] : undefined;
  return packages.length === 0 || packages.some((one) => one === specifier || one === scope);
}
