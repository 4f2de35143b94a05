import type { ContributionKind, ContributionValue } from '@lading/contract';
import { isOwnLanguage } from '../language/languages.ts';
import { SYSTEM_PATHS } from '../system/systemPages.ts';
import { PatternIndex, patternKey } from './routePatterns.ts';

/** Contribution with the data that decides a conflict. */
export interface Candidate<K extends ContributionKind = ContributionKind> {
  readonly kind: K;
  readonly plugin: string;
  readonly shipped: boolean;
  /** Position of the plugin in the import map. */
  readonly rank: number;
  readonly value: ContributionValue<K>;
}

/** Contribution that was left out. */
export interface RegistryProblem {
  /**
   * `reserved`: owned by the shell or a shipped plugin. `taken`: owned by an earlier plugin in the
   * import map.
   */
  readonly problem: 'reserved' | 'taken';
  readonly kind: ContributionKind;
  /** Plugin whose contribution was left out. */
  readonly plugin: string;
  /** Owner: a plugin's name, or `shell`. */
  readonly owner: string;
  /** Contested path, name, or ID. */
  readonly wanted: string;
}

/** Paths of the shell. */
const SHELL_PATHS: readonly string[] = ['/', '/home', ...SYSTEM_PATHS];

type Wishes = { [K in ContributionKind]: (value: ContributionValue<K>) => string[] };

/** Keys that must be unique, by kind. */
const WISHES: Wishes = {
  routes: ({ path, name }) => [patternKey(path), `name ${name}`],
  menuItems: ({ sidebar, path }) => [`${sidebar} ${path}`],
  features: ({ name }) => [name],
  mainApplicationRequests: () => [],
  platformConfigurationRequests: () => [],
  searchCategories: ({ id }) => [id],
  packageTabs: ({ id }) => [id],
  nodeTabs: ({ id }) => [id],
  tableColumns: ({ id }) => [id],
  rowActions: ({ id }) => [id],
  dashboardWidgets: ({ id }) => [id],
  adminCards: ({ id }) => [id],
  vendorCards: ({ id }) => [id],
  commands: ({ id }) => [id],
  pageParts: ({ id }) => [id],
  clientGuides: ({ id }) => [id],
  catalogs: () => [],
  languagePacks: ({ language }) => [language],
  signInDialog: ({ id }) => [id],
};

const SHELL_PATTERNS: ReadonlySet<string> = new Set(SHELL_PATHS.map(patternKey));

/** Resolves conflicts by import map order, shipped plugins first, and never by load order. */
export function resolveConflicts<K extends ContributionKind>(
  kind: K,
  candidates: readonly Candidate<K>[],
): { accepted: readonly Candidate<K>[]; problems: readonly RegistryProblem[] } {
  const inOrder = [...candidates].sort(
    (one, other) => Number(other.shipped) - Number(one.shipped) || one.rank - other.rank,
  );
  const accepted: Candidate<K>[] = [];
  const shipped = new PatternIndex<Candidate<K>>();
  const problems: RegistryProblem[] = [];
  const owners = new Map<string, Candidate<K>>();
  const wishesOf = WISHES[kind] as (value: ContributionValue<K>) => string[];
  for (const candidate of inOrder) {
    const wishes = wishesOf(candidate.value);
    const owner =
      reservedBy(kind, candidate, shipped) ?? wishes.map((wish) => owners.get(wish)).find(Boolean);
    if (owner) {
      const problem = owner === SHELL || (owner.shipped && !candidate.shipped) ? 'reserved' : 'taken';
      const path = 'path' in candidate.value ? candidate.value.path : undefined;
      const wanted = path !== undefined && kind !== 'vendorCards' ? path : (wishes[0] ?? '');
      problems.push({ problem, kind, plugin: candidate.plugin, owner: owner.plugin, wanted });
      continue;
    }
    for (const wish of wishes) owners.set(wish, candidate);
    if (kind === 'routes' && candidate.shipped) shipped.add(pathOf(candidate), candidate);
    accepted.push(candidate);
  }
  accepted.sort((one, other) => one.rank - other.rank);
  return { accepted: Object.freeze(accepted), problems };
}

const SHELL = { plugin: 'shell', shipped: true } as const;

/**
 * Returns the shipped plugin that reserves a path. A shipped plugin keeps every path that its
 * routes match, even if another pattern is more specific.
 */
function reservedBy<K extends ContributionKind>(
  kind: K,
  candidate: Candidate<K>,
  shipped: PatternIndex<Candidate<K>>,
): Pick<Candidate, 'plugin' | 'shipped'> | undefined {
  if (kind === 'languagePacks') {
    const { language } = candidate.value as ContributionValue<'languagePacks'>;
    return isOwnLanguage(language) ? SHELL : undefined;
  }
  if (kind !== 'routes') return undefined;
  const path = pathOf(candidate);
  if (SHELL_PATTERNS.has(patternKey(path))) return SHELL;
  return candidate.shipped ? undefined : shipped.overlapping(path);
}

function pathOf({ value }: Candidate): string {
  return (value as ContributionValue<'routes'>).path;
}
