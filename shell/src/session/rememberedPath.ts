import type { Target } from '../navigation/place.ts';
import { pathOf } from '../navigation/place.ts';
import { withProject } from '../projects/projectAddress.ts';

/** How long the wish of a visitor who was sent to sign in is kept, in milliseconds. */
export const REMEMBERED_MS = 8 * 60 * 60 * 1000;
const KEY = 'lading.sessionRedirect';

/** The session redirect record. */
interface Remembered {
  readonly pathAfterLogin: string;
  /** Milliseconds since 1970. */
  readonly expiration: number;
}

/** Paths that nobody wants to come back to after signing in: those of signing in itself, and of errors. */
const EXCLUDED = /^\/(?:login|auth|logout|sso-login|auth-provider|404|406|500|authorization)(?:[/?#]|$)/;

/** Keeps where a visitor wanted to go, and in which project, for this tab. */
export function rememberPath(target: Target, project?: string): void {
  const pathAfterLogin = withProject(pathOf(target), project);
  const record: Remembered = { pathAfterLogin, expiration: Date.now() + REMEMBERED_MS };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(record));
  } catch {
    // Without storage one lands on the first page.
  }
}

/** Gives the remembered path once. Nothing when it expired, leads to where the user may not go, or to a sign-in page. */
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
