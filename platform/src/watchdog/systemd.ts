import { execFile } from 'node:child_process';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Reports to the service manager that the server is ready, and then regularly that its event loop
 * runs. Node has no Unix datagram sockets, so the program `systemd-notify` sends the messages.
 * Returns a function that reports that the server stops.
 */
export function reportToSystemd(env: Env, address: string, complain: (line: string) => void): () => void {
  if (!env.NOTIFY_SOCKET) return () => undefined;
  const send = (...messages: string[]) =>
    execFile('systemd-notify', messages, { timeout: 10_000, env: { ...process.env, ...env } }, (error) => {
      if (error) complain(`Failed to report the state to systemd: ${error.message.trim()}`);
    });
  send('--ready', `--status=Listens at ${address}`);
  const pause = watchdogPause(env);
  if (pause !== undefined) setInterval(() => send('WATCHDOG=1'), pause).unref();
  return () => send('STOPPING=1');
}

/**
 * Returns the interval in milliseconds: half of the timeout after which systemd kills a service.
 */
function watchdogPause({ WATCHDOG_USEC, WATCHDOG_PID }: Env): number | undefined {
  const microseconds = Number(WATCHDOG_USEC);
  if (!(microseconds > 0) || (WATCHDOG_PID && Number(WATCHDOG_PID) !== process.pid)) return undefined;
  return microseconds / 2000;
}
