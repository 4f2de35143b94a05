/** Takes the browser out of the console: to a provider, or where the platform says. */
export const leaving = {
  /** Only to pages: what is no address of the web is refused. */
  to(address: string): void {
    const { protocol, href } = new URL(address, location.origin);
    if (protocol !== 'https:' && protocol !== 'http:') throw new Error(`${protocol} leads to no page`);
    location.assign(href);
  },
};
