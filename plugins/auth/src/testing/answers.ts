import { HttpFailure } from '@lading/contract';
import type { FakeShell } from '@lading/contract/testing';

/** Creates a call that is rejected, without a message when the platform gave none. */
export const refuse =
  (status: number, words = '', code?: string) =>
  () => {
    throw new HttpFailure(status, words, code);
  };

const UI = '/ui/api/v1';

/**
 * Responds to the requests of the sign-in page like a new platform; `more` overrides responses by
 * path below `/ui/api/v1`.
 */
export function answerOffers({ http }: FakeShell, more: Record<string, unknown> = {}): void {
  const answers: Record<string, unknown> = {
    'GET /ui/auth/current': refuse(401, 'Not signed in'),
    'POST /ui/auth/loginRelatedData': { forgotPassword: true, canRememberMe: true, ssoProviderLink: '' },
    'GET /ui/oauth/providers': [],
    'GET /ui/auth/loginDialogSettings': { config: null },
    'GET /access/auth/loginPageVisibility': { loginIsExternal: false },
    'GET /ui/auth/userPlugins': { isUserPluginEnabled: false },
    'GET /access/auth/register': { enabled: false },
    'GET /ui/auth/autoRedirect': { isAutoRedirectLogin: false, url: '' },
    ...more,
  };
  for (const [call, answer] of Object.entries(answers)) {
    const [method, path] = call.split(' ');
    http.on(`${method} ${UI}${path}`, answer);
  }
}
