/** Quick setup page and its subpages. */
export const QUICK_SETUP = '/quick-setup';
/** Quick setup page of the administration. */
export const ADMIN_QUICK_SETUP = '/admin/quick-setup';
export const SET_ME_UP = '/set-me-up';

export function isAt(page: string, pathname: string): boolean {
  return pathname === page || pathname.startsWith(`${page}/`);
}
