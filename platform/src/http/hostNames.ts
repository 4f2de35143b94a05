import type { Settings } from '../settings/settings.ts';

/** Whether the server accepts requests for a host name. `name` is lowercase and without a port. */
export type AcceptsHost = (name: string) => boolean;

/**
 * Returns which host names are accepted. With a public URL, these are its host name and subdomains,
 * which proxies can assign to single repositories. Without one, a server on the loopback interface
 * accepts only loopback names, which prevents DNS rebinding: other pages cannot reach it under
 * their own names. `undefined` means any name.
 */
export function acceptedHosts({ host, publicUrl }: Settings): AcceptsHost | undefined {
  if (publicUrl !== undefined) {
    const name = new URL(publicUrl).hostname.toLowerCase();
    return (asked) => asked === name || asked.endsWith(`.${name}`);
  }
  return isLoopback(host.toLowerCase().split('%', 1)[0] ?? '') ? isLoopback : undefined;
}

/** `localhost` and its subdomains, 127.0.0.0/8, and ::1 with or without brackets. */
function isLoopback(name: string): boolean {
  return /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[?::1\]?)\.?$/.test(name);
}

/** Returns the name in a Host header: lowercase, without port and trailing dot. */
export function hostName(header: string): string {
  return header.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}
