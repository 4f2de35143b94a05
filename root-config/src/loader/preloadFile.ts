/** Whether a URL is a stylesheet. */
export function isStyle(address: string): boolean {
  return new URL(address).pathname.endsWith('.css');
}

/** Preloads a file, with the same request options as its later use. */
export function preloadFile(address: string, integrity: string | undefined): void {
  const known = document.head.querySelectorAll<HTMLLinkElement>('link[rel="preload"]');
  if ([...known].some((link) => link.href === address)) return;
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = isStyle(address) ? 'style' : 'script';
  link.crossOrigin = 'anonymous';
  if (integrity !== undefined) link.integrity = integrity;
  link.href = address;
  document.head.append(link);
}
