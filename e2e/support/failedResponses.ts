import type { local } from 'webdriver';

/** Responses that browsers log as errors, such as 404, and the number of all responses. */
export class FailedResponses {
  readonly #failed: string[] = [];
  count = 0;
  readonly #listen = ({ request, response }: local.NetworkResponseCompletedParameters) => {
    this.count += 1;
    if (response.status >= 400) this.#failed.push(`${response.status} ${request.method} ${response.url}`);
  };

  static async start(): Promise<FailedResponses> {
    const responses = new FailedResponses();
    await browser.sessionSubscribe({ events: ['network.responseCompleted'] });
    browser.on('network.responseCompleted', responses.#listen);
    return responses;
  }

  /** Returns the failed responses since the last call. */
  take(): readonly string[] {
    return this.#failed.splice(0);
  }

  stop(): void {
    browser.off('network.responseCompleted', this.#listen);
  }
}
