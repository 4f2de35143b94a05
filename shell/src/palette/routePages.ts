import type { RouteContribution, RoutePage } from '@lading/contract';
import { judge } from '../menu/rules.ts';
import type { Shell } from '../Shell.ts';
import type { Entry } from './Entry.ts';

/** Route that lists pages or settings. */
export interface ListingRoute extends RouteContribution {
  readonly pages: () => Promise<readonly RoutePage[]>;
}

/** Returns the routes that list pages and that the user can open. */
export function listingRoutes({ facts, registry }: Shell): readonly ListingRoute[] {
  return registry
    .list('routes')
    .map(({ value }) => value)
    .filter((route): route is ListingRoute => route.pages !== undefined)
    .filter(({ requires }) => judge(requires ? { requires } : {}, facts.menuFacts).shown === 'yes');
}

/** Loads the entries of a route. Rejects if its plugin fails. */
export async function entriesOfRoute(shell: Shell, route: ListingRoute): Promise<readonly Entry[]> {
  const { language, navigation } = shell;
  const detail = language.text(route.title);
  return (await route.pages()).map(({ path, title }) => ({
    id: `page ${path} ${title.id}`,
    group: 'places',
    label: language.text(title),
    detail,
    icon: 'document',
    path,
    href: navigation.href(path),
    run: () => void navigation.go(path),
  }));
}
