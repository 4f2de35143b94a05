import type { ManagedPlugin, PluginBuild, PluginTrustedBuild } from '@lading/contract/rest';
import { editMessages, type FieldErrors } from '@lading/ui/edit';
import { isCovered, packagesOf, type ScopeValues, scopeError, scopeOf } from '../trusted/scope.ts';
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

/** Whether a plugin in use counts as signed by the build, and by nothing else. */
export function dependsOn(
  { facts, specifier }: ManagedPlugin,
  build: PluginTrustedBuild,
  others: readonly PluginTrustedBuild[],
): boolean {
  const { build: made, signature } = facts ?? {};
  if (!made || signature?.author !== undefined) return false;
  const trusts = (one: PluginTrustedBuild) => isBuildOf(made, one) && isCovered(one.packages, specifier);
  return trusts(build) && !others.some(trusts);
}

function isBuildOf(made: PluginBuild, { issuer, repository, workflow, ref }: PluginTrustedBuild): boolean {
  const { ref: madeRef = '' } = made;
  return (
    made.issuer === issuer &&
    made.repository === repository &&
    (workflow === undefined || made.workflow === workflow) &&
    (ref === undefined || (ref.endsWith('*') ? madeRef.startsWith(ref.slice(0, -1)) : madeRef === ref))
  );
}

function isSame(one: PluginTrustedBuild, other: PluginTrustedBuild): boolean {
  return (['issuer', 'repository', 'workflow', 'ref'] as const).every((field) => one[field] === other[field]);
}
