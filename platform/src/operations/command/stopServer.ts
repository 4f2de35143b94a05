import { setTimeout as wait } from 'node:timers/promises';
import { serverState } from '../../storage/runningServer.ts';
import type { Terminal } from '../backup/ProgressLine.ts';

/** A server exits within 25 seconds. */
const timeoutMs = 30_000;

/** Runs `lading stop`. Returns the exit code. */
export async function stopServer(home: string, { say, complain }: Terminal): Promise<number> {
  const server = serverState(home);
  if (server.state === 'stopped') {
    say(`No server is running with the data directory ${home}.`);
    return 0;
  }
  const { pid } = server;
  if (server.state === 'busy') {
    complain(
      `${home} is in use by process ${pid}: a server that is starting, or another command. Wait until it has started or ended.`,
    );
    return 3;
  }
  try {
    process.kill(pid, 'SIGTERM');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
    complain(`No permission to stop process ${pid}. Run the command as the user of the server.`);
    return 1;
  }
  for (const end = Date.now() + timeoutMs; Date.now() < end; await wait(50)) {
    const now = serverState(home);
    if (now.state === 'stopped' || now.pid !== pid) {
      say(`Server stopped (process ${pid}).`);
      return 0;
    }
  }
  complain(
    `The server (process ${pid}) did not stop within ${timeoutMs / 1000} seconds. See ${home}/log, or end it with kill -9 ${pid}.`,
  );
  return 1;
}
