import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { reportToSystemd } from './systemd.ts';

const has = (program: string) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;

/** Prints each message to the service manager. Python receives them because Node cannot. */
const manager = `import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
print('BOUND', flush=True)
while True: print(s.recv(4096).decode(), flush=True)`;

it.skipIf(!has('systemd-notify') || !has('python3'))(
  'reports to systemd that the server is ready, alive, and stopping',
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'lading-notify-'));
    const socket = join(directory, 'notify');
    const received = spawn('python3', ['-c', manager, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      let text = '';
      received.stdout.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      const until = async (expected: string) => {
        while (!text.includes(expected)) await wait(20);
      };
      await until('BOUND');
      const complaints: string[] = [];
      const env = { NOTIFY_SOCKET: socket, WATCHDOG_USEC: '400000', WATCHDOG_PID: String(process.pid) };
      const reportStop = reportToSystemd(env, 'http://localhost:8082', (line) => complaints.push(line));
      await until('READY=1');
      await until('STATUS=Listens at http://localhost:8082');
      await until('WATCHDOG=1');
      reportStop();
      await until('STOPPING=1');
      expect(complaints).toEqual([]);
    } finally {
      received.kill();
      rmSync(directory, { recursive: true });
    }
  },
);

it('does nothing without a service manager', () => {
  expect(reportToSystemd({}, 'http://localhost:8082', expect.unreachable)()).toBeUndefined();
});
