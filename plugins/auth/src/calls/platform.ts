/** Where the console's own calls begin. */
export const UI = '/ui/api/v1';

/**
 * Which of the platform's two sign-ins answers: both take the same people. `access` is used where the other is not to be
 * had, so that one comes in while the rest of the platform is down.
 */
export type Variant = 'ui' | 'access';
