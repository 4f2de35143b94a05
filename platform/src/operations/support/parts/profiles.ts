import { Session } from 'node:inspector/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';
import type { BundleFile, BundlePart } from '../BundlePart.ts';

/** Duration of one CPU profile, in milliseconds. */
const profileMs = 1000;

/** CPU profiles with heap statistics, the equivalent of thread dumps on other platforms. */
export function profilesPart(): BundlePart {
  return {
    perNode: true,
    files({ parameters: { thread_dump: { count, interval } = { count: 0, interval: 0 } }, signal }) {
      return Array.from({ length: count }, (_, at): BundleFile[] => [
        {
          path: `profiles/cpu-${at + 1}.cpuprofile`,
          about: `CPU profile of ${profileMs} ms, for the developer tools of a browser`,
          async content() {
            if (at > 0) await wait(interval, undefined, { signal });
            return profile(signal);
          },
        },
        {
          path: `profiles/heap-${at + 1}.json`,
          about: 'Heap statistics right after the CPU profile',
          content: async () => heap(),
        },
      ]).flat();
    },
  };
}

async function profile(signal: AbortSignal): Promise<object> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.start');
    await wait(profileMs, undefined, { signal });
    const { profile } = await session.post('Profiler.stop');
    return profile;
  } finally {
    session.disconnect();
  }
}

function heap(): object {
  return {
    time: new Date(),
    memory: process.memoryUsage(),
    heap: getHeapStatistics(),
    spaces: getHeapSpaceStatistics(),
    eventLoop: performance.eventLoopUtilization(),
  };
}
