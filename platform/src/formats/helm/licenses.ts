import { spdxOf } from '../../licenses/spdxOf.ts';
import type { Json } from './readYaml.ts';

/** Reads licenses from the annotations, because Chart.yaml has no license field. */
export function licensesOf(annotations: Json | undefined): string[] {
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
