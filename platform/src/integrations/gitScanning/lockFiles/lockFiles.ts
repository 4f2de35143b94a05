import type { Parse } from './Dependency.ts';
import { parseNpm, parsePnpm, parseYarn } from './javascript.ts';
import { parseGradle, parsePom } from './jvm.ts';
import { parseCargo, parseGoMod, parseGoSum, parseNuget } from './others.ts';
import { parsePipfile, parsePoetry, parseRequirements } from './python.ts';
import { parseSbom } from './sbom.ts';

interface Kind {
  /** Shown to users. */
  name: string;
  parse: Parse;
}

/** By file name. */
const byName: Readonly<Record<string, Kind>> = {
  'package-lock.json': { name: 'npm', parse: parseNpm },
  'npm-shrinkwrap.json': { name: 'npm', parse: parseNpm },
  'pnpm-lock.yaml': { name: 'pnpm', parse: parsePnpm },
  'yarn.lock': { name: 'yarn', parse: parseYarn },
  'poetry.lock': { name: 'poetry', parse: parsePoetry },
  'uv.lock': { name: 'uv', parse: parsePoetry },
  'pipfile.lock': { name: 'pipenv', parse: parsePipfile },
  'pom.xml': { name: 'maven', parse: parsePom },
  'gradle.lockfile': { name: 'gradle', parse: parseGradle },
  'cargo.lock': { name: 'cargo', parse: parseCargo },
  'go.sum': { name: 'go', parse: parseGoSum },
  'go.mod': { name: 'go', parse: parseGoMod },
  'packages.lock.json': { name: 'nuget', parse: parseNuget },
  'bom.json': { name: 'sbom', parse: parseSbom },
};

/** Directories of installed packages and of build output. */
const ignored = /(?:^|\/)(?:node_modules|vendor|\.git|\.venv|site-packages|target|dist)\//;

/** Returns the kind of a file by its path; undefined if it is not read. */
export function kindOf(path: string): Kind | undefined {
  if (ignored.test(path)) return undefined;
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (Object.hasOwn(byName, name)) return byName[name];
  if (/^requirements[\w.-]*\.txt$/.test(name)) return { name: 'pip', parse: parseRequirements };
  const isSbom = /\.(?:cdx|spdx|sbom)\.json$|^sbom[\w.-]*\.json$/.test(name);
  return isSbom ? { name: 'sbom', parse: parseSbom } : undefined;
}

/** Returns the files to read: not go.mod next to go.sum, which is more complete. */
export function filesToRead(paths: readonly string[]): string[] {
  const all = new Set(paths);
  return paths.filter((path) => {
    const isSecond = path.endsWith('go.mod') && all.has(path.replace(/mod$/, 'sum'));
    return !isSecond && kindOf(path) !== undefined;
  });
}
