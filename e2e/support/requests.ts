import type { local } from 'webdriver';

/** URLs that the browser has requested since `start`, for any page and purpose. */
export class BrowserRequests {
  readonly addresses: string[] = [];
  readonly #listen = ({ request }: local.NetworkBeforeRequestSentParameters) => {
    this.addresses.push(request.url);
  };

  static async start(): Promise<BrowserRequests> {
    const requests = new BrowserRequests();
    await browser.sessionSubscribe({ events: ['network.beforeRequestSent'] });
    browser.on('network.beforeRequestSent', requests.#listen);
    return requests;
  }

  /**
   * Returns the URLs outside of `origin`, without inline ones (`data:`, `blob:`), which send no
   * request.
   */
  outside(origin: string): readonly string[] {
    return this.addresses.filter(
      (address) => !/^(?:data|blob|about):/.test(address) && !address.startsWith(`${origin}/`),
    );
  }

  stop(): void {
    browser.off('network.beforeRequestSent', this.#listen);
  }
}
