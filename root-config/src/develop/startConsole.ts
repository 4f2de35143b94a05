import type { BootOverride } from '@lading/contract/rest';

/** Adds the script that starts every page. */
export function startConsole(page: Document, { address, integrity }: BootOverride['boot']): void {
  const script = page.createElement('script');
  script.crossOrigin = 'anonymous';
  script.integrity = integrity;
  script.src = address;
  page.head.append(script);
}
