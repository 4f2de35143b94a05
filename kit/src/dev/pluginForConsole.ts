import type { ServerResponse } from 'node:http';
import type { PluginManifest } from '@lading/contract';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { KitError } from '../KitError.ts';
import { checkDefinition, checkManifest } from '../plugin/checkDefinition.ts';
import { entrySource } from '../plugin/entry.ts';
import { referenced } from '../plugin/manifest.ts';
import { readDefinition } from '../plugin/readDefinition.ts';
import { readPackage } from '../plugin/readPackage.ts';

/** Paths that the console requests, at the development server's root. */
export const ENTRY_PATH = '/plugin.js';
const MANIFEST_PATH = '/lading-plugin.json';
const PREAMBLE_PATH = '/@lading/preamble.js';

/** Serves a plugin's manifest, its entry, and the preamble of hot reload to the console. */
export function pluginForConsole(folder: string): Plugin {
  return {
    name: 'lading-kit:plugin-for-console',
    enforce: 'pre',
    resolveId: (source) => (source === ENTRY_PATH || source === PREAMBLE_PATH ? `\0${source}` : null),
    async load(id) {
      if (id === `\0${PREAMBLE_PATH}`) {
        return `import '/@vite/client';\n${react.preambleCode.replace('__BASE__', '/')}`;
      }
      if (id !== `\0${ENTRY_PATH}`) return null;
      const { file, definition } = await readDefinition(folder);
      const own = typeof definition === 'object' && definition !== null && 'lifecycles' in definition;
      return entrySource(file, own);
    },
    configureServer(server) {
      server.middlewares.use(MANIFEST_PATH, (_request, response) => {
        developmentManifest(folder).then(
          (manifest) => send(response, 200, 'application/json', JSON.stringify(manifest)),
          (error: unknown) => {
            if (!(error instanceof KitError)) server.config.logger.error(String(error));
            send(response, 500, 'text/plain', error instanceof Error ? error.message : String(error));
          },
        );
      });
    },
  };
}

/** Returns the manifest without values that only a build provides. */
async function developmentManifest(folder: string): Promise<PluginManifest> {
  const described = await readPackage(folder);
  const definition = checkDefinition((await readDefinition(folder)).definition, described);
  const manifest = {
    name: described.name,
    version: described.version,
    contract: definition.contract,
    entry: ENTRY_PATH.slice(1),
    files: [],
    preload: {},
    ...(definition.backends ? { backends: definition.backends } : {}),
    ...(definition.calls ? { calls: definition.calls } : {}),
    ...(definition.settings ? { settings: definition.settings } : {}),
    contributions: referenced(definition),
  };
  checkManifest(manifest);
  return manifest;
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' });
  response.end(text);
}
