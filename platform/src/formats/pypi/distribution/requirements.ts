import { normalName } from '../names.ts';

export interface Requirements {
  /** Dependencies that are always installed, or depend on a marker other than an extra. */
  dependencies: Record<string, string>;
  /** Dependencies of extras. */
  optional: Record<string, string>;
}

/** `name[extras] (>=1); marker`, `name @ url`. */
const requirement = /^([a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)\s*(\[[^\]]*\])?\s*(.*)$/is;

/**
 * Dependencies by normalized name, with range and marker. Several entries for a name are joined.
 */
export function readRequirements(requiresDist: readonly string[]): Requirements {
  const dependencies = new Map<string, string[]>();
  const optional = new Map<string, string[]>();
  for (const text of requiresDist) {
    const [, name, extras = '', rest = ''] = requirement.exec(text) ?? [];
    if (name === undefined) continue;
    const [range = '', marker = ''] = rest.split(/;(.*)/s).map((part) => part.trim());
    const plain = range.replace(/^\((.*)\)$/s, '$1').trim();
    const requirementText = `${extras.replace(/\s+/g, '')}${extras && plain ? ' ' : ''}${plain}` || '*';
    const into = /\bextra\s*==/.test(marker) ? optional : dependencies;
    const key = normalName(name);
    into.set(key, [...(into.get(key) ?? []), marker ? `${requirementText}; ${marker}` : requirementText]);
  }
  return { dependencies: joined(dependencies), optional: joined(optional) };
}

function joined(all: ReadonlyMap<string, string[]>): Record<string, string> {
  return Object.fromEntries([...all].map(([name, ranges]) => [name, [...new Set(ranges)].join(' | ')]));
}
