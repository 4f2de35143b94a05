import type { SearchCategory } from '@lading/contract';
import type { Shell } from '../Shell.ts';

/** Search category of the user, and whether it can be searched now. */
export interface OfferedCategory {
  readonly category: SearchCategory;
  /** A project is selected, and the category cannot be searched within a project. */
  readonly disabled: boolean;
}

/** Returns the categories in order. Categories without a page are left out, as for menu items. */
export function offeredCategories(
  shell: Pick<Shell, 'registry' | 'routes' | 'allows' | 'project'>,
): readonly OfferedCategory[] {
  const { registry, routes, allows, project } = shell;
  return registry
    .list('searchCategories')
    .map(({ value }) => value)
    .filter(({ requires, path }) => allows(requires) && routes.find(path) !== undefined)
    .sort((one, other) => (one.order ?? 999) - (other.order ?? 999))
    .map((category) => ({ category, disabled: project.current !== undefined && !category.supportsProjects }));
}

/** Reason why a search is rejected. */
export type Refusal =
  | { readonly why: 'blank' }
  | { readonly why: 'tooShort'; readonly least: number }
  | { readonly why: 'notInProject' };

export function refusalOf(
  { category, disabled }: OfferedCategory,
  typed: string,
  admin: boolean,
): Refusal | undefined {
  if (disabled) return { why: 'notInProject' };
  if (typed.trim() === '') return { why: 'blank' };
  const least = admin ? 0 : (category.leastForUsers ?? 0);
  const letters = [...typed.trim().replace(/[*?"]/g, '')].length;
  return letters < least ? { why: 'tooShort', least } : undefined;
}

/** Returns the results path of a search, below `/ui`. */
export function searchAddress({ path, parameter = 'name' }: SearchCategory, typed: string): string {
  return `${path}?${parameter}=${encodeURIComponent(typed.trim())}`;
}
