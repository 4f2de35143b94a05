import { STYLE_HASH } from './page/page.ts';

/** A worker uses the policy of its own response, not that of its page. */
export const WORKER_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'";

const PERMISSIONS = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()';

/**
 * Returns the headers of the page, including its content security policy. Only `devOrigin` relaxes
 * the policy, for hot reload.
 */
export function pageHeaders(devOrigin: string | undefined, hasFrames = false): Record<string, string> {
  return {
    'content-security-policy': contentPolicy(devOrigin, hasFrames),
    // Blocks modules without a hash in the map, which would otherwise run unchecked. Modules of a
    // development server have no hash.
    ...(devOrigin === undefined ? { 'integrity-policy': 'blocked-destinations=(script)' } : {}),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': PERMISSIONS,
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
  };
}

/**
 * Headers of the document of an untrusted plugin. Its origin is opaque: no cookies, no storage, no
 * access to the page. It makes no requests: the page does, for declared calls.
 */
export const FRAME_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    'sandbox allow-scripts',
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'none'",
    "frame-src 'none'",
    "child-src 'none'",
    "worker-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    // The script that starts the frame takes this name. With a policy of its own, the plugin could
    // create a nested `srcdoc` frame, which no directive governs.
    'trusted-types default',
  ].join('; '),
  'integrity-policy': 'blocked-destinations=(script)',
  'permissions-policy': PERMISSIONS,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'SAMEORIGIN',
};

function contentPolicy(devOrigin: string | undefined, hasFrames: boolean): string {
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
    // Also keeps a frame from navigating itself to another site.
    ...(hasFrames ? ["frame-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(devOrigin === undefined
      ? ["require-trusted-types-for 'script'", 'trusted-types default dompurify']
      : []),
  ].join('; ');
}
