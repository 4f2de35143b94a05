/** Of which package a generic file is a part, and of which version. Without a version it is a package of its own. */
export interface Coordinates {
  name: string;
  version?: string;
}

/** A version as people write it: at least two numbers, `v` before them, letters or a prerelease after them. */
const version = String.raw`v?\d+(?:\.\d+)+(?:[.-]?(?:alpha|beta|rc|pre|dev|snapshot|final|ga|m|p|post|sp|a|b)(?:[.-]?\d+)?)*(?:\+[0-9A-Za-z.-]+)?`;
const folderVersion = new RegExp(`^${version}(?:-[0-9A-Za-z.-]+)?$`, 'i');
const fileVersion = new RegExp(`^(.*?[^.])[-_](${version})(?=$|[-_.])`, 'i');

/** Endings of files that are kept beside the one that they speak of, and so are a part of its version. */
const companions = ['asc', 'md5', 'minisig', 'sbom', 'sha1', 'sha256', 'sha512', 'sig'];
const companion = new RegExp(`\\.(?:${companions.join('|')})$`, 'i');

/** The file and all that may stand beside it. */
export function withCompanions(path: string): string[] {
  return [path, ...companions.map((ending) => `${path}.${ending}`)];
}

/**
 * The last folder that looks like a version: `tools/kubectl/1.30.1/linux/kubectl` is `tools/kubectl` 1.30.1. Otherwise a
 * version in the file's name: `tools/jq-1.7.1-linux.tgz` is `tools/jq` 1.7.1. Otherwise the file itself is the package.
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

/** `v1.2.3` and `1.2.3` are one version. */
function plain(text: string): string {
  return text.replace(/^v(?=\d)/i, '');
}
