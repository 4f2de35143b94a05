import { type Http, HttpFailure } from '@lading/contract';
import type { BundleRetention } from '@lading/contract/rest';

const CALL = '/ui/api/v1/ui/bundle/retention/config/enable';
const ATTEMPTS = 3;

/**
 * Returns whether retention of received bundles is on; status 404 means off. After three failed
 * attempts, throws the last error.
 */
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
