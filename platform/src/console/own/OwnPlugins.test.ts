import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { withStorage } from '../../database/db.ts';
import { blobs } from '../../storage/storage.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import type { PluginSource } from '../plugins/PluginSource.ts';
import { repositorySource } from '../plugins/RepositorySource.ts';
import { testCheckout } from '../testing/checkout.ts';
import { OwnPlugins } from './OwnPlugins.ts';

let platform: TestPlatform;
let checkout: Awaited<ReturnType<typeof testCheckout>>;
beforeAll(async () => {
  [platform, checkout] = await Promise.all([testPlatform(), testCheckout()]);
});
afterAll(() => Promise.all([platform.close(), checkout.remove()]));

const within = <T>(work: () => Promise<T>) => withStorage(platform.storage, work);

async function loseBytes(packageName: string, version: string): Promise<void> {
  const sha256 = await within(() => repositorySource.stampOf(packageName, version));
  if (!sha256) throw new Error('nothing was published');
  // The blob file appears shortly after it was stored.
  await vi.waitFor(() => unlink(join(fileURLToPath(platform.settings.blobUrl), sha256.slice(0, 2), sha256)));
  await vi.waitFor(async () => expect(await within(() => blobs().has(sha256))).toBe(false));
}

describe('OwnPlugins', () => {
  it('restores missing content', async () => {
    const folder = await checkout.writePlugin({ name: 'lost', version: '1.0.0' });
    await within(() => new OwnPlugins([folder], repositorySource).publish());
    await loseBytes('@lading/plugin-lost', '1.0.0');
    await expect(within(() => repositorySource.read('@lading/plugin-lost', '1.0.0'))).rejects.toThrow(
      'is damaged or missing',
    );
    const own = new OwnPlugins([folder], repositorySource);
    await within(() => own.publish());
    expect(own.versionOf('@lading/plugin-lost')).toBe('1.0.0');
    const files = await within(() => repositorySource.read('@lading/plugin-lost', '1.0.0'));
    expect(files?.has('plugin.js')).toBe(true);
  });

  it('publishes a separate version if the missing content was different', async () => {
    const folder = await checkout.writePlugin({ name: 'other', version: '1.0.0' });
    await within(() => new OwnPlugins([folder], repositorySource).publish());
    await loseBytes('@lading/plugin-other', '1.0.0');
    await checkout.writePlugin({ name: 'other', version: '1.0.0', entry: '/* anew */' });
    const own = new OwnPlugins([folder], repositorySource);
    await within(() => own.publish());
    expect(own.versionOf('@lading/plugin-other')).toMatch(/^1\.0\.0-dev\.h/);
  });

  it('continues without a plugin that fails to publish, and reports which one and why', async () => {
    const [bad, good] = [
      await checkout.writePlugin({ name: 'bad', version: '1.0.0' }),
      await checkout.writePlugin({ name: 'good', version: '1.0.0' }),
    ];
    const broken: PluginSource = {
      ...repositorySource,
      stampOf: async (name, version) => {
        if (name === '@lading/plugin-bad') throw new Error('the disk is full');
        return repositorySource.stampOf(name, version);
      },
    };
    const reported: [string, string][] = [];
    const own = new OwnPlugins([bad, good], broken, (folder, error) =>
      reported.push([folder, (error as Error).message]),
    );
    await within(() => own.publish());
    expect(reported).toEqual([[bad, 'the disk is full']]);
    expect(own.problemOf('@lading/plugin-bad')).toContain('the disk is full');
    expect(own.versionOf('@lading/plugin-bad')).toBeUndefined();
    expect(own.versionOf('@lading/plugin-good')).toBe('1.0.0');
  });
});
