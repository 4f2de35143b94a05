import { relative } from 'node:path';
import { buildPlugin } from '../plugin/buildPlugin.ts';

export async function buildCommand(folder: string): Promise<void> {
  const { described, manifest, folder: target } = await buildPlugin(folder);
  const bytes = manifest.files.reduce((sum, { size }) => sum + size, 0);
  console.log(
    `${described.packageName} ${described.version}: ${manifest.files.length} files, ` +
      `${Math.ceil(bytes / 1024)} KiB in ${relative(process.cwd(), target)}`,
  );
}
