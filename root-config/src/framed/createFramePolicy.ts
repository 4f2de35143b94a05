import { mayRun } from '../page/scriptAddresses.ts';

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: {
      createScriptURL: (address: string) => string | undefined;
      createHTML: (html: string, type: string, sink: string) => string | undefined;
    },
  ): unknown;
}

/** Strings are parsed only here. In particular, not as the `srcdoc` of a nested frame. */
const SINKS = ['DOMParser parseFromString', 'Element innerHTML'];

/**
 * Creates the only Trusted Types policy of a frame. The plugin is untrusted, so it cannot have one
 * that returns its strings unchanged: a nested frame would have a new window, with everything that
 * `restrictWindow` removes. DOMPurify parses its strings with this policy.
 */
export function createFramePolicy(base: string): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createScriptURL: (address) => (mayRun(address, base) ? address : undefined),
    createHTML: (html, _type, sink) => (SINKS.includes(sink) ? withoutFrames(html) : undefined),
  });
}

/**
 * In HTML, names of attributes contain no character references, so that `srcdo&#99;` is another
 * attribute, but the same text. In XML, an entity could contain the name in parts.
 */
function withoutFrames(html: string): string | undefined {
  if (html.includes('<!ENTITY')) return undefined;
  return html.replace(
    /(srcdo)(c)/gi,
    (_found, start: string, end: string) => `${start}&#${end.charCodeAt(0)};`,
  );
}
