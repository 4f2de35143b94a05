import type { PluginManifest } from '@lading/contract';

/** Timeout of the development server, in milliseconds. */
const TIMEOUT_MS = 5_000;

/** The manifest, why the server rejects the definition, or that the server does not respond. */
export type DevelopmentPlugin =
  | { readonly plugin: PluginManifest }
  | { readonly rejected: string }
  | { readonly lost: true };

/**
 * Requests the manifest from the development server. Only the browser can: for a console on another
 * machine, `localhost` is that of the author. With `load`, also starts hot reload, which must be
 * available before React.
 */
export async function readDevelopmentPlugin(
  origin: string,
  load?: (url: string) => Promise<unknown>,
): Promise<DevelopmentPlugin> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(`${origin}/lading-plugin.json`, { cache: 'no-store', signal });
    const text = await answer.text();
    if (!answer.ok) return { rejected: text };
    await load?.(preambleOf(origin));
    return readManifest(text, origin);
  } catch {
    // Browsers report a stopped server, a blocked request, and a missing CORS header alike.
    return { lost: true };
  }
}

export function preambleOf(origin: string): string {
  return `${origin}/@lading/preamble.js`;
}

function readManifest(text: string, origin: string): DevelopmentPlugin {
  try {
    const value = JSON.parse(text) as Partial<PluginManifest> | null;
    if (typeof value?.entry === 'string' && typeof value.version === 'string')
      return { plugin: value as PluginManifest };
  } catch {
    // Reported below.
  }
  return { rejected: `${origin}/lading-plugin.json is no manifest of a plugin` };
}
