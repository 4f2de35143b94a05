import { shown } from '../../errors/shown.ts';
import { maxWildcards } from '../../globs/Glob.ts';
import { badAql } from './AqlReader.ts';

export function likeOf(glob: string): string {
  if ((glob.match(/\*+/g) ?? []).length > maxWildcards)
    throw badAql(`The pattern ${shown(glob)} has more than ${maxWildcards} asterisks`);
  return glob
    .replace(/[\\%_]/g, '\\$&')
    .replace(/\*+/g, '%')
    .replaceAll('?', '_');
}
