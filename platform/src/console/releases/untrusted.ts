import type { ContributionsDocument, PluginPolicy } from '@lading/contract/rest';
import { FRAMED_KINDS, FRAMED_PARTS, MAX_FRAMED_PARTS, validateCalls } from '@lading/contract/validation';
import type { MappedPlugin } from '../ConsoleState.ts';
import { isCovered } from '../map/pluginName.ts';
import { kindsOf, type Manifest } from '../plugins/Plugin.ts';
import { PLUGINS_REPOSITORY } from '../plugins/RepositorySource.ts';
import { type PackageFacts, packageFacts } from './publishedPlugins.ts';

/** Rules for plugins that run in frames. */
export interface UntrustedRules {
  /** Scopes and packages. */
  packages: readonly string[];
  /** Users who published the version. */
  publishers: readonly string[];
}

/** Plugins of the console are always trusted, and only administrators publish in their scope. */
const OWN_SCOPE = '@lading/';

const NO_FACTS: ReadonlyMap<string, PackageFacts> = new Map();

type PartKind = keyof typeof FRAMED_PARTS;

/** They come after those of the console. */
const LEAST_ORDER = 999;

export function untrustedRules({ untrusted = [], untrustedPublishers = [] }: PluginPolicy): UntrustedRules {
  return { packages: untrusted, publishers: untrustedPublishers };
}

export function isUntrusted(
  { packages, publishers }: UntrustedRules,
  specifier: string,
  publishedBy: string | undefined,
): boolean {
  if (specifier.startsWith(OWN_SCOPE)) return false;
  if (isCovered(packages, specifier)) return true;
  return publishedBy !== undefined && publishers.includes(publishedBy);
}

/** Whether a version in `plugins-local` runs in frames. */
export async function isVersionUntrusted(
  rules: UntrustedRules,
  specifier: string,
  version: string,
): Promise<boolean> {
  if (rules.publishers.length === 0) return isUntrusted(rules, specifier, undefined);
  const facts = await packageFacts(PLUGINS_REPOSITORY, [{ specifier, version }]);
  return isUntrusted(rules, specifier, facts.get(`${specifier}@${version}`)?.publishedBy);
}

/**
 * Marks the plugins of a page that run in frames. Plugins of a development server stay as they are:
 * the operator of the node or an override of the user's own session put them there.
 */
export async function markUntrusted(
  plugins: MappedPlugin[],
  rules: UntrustedRules | undefined,
): Promise<MappedPlugin[]> {
  if (!rules || rules.packages.length + rules.publishers.length === 0) return plugins;
  const wanted = plugins.map(({ boot: { specifier, version } }) => ({ specifier, version }));
  const isByPublisher = rules.publishers.length > 0;
  const facts = isByPublisher ? await packageFacts(PLUGINS_REPOSITORY, wanted) : NO_FACTS;
  return plugins.map((mapped) => {
    const { boot, plugin, foreign } = mapped;
    const publishedBy = facts.get(`${boot.specifier}@${boot.version}`)?.publishedBy;
    if (!plugin || foreign || !isUntrusted(rules, boot.specifier, publishedBy)) return mapped;
    const frame = { reads: readsOf(plugin.manifest), left: leftOut(plugin.manifest) };
    // Browsers cache manifests by their hash.
    return { ...mapped, boot: { ...boot, hash: `${boot.hash}-frames`, frame } };
  });
}

/** The paths that the plugin declares to read. */
function readsOf({ name, calls }: Manifest): string[] {
  const found = validateCalls(name, calls);
  if ('cause' in found) return [];
  return found.calls.filter(({ methods }) => methods.includes('GET')).map(({ path }) => path);
}

/** Kinds that are left out, or of which only some are used. */
function leftOut(manifest: Manifest): string[] {
  const parts = partsOf(manifest);
  return kindsOf(manifest).flatMap(({ kind, count }) => {
    if (!FRAMED_KINDS.includes(kind)) return [kind];
    const unused = count - (parts.get(kind)?.length ?? count);
    return unused > 0 ? [`${kind} (${unused} of ${count})`] : [];
  });
}

/**
 * Returns the manifest of an untrusted plugin for pages: its pages, menu items, and parts of other
 * pages, and nothing that would run in them.
 */
export function framedManifest(manifest: Manifest): ContributionsDocument['plugins'][string] {
  const { name, version, contract, entry } = manifest;
  const { routes = [], menuItems = [] } = manifest.contributions as unknown as FramedContributions;
  const extensions = Object.fromEntries(partsOf(manifest)) as NonNullable<FramedContributions['extensions']>;
  return {
    ...{ name, version, contract, entry, files: [], preload: {} },
    contributions: {
      // Without `public` and `frameless`: it could imitate the sign-in page.
      routes: routes.map(({ path, name: route, title, requires, otherwise }) => ({
        ...{ path, name: route, title },
        ...(requires ? { requires } : {}),
        ...(otherwise ? { otherwise } : {}),
      })),
      menuItems,
      ...(Object.keys(extensions).length === 0 ? {} : { extensions }),
    },
  };
}

type FramedContributions = Pick<
  ContributionsDocument['plugins'][string]['contributions'],
  'routes' | 'menuItems' | 'extensions'
>;

/** A part of a valid manifest. */
interface Part {
  readonly path?: string;
  readonly order?: number;
  readonly shortcut?: string;
  /** Of a column or row action. */
  readonly table?: string;
}

/** The parts that frames can show, by kind. */
function partsOf({ contributions }: Manifest): ReadonlyMap<string, readonly Part[]> {
  const { routes = [], extensions = {} } = contributions as unknown as FramedContributions;
  const pages = new Set<string | undefined>(routes.map(({ path }) => path));
  return new Map(
    (Object.keys(FRAMED_PARTS) as PartKind[]).flatMap((kind) => {
      const found: readonly Part[] = extensions[kind] ?? [];
      const parts = found
        .map((part, index) => framedPart(part, kind, index))
        // The search text is passed only to pages of the plugin.
        .filter(({ path }) => kind !== 'searchCategories' || pages.has(path))
        .slice(0, MAX_FRAMED_PARTS);
      return found.length === 0 ? [] : [[kind, parts] as const];
    }),
  );
}

/**
 * Returns a part with its position as reference, by which pages and frames find it, independent of
 * the manifest. The heading of a widget links only to pages of the console. Users choose the
 * shortcut of a command: the plugin could take that of the browser or of another command.
 */
function framedPart(
  { path, order, shortcut: _shortcut, ...part }: Part,
  kind: PartKind,
  index: number,
): Part {
  const functions = (FRAMED_PARTS[kind] as readonly string[]).filter((name) => name in part);
  const references = functions.map((name) => [name, { $ref: `extensions/${kind}/${index}/${name}` }]);
  return {
    ...part,
    ...(path !== undefined && /^\/(?!\/)[^\\]*$/.test(path) ? { path } : {}),
    ...(order === undefined ? {} : { order: Math.max(order, LEAST_ORDER) }),
    ...Object.fromEntries(references),
  };
}

/** Information for administrators before an untrusted plugin is turned on. */
export function untrustedWarning(specifier: string, version: string, manifest: Manifest): string {
  const reads = readsOf(manifest);
  const left = leftOut(manifest);
  const tables = [
    ...new Set(
      partsOf(manifest)
        .get('tableColumns')
        ?.map(({ table }) => table),
    ),
  ];
  const calls =
    reads.length === 0
      ? 'It reads nothing from the API of the console'
      : `With the permissions of the user, it can read ${reads.join(', ')}`;
  const rows =
    tables.length === 0
      ? ''
      : `. Its columns get the rows of these tables that users see: ${tables.join(', ')}`;
  const without =
    left.length === 0 ? '' : `. Its contributions of these kinds are left out: ${left.join(', ')}`;
  return `${specifier} ${version} is untrusted and runs in frames. ${calls}${rows}${without}`;
}
