import { spdxOf } from '../../licenses/spdxOf.ts';
import type { Json } from './readYaml.ts';

/** As charts say them, for want of a field of their own. */
export function licencesOf(annotations: Json | undefined): string[] {
  if (typeof annotations !== 'object' || annotations === null || Array.isArray(annotations)) return [];
  const { 'artifacthub.io/license': one, licenses: several } = annotations;
  const given = [one, several].find((each) => typeof each === 'string' && each !== '');
  if (typeof given !== 'string') return [];
  return given
    .split(',', 100)
    .map((each) => spdxOf(each, ''))
    .filter((each) => each !== '')
    .slice(0, 20);
}
