import type { PluginTrustedBuild } from '@lading/contract/rest';
import { editMessages, type FieldErrors } from '@lading/ui/edit';
import { packagesOf, type ScopeValues, scopeError, scopeOf } from '../trusted/scope.ts';
import { messages } from './messages.ts';

// As in the contract.
const URL = /^https:\/\/[^\s?#@]*[^\s?#@/]$/;
const WORKFLOW = /^[A-Za-z0-9._-][A-Za-z0-9._/-]*$/;
const REF = /^refs\/[^\s*]+\*?$/;
const GITHUB = 'https://token.actions.githubusercontent.com';

/** A trusted build as the dialog shows it. */
export interface BuildValues extends ScopeValues {
  readonly repository: string;
  readonly workflow: string;
  readonly ref: string;
  readonly issuer: string;
}

export function buildValuesOf(build: PluginTrustedBuild | undefined): BuildValues {
  const { repository = '', workflow = '', ref = '', issuer = GITHUB, packages } = build ?? {};
  return { repository, workflow, ref, issuer, ...scopeOf(packages) };
}

export function buildOf(values: BuildValues, before?: PluginTrustedBuild): PluginTrustedBuild {
  const [workflow, ref] = [values.workflow.trim(), values.ref.trim()];
  const build: PluginTrustedBuild = {
    ...{ issuer: values.issuer.trim(), repository: values.repository.trim() },
    ...(workflow === '' ? {} : { workflow }),
    ...(ref === '' ? {} : { ref }),
    packages: packagesOf(values),
  };
  const added = before && isSame(before, build) ? before.added : undefined;
  return { ...build, ...(added === undefined ? {} : { added }) };
}

/** Finds values that the platform would reject, and a build that is listed twice. */
export function checkBuild(
  values: BuildValues,
  others: readonly PluginTrustedBuild[],
): FieldErrors<BuildValues> {
  const errors: FieldErrors<BuildValues> = {};
  const build = buildOf(values);
  const { repository, issuer, workflow, ref } = build;
  for (const [field, entry] of [
    ['repository', repository],
    ['issuer', issuer],
  ] as const) {
    if (entry === '') errors[field] = { message: editMessages.missing };
    else if (!URL.test(entry)) errors[field] = { message: messages.badUrl, values: { entry } };
  }
  if (workflow !== undefined && !WORKFLOW.test(workflow))
    errors.workflow = { message: messages.badWorkflow, values: { entry: workflow } };
  if (ref !== undefined && !REF.test(ref)) errors.ref = { message: messages.badRef, values: { entry: ref } };
  if (!errors.repository && others.some((other) => isSame(other, build)))
    errors.repository = { message: messages.listed };
  const scope = scopeError(values);
  if (scope) errors.packages = scope;
  return errors;
}

/** Where a build comes from: two of one repository differ in the rest. */
export function originOf({ repository, workflow, ref, issuer }: PluginTrustedBuild): string {
  const parts = [repository, workflow, ref, isGitHub(issuer) ? undefined : issuer];
  return parts.filter((part) => part !== undefined).join(', ');
}

export function isGitHub(issuer: string): boolean {
  return issuer === GITHUB;
}

function isSame(one: PluginTrustedBuild, other: PluginTrustedBuild): boolean {
  return (['issuer', 'repository', 'workflow', 'ref'] as const).every((field) => one[field] === other[field]);
}
