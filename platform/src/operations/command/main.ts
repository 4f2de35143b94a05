import { readPassword } from './readPassword.ts';
import { runCommand } from './runCommand.ts';

process.exitCode = await runCommand(process.argv.slice(2), process.env, {
  say: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`Lading: ${line}\n`),
  readPassword,
  ...(process.stdout.isTTY ? { redraw: (line: string) => process.stdout.write(`\r\x1b[K${line}`) } : {}),
});
