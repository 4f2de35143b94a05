import { FakeModuleLoader, moduleFailure } from '@lading/contract/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { watchForNewVersion } from './watchForNewVersion.ts';

const boot = { base: '/ui/', revision: 'r1', plugins: [] };
const page = (revision: string) =>
  new Response(`<script id="lading-boot">{"base":"/ui/","revision":"${revision}"}`);
const missing = moduleFailure('http', 'the server answered 404', '/ui/assets/menu.js');

afterEach(() => vi.unstubAllGlobals());

async function offers(answer: () => Promise<Response>, failure = missing): Promise<boolean> {
  const asked = vi.fn(answer);
  vi.stubGlobal('fetch', asked);
  const loader = new FakeModuleLoader();
  const offer = vi.fn();
  watchForNewVersion(loader, boot, offer);
  loader.fail(failure);
  if (failure === missing) await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
  await new Promise((resolve) => setTimeout(resolve));
  return offer.mock.calls.length > 0;
}

describe('a page whose file is missing', () => {
  it('offers the new version if one exists', async () => {
    expect(await offers(async () => page('r2'))).toBe(true);
  });

  it('offers nothing if it has the server’s version, or the server does not report one', async () => {
    expect(await offers(async () => page('r1'))).toBe(false);
    expect(await offers(async () => new Response('busy', { status: 503 }))).toBe(false);
    expect(await offers(() => Promise.reject(new TypeError('Failed to fetch')))).toBe(false);
  });

  it('offers nothing for a file that loaded and failed', async () => {
    expect(await offers(async () => page('r2'), moduleFailure('evaluation', 'no luck', '/x.js'))).toBe(false);
  });
});
