/** The document's title: the route's, followed by the server's name. */
export function pageTitle(title: string, serverName: string): string {
  return [title, serverName].filter((part) => part !== '').join(' - ');
}
