/**
 * The package and the version that a generic file belongs to. A file without a version is a
 * separate package.
 */
export interface Coordinates {
  name: string;
  version?: string;
}

/**
 * A version as commonly written: two or more numbers, optionally with a leading `v` and a suffix of
 * letters or a prerelease.
 */
const version = String.raw`v?\d+(?:\.\d+)+(?:[.-]?(?:alpha|beta|rc|pre|dev|snapshot|final|ga|m|p|post|sp|a|b)(?:[.-]?\d+)?)*(?:\+[0-9A-Za-z.-]+)?`;
const folderVersion = new RegExp(`^${version}(?:-[0-9A-Za-z.-]+)?$`, 'i');
const fileVersion = new RegExp(`^(.*?[^.])[-_](${version})(?=$|[-_.])`, 'i');

/**
 * Extensions of companion files, such as signatures, which belong to the version of the file that
 * they describe.
 */
const companions = ['asc', 'md5', 'minisig', 'sbom', 'sha1', 'sha256', 'sha512', 'sig'];
const companion = new RegExp(`\\.(?:${companions.join('|')})$`, 'i');

/** The path of a file and of all possible companion files. */
export function withCompanions(path: string): string[] {
  return [path, ...companions.map((ending) => `${path}.${ending}`)];
}

/**
 * Derives the package from a path. The last folder that looks like a version wins:
 * `tools/kubectl/1.30.1/linux/kubectl` is `tools/kubectl` 1.30.1. Otherwise a version in the file
 * name is used: `tools/jq-1.7.1-linux.tgz` is `tools/jq` 1.7.1. Otherwise the file itself is the
 * package.
 */
export function coordinatesOf(path: string): Coordinates {
  const subject = path.replace(companion, '');
  const segments = subject.split('/');
  const folders = segments.slice(0, -1);
  const at = folders.findLastIndex((folder, index) => index > 0 && folderVersion.test(folder));
  if (at > 0) return { name: folders.slice(0, at).join('/'), version: plain(folders[at] ?? '') };
  const [, stem, found] = fileVersion.exec(segments.at(-1) ?? '') ?? [];
  if (stem && found) return { name: [...folders, stem].join('/'), version: plain(found) };
  return { name: subject };
}

/** Removes a leading `v`: `v1.2.3` and `1.2.3` are the same version. */
function plain(text: string): string {
  return text.replace(/^v(?=\d)/i, '');
}
