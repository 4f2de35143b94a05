import type { SupportBundle, SupportBundles } from '@lading/contract/rest';
import { vi } from 'vitest';
import type { TestPlatform } from '../../../testing/testPlatform.ts';
import { unzip } from './unzip.ts';

export const bundleUrl = '/ui/api/v1/ui/userSupport';

/** Calls the support bundle API as an administrator. */
export class BundleClient {
  constructor(private readonly platform: TestPlatform) {}

  async call(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) {
    const { app, adminAuth } = this.platform;
    const headers = { authorization: adminAuth };
    return app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  }

  async list(): Promise<SupportBundles> {
    return (await this.call('GET', `${bundleUrl}/listBundles`)).json();
  }

  /** Requests a bundle and waits until it is no longer in progress. */
  async generate(payload: object, url = `${bundleUrl}/generateBundle`): Promise<SupportBundle> {
    const answer = await this.call('POST', url, payload);
    if (answer.statusCode !== 202) throw new Error(`${answer.statusCode} ${answer.body}`);
    const { id } = answer.json<SupportBundle>();
    return vi.waitFor(
      async () => {
        const found = (await this.list()).bundles.find((bundle) => bundle.id === id);
        if (!found || found.status === 'in progress') throw new Error(`${id} is ${found?.status}`);
        return found;
      },
      { timeout: 20_000, interval: 50 },
    );
  }

  async download(id: string): Promise<Map<string, string>> {
    const answer = await this.call('GET', `${bundleUrl}/downloadBundle/${id}`);
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
    return unzip(answer.rawPayload);
  }
}
