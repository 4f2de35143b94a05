import { KitError } from '../KitError.ts';

type Fields = Record<string, string>;

interface Described {
  scripts?: Fields;
  devDependencies?: Fields;
  dependencies?: Fields;
}

/**
 * Updates the versions of the scaffold's packages, and adds missing scripts and packages. All other
 * fields are the author's.
 */
export function mergePackage(
  ownText: string,
  wantedText: string,
  path: string,
): { readonly text: string; readonly changes: readonly string[] } {
  const own = parse(ownText, path);
  const wanted = JSON.parse(wantedText) as Described;
  const changes: string[] = [];
  const scripts = { ...own.scripts };
  for (const [name, command] of Object.entries(wanted.scripts ?? {})) {
    if (scripts[name] !== undefined) continue;
    scripts[name] = command;
    changes.push(`script "${name}" added`);
  }
  const dependencies = { ...own.dependencies };
  const devDependencies = { ...own.devDependencies };
  for (const [name, version] of Object.entries(wanted.devDependencies ?? {})) {
    const place = dependencies[name] === undefined ? devDependencies : dependencies;
    const before = place[name];
    // A file, a link, or a tag is the author's choice.
    if (before === version || (before !== undefined && !/^[~^]?\d/.test(before))) continue;
    place[name] = version;
    changes.push(before === undefined ? `${name} ${version} added` : `${name} ${before} → ${version}`);
  }
  const sorted = Object.fromEntries(Object.entries(devDependencies).sort(([a], [b]) => (a < b ? -1 : 1)));
  const merged = {
    ...own,
    ...(Object.keys(scripts).length > 0 ? { scripts } : {}),
    ...(own.dependencies ? { dependencies } : {}),
    ...(Object.keys(sorted).length > 0 ? { devDependencies: sorted } : {}),
  };
  return { text: `${JSON.stringify(merged, null, 2)}\n`, changes };
}

function parse(text: string, path: string): Described {
  try {
    return JSON.parse(text) as Described;
  } catch (error) {
    throw new KitError(`${path} is not valid JSON: ${(error as Error).message}`, { cause: error });
  }
}
