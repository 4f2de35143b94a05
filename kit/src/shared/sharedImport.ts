import { SHARED_NAMES } from './names.ts';

/** Packages of which the console must contain one copy, for any imported path. */
const SINGLETON =
  /^(react|react-dom|react-router|react-router-dom|mobx|mobx-react-lite|single-spa|single-spa-react|@fluentui\/[^/]+|@lading\/[^/]+)(\/.*)?$/;

/** Modules without state that may exist in several copies, because few screens need them. */
const OWN_COPY =
  /^(@fluentui\/svg-icons(\/.*)?|@lading\/contract\/(icons|settings|validation)|@lading\/ui\/(preview|markdown))$/;

const shared = new Set(SHARED_NAMES);

/** Handling of an import in a plugin's build. */
export type SharedImport = { kind: 'shared' } | { kind: 'own' } | { kind: 'refused'; reason: string };

/**
 * Returns whether `name` is shared by the console, bundled with the plugin, or rejected with a
 * reason.
 */
export function sharedImport(name: string): SharedImport {
  if (shared.has(name)) return { kind: 'shared' };
  if (!SINGLETON.test(name) || OWN_COPY.test(name)) return { kind: 'own' };
  return { kind: 'refused', reason: whyRefused(name) };
}

function whyRefused(name: string): string {
  if (name === '@fluentui/react') {
    return "Import Fluent UI by module, for example '@fluentui/react/lib/Button'.";
  }
  if (name.startsWith('@fluentui/react/')) {
    return "The console shares the public modules alone, in the form '@fluentui/react/lib/Button'.";
  }
  if (name.startsWith('@fluentui/')) {
    return "The console shares Fluent UI as '@fluentui/react/lib/…': Styling, Utilities and Theme have what its inner packages have.";
  }
  if (name === '@lading/contract/testing') return 'It holds fakes for tests: import it in tests only.';
  if (name === '@lading/contract/rest') return "It holds types only: write 'import type'.";
  if (name.startsWith('@lading/plugin-')) {
    return "A plugin does not import another: share data through the contract's services or the platform's calls.";
  }
  if (name === 'react-router') return "Import it as 'react-router-dom'.";
  return 'It must exist once in the console, and the console does not share it under this name.';
}
