import type { ArchivedFile } from '@lading/contract/rest';

/** A folder within an archive. */
export interface Folder {
  /** Empty for the root. */
  readonly name: string;
  readonly folders: readonly Folder[];
  readonly files: readonly { readonly name: string; readonly file: ArchivedFile }[];
}

interface Growing {
  name: string;
  folders: Map<string, Growing>;
  files: { name: string; file: ArchivedFile }[];
}

/** Builds folders from paths. A folder that contains only another folder is joined with it. */
export function folderTree(files: readonly ArchivedFile[]): Folder {
  const root: Growing = { name: '', folders: new Map(), files: [] };
  for (const file of files) {
    const parts = file.path.split('/');
    const name = parts.pop() ?? '';
    let folder = root;
    for (const part of parts) {
      const next = folder.folders.get(part) ?? { name: part, folders: new Map(), files: [] };
      folder.folders.set(part, next);
      folder = next;
    }
    folder.files.push({ name, file });
  }
  return grown(root);
}

const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name);

function grown({ name, folders, files }: Growing): Folder {
  const inner = [...folders.values()].map(grown).sort(byName);
  const [only] = inner;
  if (name !== '' && only && inner.length === 1 && files.length === 0)
    return { ...only, name: `${name}/${only.name}` };
  return { name, folders: inner, files: [...files].sort(byName) };
}
