import { beforeAll, describe, expect, it } from 'vitest';
import { compileServer } from '../src/testing/serverProcess.ts';
import { kills } from './kills.ts';

describe('a server that is killed while it takes packages', () => {
  beforeAll(() => compileServer());

  it('loses nothing that it acknowledged, shows nothing half, and starts again by itself', async () => {
    const report = await kills(3, () => undefined);
    expect(report.acknowledged).toBeGreaterThan(0);
    expect(report).toMatchObject({ lost: [], half: [], complaints: [] });
  });
});
