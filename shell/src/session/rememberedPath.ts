import type { Target } from '../navigation/place.ts';
import { pathOf } from '../navigation/place.ts';
import { withProject } from '../projects/projectAddress.ts';

/** Lifetime of the path stored before a sign-in, in milliseconds. */
export const REMEMBERED_MS = 8 * 60 * 60 * 1000;
const KEY = 'lading.sessionRedirect';

/** Stored session redirect record. */
interface Remembered {
  readonly pathAfterLogin: string;
  /** Milliseconds since 1970. */
  readonly expiration: number;
}

/** Paths that a sign-in never returns to: sign-in pages and error pages. */
const EXCLUDED = /^\/(?:login|auth|logout|sso-login|auth-provider|404|406|500|authorization)(?:[/?#]|$)/;

/** Stores the requested location and its project for this tab. */
export function rememberPath(target: Target, project?: string): void {
  const pathAfterLogin = withProject(pathOf(target), project);
  const record: Remembered = { pathAfterLogin, expiration: Date.now() + REMEMBERED_MS };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(record));
  } catch {
    // Without storage, the sign-in opens the landing page.
  }
}

/**
 * Returns the remembered path once. Returns `undefined` if it expired, is not accessible, or is a
 * sign-in page.
 */
export function takeRememberedPath(admin: boolean): string | undefined {
  const { pathAfterLogin: path, expiration } = read() ?? {};
  if (typeof path !== 'string' || typeof expiration !== 'number' || expiration <= Date.now())
    return undefined;
  if (!path.startsWith('/') || path.startsWith('//') || EXCLUDED.test(path)) return undefined;
  return path.startsWith('/admin/') && !admin ? undefined : path;
}

function read(): Partial<Remembered> | undefined {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return text === null ? undefined : ((JSON.parse(text) ?? undefined) as Partial<Remembered> | undefined);
  } catch {
    return undefined;
  }
}
