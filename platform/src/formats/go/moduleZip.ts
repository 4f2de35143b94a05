import type { ArchiveBytes } from '../../archives/ArchiveBytes.ts';
import { badArchive } from '../../archives/ArchiveReading.ts';
import { readZip } from '../../archives/readZip.ts';
import { shown } from '../../errors/shown.ts';
import { licenseOfText } from '../../licenses/licenseOfText.ts';
import { type GoMod, parseGoMod } from './goMod.ts';

/** Content of a module's archive. */
export interface ModuleContents {
  /** The file's bytes; absent in archives older than Go modules. */
  goModText?: Buffer;
  goMod?: GoMod;
  readme?: string;
  license?: string;
}

const mebibyte = 1024 ** 2;
/** Limits of the client itself: it cannot fetch larger files. */
export const zipLimit = 500 * mebibyte;
export const goModLimit = 16 * mebibyte;
const what = 'module';

/**
 * Reads a module's archive by the rules of the client. `foreign` allows the go.mod of another
 * module, as in a fork. Throws `HttpError` 400 that states the violated rule.
 */
export async function readModuleZip(
  bytes: ArchiveBytes,
  module: string,
  version: string,
  { foreign = false }: { foreign?: boolean } = {},
): Promise<ModuleContents> {
  if (bytes.size > zipLimit) throw badArchive(what, `it is larger than ${zipLimit} bytes`);
  const prefix = `${module}@${version}/`;
  const names = new Set<string>();
  const wanted: { readme?: string; license?: string } = {};
  const { taken } = await readZip(bytes, {
    what,
    limits: { unpackedSize: zipLimit, pathLength: 1024 },
    onEntry: ({ path, kind, size }) => {
      if (kind === 'folder') return;
      if (!path.startsWith(prefix)) throw badArchive(what, `its ${shown(path)} is not below ${prefix}`);
      const name = path.slice(prefix.length);
      const fault = fileFault(name, size);
      if (fault) throw badArchive(what, `its ${shown(name)} ${fault}`);
      const folded = name.toLowerCase();
      if (names.has(folded))
        throw badArchive(what, `it contains ${shown(name)} more than once, ignoring case`);
      names.add(folded);
    },
    take: ({ path }) => {
      const name = path.slice(prefix.length);
      if (name === 'go.mod') return { maxBytes: goModLimit };
      if (!wanted.readme && /^readme(?:\.md|\.markdown)?$/i.test(name)) {
        wanted.readme = path;
        return { maxBytes: 512 * 1024, truncate: true };
      }
      if (!wanted.license && /^(?:licen[cs]e|copying)(?:\.(?:md|txt))?$/i.test(name)) {
        wanted.license = path;
        return { maxBytes: 64 * 1024, truncate: true };
      }
      return undefined;
    },
  });
  if (!names.size) throw badArchive(what, 'it contains no file');
  const goModText = taken.get(`${prefix}go.mod`);
  // The path of a module with a go.mod includes its major version.
  if (goModText && !foreign && version.endsWith('+incompatible'))
    throw badArchive(what, `it has a go.mod, so ${version} is not one of its versions`);
  const readme = wanted.readme && taken.get(wanted.readme)?.toString();
  const license = wanted.license && licenseOfText(taken.get(wanted.license)?.toString() ?? '');
  return {
    ...(goModText ? goModIn(goModText, module, foreign) : {}),
    ...(readme ? { readme } : {}),
    ...(license ? { license } : {}),
  };
}

function goModIn(
  goModText: Buffer,
  module: string,
  foreign: boolean,
): Pick<ModuleContents, 'goModText' | 'goMod'> {
  if (!foreign) return { goModText, goMod: goModOf(goModText, module) };
  try {
    return { goModText, goMod: parseGoMod(goModText.toString()) };
  } catch {
    // The client reports the invalid go.mod itself; the dependencies are unknown then.
    return { goModText };
  }
}

/** The go.mod text for a module older than Go modules. */
export function defaultGoMod(module: string): string {
  return `module ${module}\n`;
}

/** Parses a go.mod. Throws `HttpError` 400 unless it belongs to the module. */
export function goModOf(text: Buffer, module: string): GoMod {
  let goMod: GoMod;
  try {
    goMod = parseGoMod(text.toString());
  } catch (error) {
    throw badArchive('go.mod', (error as Error).message);
  }
  if (goMod.module === undefined) throw badArchive('go.mod', 'it contains no module path');
  if (goMod.module !== module)
    throw badArchive('go.mod', `it belongs to ${shown(goMod.module)}, not to ${shown(module)}`);
  return goMod;
}

function fileFault(name: string, size: number): string | undefined {
  const segments = name.split('/');
  const last = (segments.at(-1) ?? '').toLowerCase();
  if (last === 'go.mod' && name !== 'go.mod')
    return segments.length > 1 ? 'belongs to another module' : 'is not named go.mod';
  if (last === 'go.mod' && size > goModLimit) return `is larger than ${goModLimit} bytes`;
  for (const segment of segments) {
    if (segment === '' || segment === '.') return 'contains an empty element';
    if (segment.endsWith('.')) return 'contains an element that ends with a dot';
    if (/[\p{Cc}"'*<>?`|\\:]/u.test(segment)) return 'contains a character that is not portable';
  }
  return undefined;
}
