import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';
import { conditionsFor } from '../conditions.ts';
import { KitError } from '../KitError.ts';
import { readPackage } from '../plugin/readPackage.ts';
import { ENTRY_PATH, pluginForConsole } from './pluginForConsole.ts';
import { sharedFromConsole } from './sharedFromConsole.ts';

export interface DevServerOptions {
  readonly folder: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** Origin of the console, if it is not on this machine. */
  readonly consoleOrigin?: string;
}

export interface DevServer {
  /** `http://localhost:5173`, for `LADING_DEV_ORIGIN`. */
  readonly origin: string;
  /** The plugin's name in the import map. */
  readonly specifier: string;
  /** Its URL in the import map. */
  readonly address: string;
  close(): Promise<void>;
}

/** Serves a plugin to a running console, with hot reload. */
export async function startDevServer(options: DevServerOptions): Promise<DevServer> {
  const folder = resolve(options.folder);
  const { packageName } = await readPackage(folder);
  const server = await createServer({
    root: folder,
    configFile: false,
    envFile: false,
    publicDir: false,
    appType: 'custom',
    logLevel: 'warn',
    cacheDir: 'node_modules/.cache/lading-kit',
    plugins: [pluginForConsole(folder), react(), sharedFromConsole(folder)],
    resolve: { conditions: conditionsFor(folder, 'browser', 'development') },
    optimizeDeps: { entries: ['src/**/*.{ts,tsx,js,jsx}', '!src/**/*.test.*'] },
    server: {
      host: 'localhost',
      port: options.port,
      strictPort: true,
      ...(options.consoleOrigin ? { cors: { origin: options.consoleOrigin } } : {}),
    },
  });
  try {
    await server.listen();
  } catch (error) {
    await server.close();
    throw new KitError(
      `Failed to use port ${options.port}: ${(error as Error).message}. Select another one with --port.`,
      {
        cause: error,
      },
    );
  }
  const bound = server.httpServer?.address();
  const port = typeof bound === 'object' && bound ? bound.port : options.port;
  const origin = `http://localhost:${port}`;
  return {
    origin,
    specifier: packageName,
    address: origin + ENTRY_PATH,
    close: () => server.close(),
  };
}
