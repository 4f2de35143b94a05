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
  /** 0 takes a free one. */
  readonly port: number;
  /** Where the console is, when that is not on this machine. */
  readonly consoleOrigin?: string;
}

export interface DevServer {
  /** `http://localhost:5173`, for `LADING_DEV_ORIGIN`. */
  readonly origin: string;
  /** The plug-in's name in the import map. */
  readonly specifier: string;
  /** Its address in the import map. */
  readonly address: string;
  close(): Promise<void>;
}

/** Serves a plug-in to a running console, with hot reload. */
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
      `Port ${options.port} cannot be used: ${(error as Error).message}. Choose one with --port.`,
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
