import type { GraphQLRequest } from '@lading/contract/rest';

/** Returns the download URL of a list as a file: all rows, in the order of the list. */
export function exportUrl(
  { path, body }: { readonly path: string; readonly body: GraphQLRequest },
  format: 'csv' | 'json',
): string {
  const { filter, orderBy } = body.graphQL.variables ?? {};
  return `${path}/export?${new URLSearchParams({ format, variables: JSON.stringify({ filter, orderBy }) })}`;
}
