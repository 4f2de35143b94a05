/**
 * Returns the processor time of synchronous work in this thread, in milliseconds. Pauses on a busy
 * machine do not count.
 */
export function processorMs(work: () => void): number {
  const begin = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(begin);
  return (user + system) / 1000;
}
