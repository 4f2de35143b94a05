import type { Settings } from '../settings/settings.ts';

/** Whether the server can be asked for under a host name; `name` is in lowercase and without a port. */
export type AcceptsHost = (name: string) => boolean;

/**
 * With a public URL its host name and the subdomains of it, which proxies give to single repositories. Without one a server that listens
 * on the loopback interface accepts loopback names alone, so that no page from elsewhere reaches it under a name of its own (DNS
 * rebinding). Undefined: any name.
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

/** The name in a Host header: in lowercase, without port and final dot. */
export function hostName(header: string): string {
  return header.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}
