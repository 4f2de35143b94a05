/**
 * Returns the processor time of synchronous work in this process, in milliseconds. Pauses on a busy
 * machine do not count.
 */
export function processorMs(work: () => void): number {
  const begin = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000;
}
