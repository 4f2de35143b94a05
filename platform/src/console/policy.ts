import { STYLE_HASH } from './page/page.ts';

/** A worker uses the policy of its own response, not that of its page. */
export const WORKER_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'";

/**
 * Returns the headers of the page, including its content security policy. Only `devOrigin` relaxes
 * the policy, for hot reload.
 */
export function pageHeaders(devOrigin: string | undefined): Record<string, string> {
  return {
    'content-security-policy': contentPolicy(devOrigin),
    // Blocks modules without a hash in the map, which would otherwise run unchecked. Modules of a
    // development server have no hash.
    ...(devOrigin === undefined ? { 'integrity-policy': 'blocked-destinations=(script)' } : {}),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
  };
}

function contentPolicy(devOrigin: string | undefined): string {
  const dev = devOrigin === undefined ? '' : ` ${devOrigin}`;
  const socket = devOrigin === undefined ? '' : ` ${devOrigin.replace(/^http/, 'ws')}`;
  return [
    "default-src 'none'",
    `script-src 'self'${dev}`,
    // The development server adds its styles as elements of the page.
    devOrigin === undefined ? `style-src 'self' '${STYLE_HASH}'` : `style-src 'self' 'unsafe-inline'${dev}`,
    `img-src 'self' data: blob:${dev}`,
    `connect-src 'self'${dev}${socket}`,
    `font-src 'self'${dev}`,
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(devOrigin === undefined
      ? ["require-trusted-types-for 'script'", 'trusted-types default dompurify']
      : []),
  ].join('; ');
}
