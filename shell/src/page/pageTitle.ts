/**
 * Returns the document title: the page's object, if any, and the route's title, followed by the
 * server's name.
 */
export function pageTitle(title: string, serverName: string, object = ''): string {
  const named = object === '' || object === title ? title : `${object} · ${title}`;
  return [named, serverName].filter((part) => part !== '').join(' - ');
}
