import { parseArgs } from 'node:util';
import { type DevServer, startDevServer } from '../dev/devServer.ts';
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
  const address = values.console === undefined ? undefined : consoleAddress(values.console);
  const server = await startDevServer({
    folder: positionals[0] ?? '.',
    port,
    ...(address ? { consoleOrigin: address.origin } : {}),
  });
  if (values.home) process.once('exit', pointMapAt(values.home, server.specifier, server.address));
  console.log(`${server.specifier} is served at ${server.origin}`);
  if (address) tellLink(address, server);
  else tellMap(server, values.home === undefined);
  await interrupted();
  await server.close();
}

/** The console's origin, or any URL of the console. */
function consoleAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url;
  throw new KitError(`--console is ${text}; a URL such as https://console.example.com is expected.`);
}

/** The link asks its user to load the plugin from here in that browser, for some hours. */
function tellLink(address: URL, { specifier, origin }: DevServer): void {
  const link = new URL('/ui/user_profile', address);
  link.searchParams.set('develop', specifier);
  link.searchParams.set('url', origin);
  console.log('Open this link to use it in your browser only:');
  console.log(`  ${link.href}`);
}

function tellMap({ specifier, origin, address }: DevServer, isManual: boolean): void {
  console.log(`The platform must run with LADING_DEV_ORIGIN=${origin}`);
  if (!isManual) return;
  console.log('Add this to importmap.json in its data directory, and reload the console:');
  console.log(`  { "imports": { "${specifier}": "${address}" } }`);
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}
