import { type Message, message, type Requirement } from '@lading/contract';

/** Page of the shell itself. */
export interface SystemPage {
  readonly id: string;
  readonly title: Message;
  readonly requires: Requirement;
  /** A plugin with a route at the path replaces the page. */
  readonly gives: boolean;
}

export const LICENSES = '/admin/license_management/licenses';
export const LIGHTWEIGHT = '/lightweight';
/** With `?path=`: replaces a page whose feature, service, or license is off. */
export const UNAVAILABLE = '/unavailable';

const anyone = { role: 'anyone' } as const;
const own = (id: string, title: Message, requires: Requirement, gives = false): SystemPage => ({
  id,
  title,
  requires,
  gives,
});

const PAGES: readonly (readonly [path: string, SystemPage])[] = [
  ['/404', own('notFound', message('shell.notFound.title', 'Page not found'), anyone)],
  ['/406/:requestId', own('notAcceptable', message('shell.notAcceptable.title', 'Request rejected'), anyone)],
  ['/500', own('serverError', message('shell.serverError.title', 'Server error'), anyone)],
  ['/authorization', own('authorization', message('shell.authorization.title', 'Not authorized'), anyone)],
  [UNAVAILABLE, own('unavailable', message('shell.unavailable.title', 'Not available'), anyone)],
  ['/diagnostics', own('diagnostics', message('shell.diagnostics.title', 'Diagnostics'), { role: 'admin' })],
  ['/why', own('why', message('shell.why.title', 'Why can’t I see this?'), {})],
  ['/overview', own('overview', message('shell.overview.title', 'Overview'), {})],
  [LIGHTWEIGHT, own('lightweight', message('shell.lightweight.title', 'Repositories'), {}, true)],
  [LICENSES, own('licenses', message('shell.licenses.title', 'Licenses'), { role: 'admin' }, true)],
];

/** Replaces every page while its owner is unknown because the user failed to load. */
export const START_FAILED = own('startFailed', message('shell.startFailed.title', 'Not available'), anyone);

/** Paths that plugins cannot use. */
export const SYSTEM_PATHS: readonly string[] = PAGES.filter(([, { gives }]) => !gives).map(([path]) => path);

/** Returns the shell's page at a path below `/ui`. */
export function systemPage(pathname: string): SystemPage | undefined {
  return PAGES.find(([path]) => path === pathname || isBelow(path, pathname))?.[1];
}

/** Matches `/406/abc` with `/406/:requestId`: one more non-empty segment. */
function isBelow(path: string, pathname: string): boolean {
  const parameter = path.indexOf(':');
  if (parameter < 0 || !pathname.startsWith(path.slice(0, parameter))) return false;
  return /^[^/]+$/.test(pathname.slice(parameter));
}
