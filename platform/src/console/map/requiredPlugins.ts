import { rankOf } from '../page/matchRoute.ts';
import type { Manifest } from '../plugins/Plugin.ts';

/** Sign-in page, relative to `/ui`. */
const SIGN_IN = '/login';

/** Plugins that cannot be turned off: package → its required page. */
const REQUIRED: Readonly<Record<string, string>> = { '@lading/plugin-auth': SIGN_IN };

/** Returns why this plugin is required, or `undefined` if the operator can turn it off. */
export function whyRequired(specifier: string): string | undefined {
  const page = REQUIRED[specifier];
  return page && `it contains ${page}, which is required for sign-in`;
}

/**
 * Returns what a version of a required plugin lacks, or `undefined` if it can replace the shipped
 * version.
 */
export function missingPage(specifier: string, manifest: Manifest): string | undefined {
  const page = REQUIRED[specifier];
  if (page === undefined) return undefined;
  const routes = manifest.contributions.routes;
  const found = (Array.isArray(routes) ? routes : []).some(
    (route) => typeof route?.path === 'string' && route.public === true && rankOf(route.path, page),
  );
  return found ? undefined : `it has no public page ${page}`;
}
