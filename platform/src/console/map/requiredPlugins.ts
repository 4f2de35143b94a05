import { rankOf } from '../page/matchRoute.ts';
import type { Manifest } from '../plugins/Plugin.ts';

/** Where everyone signs in, below `/ui`. */
const SIGN_IN = '/login';

/** Plugins that cannot be turned off: package → the page that the console cannot do without. */
const REQUIRED: Readonly<Record<string, string>> = { '@lading/plugin-auth': SIGN_IN };

/** Why this plugin must stay on, or `undefined` when the operator can turn it off. */
export function whyRequired(specifier: string): string | undefined {
  const page = REQUIRED[specifier];
  return page && `it contains ${page}, which is required for sign-in`;
}

/** What a version of a required plugin lacks, or `undefined` when it can take the shipped version's place. */
export function missingPage(specifier: string, manifest: Manifest): string | undefined {
  const page = REQUIRED[specifier];
  if (page === undefined) return undefined;
  const routes = manifest.contributions.routes;
  const found = (Array.isArray(routes) ? routes : []).some(
    (route) => typeof route?.path === 'string' && route.public === true && rankOf(route.path, page),
  );
  return found ? undefined : `it has no public page ${page}`;
}
