import { beforeAll, describe, expect, it } from 'vitest';
import { compileServer } from '../src/testing/serverProcess.ts';
import { bundleKills } from './bundleKills.ts';

describe('a source and an edge that are killed while they work on release bundles', () => {
  beforeAll(() => compileServer());

  it('leave no half version, and finish what was ordered', async () => {
    expect(await bundleKills(6, () => undefined)).toMatchObject({ lost: [], half: [], complaints: [] });
  });
});
