import { serverState } from '../../storage/runningServer.ts';
import type { Terminal } from '../backup/ProgressLine.ts';
import { findUnreadiness } from './probe.ts';

/** Runs `lading status`. Returns the exit code, which is 0 only for a server that is ready. */
export async function showStatus(home: string, { say, complain }: Terminal): Promise<number> {
  const server = serverState(home);
  if (server.state === 'stopped') {
    say(`No server is running with the data directory ${home}. Run lading start to start it.`);
    return 1;
  }
  if (server.state === 'busy') {
    complain(`${home} is in use by process ${server.pid}: a server that is starting, or another command.`);
    return 1;
  }
  const { version, address, pid, started } = server;
  const problem = await findUnreadiness(server);
  say(`State    ${problem === undefined ? 'ready' : 'not ready'}`);
  say(`Version  ${version}`);
  say(`URL      ${address}/ui/`);
  say(`Process  ${pid}, since ${started}`);
  say(`Data     ${home}`);
  if (problem === undefined) return 0;
  complain(`The server is not ready: ${problem}. The logs are in ${home}/log.`);
  return 1;
}
