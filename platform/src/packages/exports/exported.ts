import type { Connection, GraphQLFailure, Package, Version } from '@lading/contract/rest';
import type { Caller } from '../../access/Caller.ts';
import { HttpError } from '../../errors/HttpError.ts';
import type { CsvCell } from '../../http/csv.ts';
import { runQuery } from '../graphql/runQuery.ts';

/**
 * Rows of a file, and of one page. Spreadsheets support a million rows; longer exports would keep
 * the database busy.
 */
const maxRows = 100_000;
const pageSize = 1000;

type PackageRow = Omit<Package, 'operationalRisk'>;
type VersionRow = Omit<Version, 'package' | 'operationalRisk' | 'files'>;
interface Rows {
  packages: PackageRow;
  versions: VersionRow;
}
export type ExportedField = keyof Rows;

const variables = '$first: Int, $after: String';
const paging = 'filter: $filter, first: $first, after: $after, orderBy: $orderBy';
const page = 'pageInfo { hasNextPage endCursor }';
const found = 'vulnerabilities { critical high medium low info unknown skipped }';

type Columns<Row> = Record<string, (row: Row) => CsvCell>;

const documents: Record<ExportedField, string> = {
  packages: `query ($filter: PackageFilter!, ${variables}, $orderBy: PackageOrder) { packages(${paging}) {
    edges { node { id name packageType description latestVersion versionsCount created modified tags
      licenses { name source } stats { downloads followers } ${found} } } ${page} } }`,
  versions: `query ($filter: VersionFilter!, ${variables}, $orderBy: VersionOrder) { versions(${paging}) {
    edges { node { id name created modified size tags deprecated repos { name type leadFilePath }
      licenses { name source } stats { downloadCount } ${found} } } ${page} } }`,
};

const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);
const scanned = {
  critical: (row: PackageRow | VersionRow) => row.vulnerabilities?.critical,
  high: (row: PackageRow | VersionRow) => row.vulnerabilities?.high,
  medium: (row: PackageRow | VersionRow) => row.vulnerabilities?.medium,
  low: (row: PackageRow | VersionRow) => row.vulnerabilities?.low,
};

/** By field. Each cell function receives only rows of its own field. */
const columnsOf: { [Field in ExportedField]: Columns<Rows[Field]> } = {
  packages: {
    name: ({ name }) => name,
    type: ({ packageType }) => packageType,
    latestVersion: ({ latestVersion }) => latestVersion,
    versions: ({ versionsCount }) => versionsCount,
    downloads: ({ stats }) => stats.downloads,
    licenses: ({ licenses }) => names(licenses),
    keywords: ({ tags }) => tags,
    created: ({ created }) => created,
    modified: ({ modified }) => modified,
    description: ({ description }) => description,
    ...scanned,
  },
  versions: {
    version: ({ name }) => name,
    tags: ({ tags }) => tags,
    repositories: ({ repos }) => names(repos),
    size: ({ size }) => size,
    downloads: ({ stats }) => stats.downloadCount,
    licenses: ({ licenses }) => names(licenses),
    created: ({ created }) => created,
    modified: ({ modified }) => modified,
    deprecated: ({ deprecated }) => deprecated,
    ...scanned,
  },
};

/** Exports a list as GraphQL returns it to the caller, for the variables of its query. */
export function exported(field: ExportedField, given: Readonly<Record<string, unknown>>, caller: Caller) {
  const columns = columnsOf[field] as Columns<PackageRow & VersionRow>;
  return { columns, batches: pages(field, given, caller) };
}

async function* pages(
  field: ExportedField,
  { filter = {}, orderBy }: Readonly<Record<string, unknown>>,
  caller: Caller,
): AsyncGenerator<(PackageRow & VersionRow)[]> {
  let after: string | null = null;
  for (let rows = 0; rows < maxRows; ) {
    const variables = { filter, orderBy, first: pageSize, after };
    const { status, body } = await runQuery({ query: documents[field], variables }, caller);
    const answer = JSON.parse(body.toString()) as
      | GraphQLFailure
      | { data: Record<ExportedField, Connection<PackageRow & VersionRow>> };
    if (status === 400 || 'errors' in answer) throw invalid(answer as GraphQLFailure);
    const { edges, pageInfo } = answer.data[field];
    yield edges.map(({ node }) => node);
    rows += edges.length;
    // A capped search can return an empty page that has a next page; the export ends here.
    if (!pageInfo.hasNextPage || edges.length === 0) return;
    after = pageInfo.endCursor;
  }
}

function invalid({ errors: [first] }: GraphQLFailure): HttpError {
  return new HttpError(400, first?.code ?? 'BAD_QUERY', first?.message ?? 'Invalid query');
}
