/**
 * Navigates the browser out of the console: to an identity provider or to a URL returned by the
 * platform.
 */
export const leaving = {
  /** Accepts only HTTP and HTTPS URLs, so that no script URL is opened. Throws for all others. */
  to(address: string): void {
    const { protocol, href } = new URL(address, location.origin);
    if (protocol !== 'https:' && protocol !== 'http:')
      throw new Error(`Invalid URL protocol ${protocol} Expected http: or https:`);
    location.assign(href);
  },
};
