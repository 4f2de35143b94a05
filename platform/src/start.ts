import type { FastifyInstance } from 'fastify';
import { isNoSpace } from './blobs/space/NoSpaceLeft.ts';
import { withStorage } from './database/db.ts';
import { hostWarning } from './http/checkHost.ts';
import { makeLogger } from './http/logging.ts';
import { logTo } from './http/logSink.ts';
import { LogFiles } from './operations/logs/LogFiles.ts';
import type { Settings } from './settings/settings.ts';
import { version } from './settings/version.ts';
import { beginStorage } from './storage/openStorage.ts';
import { removeServerNote, writeServerNote } from './storage/runningServer.ts';
import { RequestBoard } from './watchdog/RequestBoard.ts';
import { startWatchdog } from './watchdog/Watchdog.ts';

/** A platform that accepts requests. */
export interface Running {
  /** Base URL, such as `http://localhost:8082`. */
  address: string;
  /** Records the server for `lading start`, `status`, and `stop`. Call it when all else is done. */
  note(): void;
  /** Completes requests in progress, then stops the database. */
  stop(): Promise<void>;
}

/** How long requests in progress may take after the platform starts to stop, in milliseconds. */
const lastRequests = 8000;

/** Starts everything that the settings configure. `say` prints one line for people. */
export async function start(settings: Settings, say: (line: string) => void): Promise<Running> {
  const logFiles = openLogFiles(settings);
  const logger = makeLogger(settings, logFiles);
  const databaseLog = logTo(logger, 'artifactory-database');
  const board = new RequestBoard();
  const { storage, opened } = beginStorage(
    settings,
    (event, error) =>
      error === undefined ? databaseLog.info(event) : databaseLog.error({ err: error }, event),
    { say: ({ level, code, text }) => databaseLog[level]({ code }, `PostgreSQL: ${text}`) },
  );
  // The services load while the database starts, because users wait for the start.
  const building = Promise.all([
    import('./app.ts').then(({ buildApp }) =>
      buildApp({ settings, storage, board, ...(logFiles ? { logFiles } : {}) }),
    ),
    import('./access/firstAdministrator.ts'),
    import('./secrets/checkKey.ts'),
    import('./access/serverNameWarning.ts'),
  ]);
  await Promise.allSettled([opened, building]);
  await opened;
  try {
    const [app, { ensureFirstAdministrator }, { checkSecretsKey, keySource }, { serverNameWarning }] =
      await building;
    await withStorage(storage, () => checkSecretsKey(app.seal, keySource(settings)));
    await withStorage(storage, () =>
      ensureFirstAdministrator(settings, (password) => {
        say(`First start: sign in as admin with the password ${password}`);
        say('The password is shown only once. You must change it when you first sign in.');
      }),
    );
    await app.ready();
    await listen(app, settings);
    startWatchdog(board, settings.logLevel);
    const nameWarning = await withStorage(storage, serverNameWarning);
    for (const warning of [hostWarning(app), rootWarning(settings), nameWarning])
      if (warning) logger.warn(warning);
    // Only the console waits for the publication of its plugins.
    const publishing = withStorage(storage, () => app.ownPlugins.publish());
    const address = addressOf(app, settings);
    return {
      address,
      note: () => noteServer(app, settings, address),
      async stop() {
        removeServerNote(settings.home);
        await publishing;
        await closeInTime(app);
        await storage.close();
        await logFiles?.close();
      },
    };
  } catch (error) {
    await storage.close();
    throw error;
  }
}

/** Flushes the last lines when the process exits, whatever the reason. */
function openLogFiles(settings: Settings): LogFiles | undefined {
  if (!settings.logFiles) return undefined;
  const output = makeLogger(settings);
  const logFiles = new LogFiles(settings.home, settings.logFiles, (problem) => output.error(problem));
  process.once('exit', () => logFiles.flushNow());
  return logFiles;
}

async function listen(app: FastifyInstance, { host, port }: Settings): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    await app.close();
    const reasons: Record<string, string> = {
      EADDRINUSE: `LADING_PORT ${port} is in use by another program. Stop that program, or set LADING_PORT to another port.`,
      EACCES: `This user has no permission to use LADING_PORT ${port}. Set LADING_PORT to 1024 or higher.`,
      EADDRNOTAVAIL: `LADING_HOST ${host} is not an address of this machine`,
      ENOTFOUND: `LADING_HOST ${host} not found`,
    };
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
    throw reason === undefined ? error : new Error(reason);
  }
}

function addressOf(app: FastifyInstance, { host, tls, publicUrl }: Settings): string {
  if (publicUrl !== undefined) return publicUrl;
  const bound = app.server.address();
  const port = typeof bound === 'object' ? bound?.port : undefined;
  const everywhere = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host);
  const shown = everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `${tls ? 'https' : 'http'}://${shown}:${port}`;
}

/** A full disk must not prevent the start. */
function noteServer(app: FastifyInstance, { home, host, tls }: Settings, address: string): void {
  const bound = app.server.address();
  const port = typeof bound === 'object' ? bound?.port : undefined;
  const own = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  const localUrl = `${tls ? 'https' : 'http'}://${own.includes(':') ? `[${own}]` : own}:${port}`;
  try {
    const started = new Date().toISOString();
    writeServerNote(home, { pid: process.pid, version, address, localUrl, started });
  } catch (error) {
    if (!isNoSpace(error)) throw error;
  }
}

function rootWarning({ home }: Settings): string | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return `The server runs as root. Run it as a regular user: create one with "useradd --system lading", change the owner of the data directory with "chown -R lading ${home}", and start the server as lading.`;
}

/** Closes the server, and aborts requests that exceed the limit. */
async function closeInTime(app: FastifyInstance): Promise<void> {
  const { server } = app;
  const late = new Promise<void>((resolve) => {
    setTimeout(() => {
      if ('closeAllConnections' in server) server.closeAllConnections();
      resolve();
    }, lastRequests).unref();
  });
  await Promise.race([app.close(), late]);
}
