import { isDayOrBlank } from '@lading/ui/edit';
import { type SearchModel, VERSION_KEYS } from './searchModel.ts';
import type { Kind } from './searchTypes.ts';

/** Reason an artifact search cannot run; `undefined` when it can. */
export type Refusal = 'nothing' | 'entry' | 'property' | 'checksum' | 'notAChecksum' | 'notADay' | 'badDates';

const CHECKSUM = /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/i;

/** Filters that are sufficient for a search. Filters for the location alone are not. */
const SEARCHED = [
  'name',
  'checksum',
  'path',
  'after',
  'before',
  'properties',
  ...VERSION_KEYS,
] as const satisfies readonly (keyof SearchModel)[];

function isChecksum(text: string): boolean {
  return CHECKSUM.test(text.trim());
}

export function refusalOf(kind: Kind, model: SearchModel): Refusal | undefined {
  const name = model.name.trim();
  if (!isDayOrBlank(model.after) || !isDayOrBlank(model.before)) return 'notADay';
  if (model.after && model.before && model.after > model.before) return 'badDates';
  if (kind === 'archive') return name === '' ? 'entry' : undefined;
  if (kind === 'property') return model.properties.length === 0 ? 'property' : undefined;
  if (kind === 'checksum') {
    const checksum = model.checksum.trim() || name;
    if (checksum === '') return 'checksum';
    return isChecksum(checksum) ? undefined : 'notAChecksum';
  }
  if (model.checksum !== '' && !isChecksum(model.checksum)) return 'notAChecksum';
  return SEARCHED.some((key) => [model[key]].flat().some((part) => part.trim() !== ''))
    ? undefined
    : 'nothing';
}

/** A search by package requires the name, the type, and a repository. */
export function packageRefusalOf(model: SearchModel): ('name' | 'type' | 'repository')[] {
  return [
    ...(model.name.trim() === '' ? (['name'] as const) : []),
    ...(model.pkgType.length === 0 ? (['type'] as const) : []),
    ...(model.repo.length === 0 ? (['repository'] as const) : []),
  ];
}
