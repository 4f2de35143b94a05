/**
 * Returns the source of each exported list by its name, as a definition contains it. The names in
 * `extensions` are those of lists below `extensions`.
 */
export function examplesIn(source: string, extensions: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const part of source.split(/^export const /m).slice(1)) {
    const [, name = '', list = ''] = /^(\w+): .+? = (.*);\s*$/s.exec(part) ?? [];
    const entry = `${name}: ${list},`;
    found.set(name, extensions.includes(name) ? `extensions: {\n${indent(entry)}\n},` : entry);
  }
  return found;
}

const indent = (text: string) => text.replace(/^/gm, '  ');
