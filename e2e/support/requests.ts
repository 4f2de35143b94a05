import type { local } from 'webdriver';

/** The addresses that the browser has asked for since `start`, whichever page and whatever for. */
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

  /** Those that left `origin`; what stands in the page itself (`data:`, `blob:`) is asked of nobody. */
  outside(origin: string): readonly string[] {
    return this.addresses.filter(
      (address) => !/^(?:data|blob|about):/.test(address) && !address.startsWith(`${origin}/`),
    );
  }

  stop(): void {
    browser.off('network.beforeRequestSent', this.#listen);
  }
}
