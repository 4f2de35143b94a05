import type { PluginPolicy } from '@lading/contract/rest';
import type { CheckedBuild } from '../attestations/Build.ts';
import { shownBuild } from '../attestations/trustedBuild.ts';
import type { Plugin } from '../plugins/Plugin.ts';
import { type AuthorKeys, checkSignature } from './checkSignature.ts';

/**
 * Returns why a version cannot be enabled because of its signature. The key of an author, or a
 * build that made it, is enough.
 */
export function signatureProblem(
  { plugin: { signature }, build: checked }: { plugin: Plugin; build: CheckedBuild | undefined },
  { specifier, version }: { specifier: string; version: string },
  keys: AuthorKeys,
  { signed = false, builds }: PluginPolicy,
): string | undefined {
  const author = signature && checkSignature(signature, specifier, keys);
  if (author?.isForged) return `${specifier} ${version} cannot be trusted. ${author.problem}`;
  const { build } = shownBuild(checked, specifier, builds);
  const isSigned = [author, build].some((one) => one && one.problem === undefined);
  if (isSigned || !signed) return undefined;
  const needs = `${specifier} ${version} needs the signature of a trusted author`;
  if (!author && !build) return `${needs}, and has none`;
  const problems = [author, build].flatMap((one) => one?.problem ?? []);
  return `${needs}${build ? ', or a trusted build' : ''}. ${problems.join('. ')}`;
}
