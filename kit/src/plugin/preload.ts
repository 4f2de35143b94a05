import type { PluginDefinition } from '@lading/contract';
import type { Rollup } from 'vite';

/**
 * Returns by route name the files and shared modules that its screen needs. The page loads all of
 * them in parallel rather than sequentially.
 */
export function preloadByRoute(
  definition: PluginDefinition,
  screenFiles: readonly (readonly string[])[],
  output: Rollup.RollupOutput['output'],
): Record<string, string[]> {
  const chunks = new Map<string, Rollup.OutputChunk>();
  for (const file of output) if (file.type === 'chunk') chunks.set(file.fileName, file);
  const stylesheets = output.map((file) => file.fileName).filter((name) => name.endsWith('.css'));
  const preload: Record<string, string[]> = {};
  for (const [index, route] of (definition.routes ?? []).entries()) {
    const wanted = new Set<string>(stylesheets);
    const visit = (fileName: string) => {
      if (wanted.has(fileName)) return;
      wanted.add(fileName);
      chunks.get(fileName)?.imports.forEach(visit);
    };
    for (const chunk of chunks.values()) {
      if (chunk.isEntry || screenFiles[index]?.includes(chunk.facadeModuleId ?? '')) visit(chunk.fileName);
    }
    preload[route.name] = [...wanted];
  }
  return preload;
}
