import { type Http, HttpFailure } from '@lading/contract';
import type { BundleRetention } from '@lading/contract/rest';

const CALL = '/ui/api/v1/ui/bundle/retention/config/enable';
const ATTEMPTS = 3;

/** Whether retention of received bundles is on. 404 means off. Throws what the last of three attempts threw. */
export async function fetchRetention(http: Http, signal: AbortSignal): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { enable } = await http.json<BundleRetention>(CALL, { signal, retry: false });
      return enable;
    } catch (error) {
      if (error instanceof HttpFailure && error.status === 404) return false;
      if (attempt === ATTEMPTS || signal.aborted) throw error;
    }
  }
}
