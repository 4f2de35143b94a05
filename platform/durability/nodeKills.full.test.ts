import { beforeAll, describe, expect, it } from 'vitest';
import { hasRadosGateway, installCommand, startRadosGateway } from '../src/blobs/s3/testing/RadosGateway.ts';
import { compileServer } from '../src/testing/serverProcess.ts';
import { nodeKills } from './nodeKills.ts';

describe.skipIf(!hasRadosGateway())(
  `three nodes on one database and object store (needs ${installCommand})`,
  () => {
    beforeAll(() => compileServer());

    it('lose nothing that was acknowledged when each is killed in turn', async () => {
      const store = await startRadosGateway();
      try {
        const report = await nodeKills(3, store, () => undefined);
        expect(report.acknowledged).toBeGreaterThan(0);
        expect(report).toMatchObject({ lost: [], half: [], complaints: [], refused: [] });
      } finally {
        await store.stop();
      }
    }, 300_000);
  },
);
