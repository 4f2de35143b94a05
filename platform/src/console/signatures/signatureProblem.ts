import type { Plugin } from '../plugins/Plugin.ts';
import { type AuthorKeys, checkSignature } from './checkSignature.ts';

/** Returns why a version cannot be enabled because of its signature. */
export function signatureProblem(
  { signature }: Plugin,
  { specifier, version }: { specifier: string; version: string },
  keys: AuthorKeys,
  isRequired: boolean,
): string | undefined {
  const needs = `${specifier} ${version} needs the signature of a trusted author`;
  if (!signature) return isRequired ? `${needs}, and has none` : undefined;
  const { problem, isForged } = checkSignature(signature, specifier, keys);
  if (problem === undefined) return undefined;
  if (isForged) return `${specifier} ${version} cannot be trusted. ${problem}`;
  return isRequired ? `${needs}. ${problem}` : undefined;
}
