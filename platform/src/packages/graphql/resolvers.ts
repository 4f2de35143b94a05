import type {
  Connection,
  Package,
  PackageFilter,
  PackageOrder,
  RepositoryFilter,
  VersionFilter,
  VersionOrder,
} from '@lading/contract/rest';
import { decodeCursor, encodeCursor, type ListName, type Place } from '../../database/cursor.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { consolePlugins } from '../list/consolePlugins.ts';
import { findNode } from '../list/findNode.ts';
import { listingOrder, relevanceOrder } from '../list/packageOrder.ts';
import { visiblePage } from '../list/visible.ts';
import { asScanned, currentScans, notScanned, type Scans, typesWithFindings } from '../scans.ts';
import { compileSearch } from '../search/compileSearch.ts';
import type { SearchFilter } from '../search/Matching.ts';
import { narrowView, type View } from '../sql/readable.ts';
import { indexTypeOf } from '../typeNames.ts';
import { asksForVulnerabilities } from '../versions/versionFilter.ts';
import { type VersionNode, versionNodes } from '../versions/versionNodes.ts';
import { versionOrder } from '../versions/versionOrder.ts';
import { versionPage } from '../versions/versionPage.ts';

/** State shared by the root fields of one document. */
export interface QueryContext {
  view: View;
}

function viewFor(
  { view }: QueryContext,
  repositories?: readonly RepositoryFilter[] | null,
): Promise<View> | View {
  return repositories
    ? narrowView(
        view,
        repositories.map(({ name }) => name),
      )
    : view;
}

/** The cursor is a function because few queries select it. */
export interface PackageEdge {
  node: Package;
  cursor(): string;
}

interface PackageConnection extends Pick<Connection<Package>, 'pageInfo'> {
  edges: PackageEdge[];
}

interface Paging {
  first?: number | null;
  after?: string | null;
}

export const resolvers = {
  async packages(
    { filter: given, orderBy, ...paging }: { filter: PackageFilter; orderBy?: PackageOrder | null } & Paging,
    context: QueryContext,
  ): Promise<PackageConnection> {
    const { ignoreConsolePlugins, ...other } = given;
    const narrowed = await viewFor(context, other.repositoriesIn);
    const searched = Boolean(other.search?.trim());
    const order =
      searched && !orderBy
        ? relevanceOrder()
        : listingOrder(orderBy?.field ?? 'NAME', orderBy?.direction ?? 'ASC');
    const { filter, view } = await compileSearch(lowerTypes(other), narrowed);
    const scans = await currentScans();
    const wanted = asksForVulnerabilities(filter) ? scanned(filter, scans) : filter;
    const place = read(order.list, paging);
    const without = ignoreConsolePlugins ? await consolePlugins(view.scope) : [];
    const page = await visiblePage(view, { filter: wanted, order, scans, without, ...place });
    const edges = page.listed.map(({ node, place }) => ({
      node: asScanned(node, scans),
      cursor: () => encodeCursor(order.list, place),
    }));
    const { hasNextPage, capped, totalCount, similar = false, correctedSearch = null } = page;
    const end = page.stoppedAt ?? page.listed.at(-1)?.place;
    const endCursor = end ? encodeCursor(order.list, end) : null;
    return { edges, pageInfo: { hasNextPage, endCursor, capped, totalCount, similar, correctedSearch } };
  },

  async package({ id }: { id: string }, context: QueryContext): Promise<Package | null> {
    const found = await findNode(context.view, id);
    return found?.node ?? null;
  },

  async versions(
    { filter, orderBy, ...paging }: { filter: VersionFilter; orderBy?: VersionOrder | null } & Paging,
    context: QueryContext,
  ): Promise<Connection<VersionNode>> {
    const order = orderBy
      ? versionOrder(orderBy.field, orderBy.direction ?? 'ASC')
      : versionOrder('NAME_SEMVER', 'DESC');
    const { first, after } = read(order.list, paging);
    const view = await viewFor(context, filter.repositoriesIn);
    const found = await findNode(view, filter.packageId);
    const scans = await currentScans();
    if (!found) return nothing;
    const { packageType } = found.node;
    if (asksForVulnerabilities(filter) && !(scans.on && typesWithFindings(scans).includes(packageType)))
      throw notScanned([packageType]);
    const rows = await versionPage({
      packageRow: found.row,
      packageType,
      scans,
      filter,
      view,
      order,
      first,
      ...(after ? { after } : {}),
    });
    const shown = rows.slice(0, first);
    const nodes = versionNodes(found.node, shown).map((node) => asScanned(node, scans));
    const edges = shown.flatMap(({ key, name }, index) => {
      const node = nodes[index];
      return node ? [{ node, cursor: encodeCursor(order.list, { key, tie: name }) }] : [];
    });
    const unfiltered = Object.keys(filter).every((key) => key === 'packageId' || key === 'repositoriesIn');
    const totalCount = unfiltered ? found.node.versionsCount : null;
    const endCursor = edges.at(-1)?.cursor ?? null;
    return { edges, pageInfo: { hasNextPage: rows.length > first, endCursor, capped: false, totalCount } };
  },
};

const nothing = {
  edges: [],
  pageInfo: { hasNextPage: false, endCursor: null, capped: false, totalCount: 0 },
};

function read(list: ListName, { first, after }: Paging): { first: number; after?: Place } {
  const count = first ?? 100;
  if (count < 1 || count > 1000)
    throw new HttpError(400, 'BAD_FIRST', `Invalid first ${count}. Expected 1 to 1000.`);
  return { first: count, ...(after ? { after: decodeCursor(list, after) } : {}) };
}

/** Limits the filter to types with scan results. Throws `HttpError` 400 if none is left. */
function scanned(filter: SearchFilter, scans: Scans): SearchFilter {
  const packageTypeIn = filter.packageTypeIn ?? [];
  const asked = typesWithFindings(scans).filter(
    (type) => packageTypeIn.length === 0 || packageTypeIn.includes(type),
  );
  if (!scans.on || asked.length === 0) throw notScanned(packageTypeIn);
  return { ...filter, packageTypeIn: asked };
}

function lowerTypes(filter: PackageFilter): PackageFilter {
  const { packageTypeIn } = filter;
  return packageTypeIn ? { ...filter, packageTypeIn: packageTypeIn.map(indexTypeOf) } : filter;
}
