import { parseArgs } from 'node:util';
import { startDevServer } from '../dev/devServer.ts';
import { pointMapAt } from '../dev/operatorMap.ts';
import { KitError } from '../KitError.ts';

const PORT = '5173';

/** Runs until interrupted. */
export async function devCommand(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      port: { type: 'string', default: PORT },
      home: { type: 'string' },
      console: { type: 'string' },
    },
  });
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65_535) {
    throw new KitError(`--port is ${values.port}; a number up to 65535 is expected.`);
  }
  const server = await startDevServer({
    folder: positionals[0] ?? '.',
    port,
    ...(values.console ? { consoleOrigin: new URL(values.console).origin } : {}),
  });
  if (values.home) process.once('exit', pointMapAt(values.home, server.specifier, server.address));
  console.log(`${server.specifier} is served at ${server.origin}`);
  console.log(`The platform must run with LADING_DEV_ORIGIN=${server.origin}`);
  if (!values.home) {
    console.log('Add this to importmap.json in its data directory, and reload the console:');
    console.log(`  { "imports": { "${server.specifier}": "${server.address}" } }`);
  }
  await interrupted();
  await server.close();
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}
