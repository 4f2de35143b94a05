import type { PluginManifest } from '@lading/contract';

/** Sizes of a built plugin, in bytes. Content of `lading-size.json`. */
export interface PluginSizes {
  readonly version: string;
  /** Of all files that pages can load. */
  readonly bytes: number;
  /** Files that the first visit of a page loads, by name of the route. Without shared modules. */
  readonly pages: Readonly<Record<string, number>>;
}

export function measure({ version, files, preload }: PluginManifest): PluginSizes {
  const sizes = new Map(files.map(({ path, size }) => [path, size]));
  const sum = (paths: readonly string[]) =>
    [...new Set(paths)].reduce((total, path) => total + (sizes.get(path) ?? 0), 0);
  const pages = Object.entries(preload).map(([route, paths]) => [route, sum(paths)] as const);
  return { version, bytes: sum([...sizes.keys()]), pages: Object.fromEntries(pages) };
}
