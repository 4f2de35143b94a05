import type { ShellStart } from '@lading/contract/host';

/** Starts the console in the page. */
export async function startShell(start: ShellStart): Promise<void> {
  start.scheduler.start();
}
