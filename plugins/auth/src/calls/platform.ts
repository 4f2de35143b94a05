/** Base path of the console's own calls. */
export const UI = '/ui/api/v1';

/**
 * Sign-in API in use. Both accept the same users. `access` is the fallback when `ui` is not
 * available, so that users can sign in while the rest of the platform is down.
 */
export type Variant = 'ui' | 'access';
