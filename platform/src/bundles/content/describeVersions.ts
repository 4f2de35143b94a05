import type { FileRow } from '../../files/files.ts';
import type { Format, TrashDescription } from '../../pipeline/Format.ts';

/** Whether the format publishes versions again instead of copying files. */
export function isRepublished(format: Format | undefined): boolean {
  return !format?.plainFiles && format?.trash?.restore !== undefined;
}

/** Describes the versions of the files; `undefined` for files that are only parts of others. */
export async function describeVersions(
  format: Format,
  files: readonly FileRow[],
): Promise<Map<FileRow, TrashDescription | undefined>> {
  const described = new Map<FileRow, TrashDescription | undefined>();
  for (const repo of new Set(files.map((file) => file.repo))) {
    const own = files.filter((file) => file.repo === repo);
    const found = await format.trash?.describe?.(repo, own);
    for (const file of own) described.set(file, found?.get(file.path) ?? undefined);
  }
  return described;
}
