import type { ArchiveBytes } from '../../archives/ArchiveBytes.ts';
import { badArchive } from '../../archives/ArchiveReading.ts';
import { readZip } from '../../archives/readZip.ts';
import { shown } from '../../errors/shown.ts';
import { licenceOfText } from '../../licenses/licenceOfText.ts';
import { type GoMod, parseGoMod } from './goMod.ts';

/** What a module's archive says of it. */
export interface ModuleContents {
  /** As it is in the archive; absent in those from before there were modules. */
  goModText?: Buffer;
  goMod?: GoMod;
  readme?: string;
  licence?: string;
}

const mebibyte = 1024 ** 2;
/** The limits that the client itself has: beyond them nobody could fetch it. */
export const zipLimit = 500 * mebibyte;
export const goModLimit = 16 * mebibyte;
const what = 'module';

/** Reads a module's archive by the rules that the client checks it by. `foreign`: its go.mod may be of another module, as that of a fork is. Throws `HttpError` 400 that names the one that does not hold. */
export async function readModuleZip(
  bytes: ArchiveBytes,
  module: string,
  version: string,
  { foreign = false }: { foreign?: boolean } = {},
): Promise<ModuleContents> {
  if (bytes.size > zipLimit) throw badArchive(what, `it is larger than ${zipLimit} bytes`);
  const prefix = `${module}@${version}/`;
  const names = new Set<string>();
  const wanted: { readme?: string; licence?: string } = {};
  const { taken } = await readZip(bytes, {
    what,
    limits: { unpackedSize: zipLimit, pathLength: 1024 },
    see: ({ path, kind, size }) => {
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
      if (name === 'go.mod') return { atMost: goModLimit };
      if (!wanted.readme && /^readme(?:\.md|\.markdown)?$/i.test(name)) {
        wanted.readme = path;
        return { atMost: 512 * 1024, cut: true };
      }
      if (!wanted.licence && /^(?:licen[cs]e|copying)(?:\.(?:md|txt))?$/i.test(name)) {
        wanted.licence = path;
        return { atMost: 64 * 1024, cut: true };
      }
      return undefined;
    },
  });
  if (!names.size) throw badArchive(what, 'it contains no file');
  const goModText = taken.get(`${prefix}go.mod`);
  // A module that has a go.mod says by its path which major version it is.
  if (goModText && !foreign && version.endsWith('+incompatible'))
    throw badArchive(what, `it has a go.mod, so ${version} is not one of its versions`);
  const readme = wanted.readme && taken.get(wanted.readme)?.toString();
  const licence = wanted.licence && licenceOfText(taken.get(wanted.licence)?.toString() ?? '');
  return {
    ...(goModText ? goModIn(goModText, module, foreign) : {}),
    ...(readme ? { readme } : {}),
    ...(licence ? { licence } : {}),
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
    // The client will say so; nothing is known of its dependencies then.
    return { goModText };
  }
}

/** For a module from before there were such files. */
export function goModOfNone(module: string): string {
  return `module ${module}\n`;
}

/** What a go.mod says; throws `HttpError` 400 unless it is one of the module. */
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
