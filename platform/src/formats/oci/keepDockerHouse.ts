import type { FastifyInstance } from 'fastify';
import { keepHouse } from '../../jobs/housekeeping.ts';
import { completeChecksums } from '../../storage/completeChecksums.ts';
import type { Storage } from '../../storage/storage.ts';
import { dropOldDockerTokens } from './auth/dockerTokens.ts';

const [minute, hour] = [60, 3600];

/** What ends by itself, and what was put off while bytes came in. */
export function keepDockerHouse(app: FastifyInstance, storage: Storage): void {
  keepHouse(app, storage, [
    { name: 'dropping tokens of registries', every: hour, run: dropOldDockerTokens },
    // It drops nothing: what it gives is not for the log.
    { name: 'making checksums', every: minute, run: async () => void (await completeChecksums()) },
  ]);
}
