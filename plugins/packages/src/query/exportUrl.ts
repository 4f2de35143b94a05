import type { GraphQLRequest } from '@lading/contract/rest';

/** Where the list of a request is downloaded as a file: all of it, in its order. */
export function exportUrl(
  { path, body }: { readonly path: string; readonly body: GraphQLRequest },
  format: 'csv' | 'json',
): string {
  const { filter, orderBy } = body.graphQL.variables ?? {};
  return `${path}/export?${new URLSearchParams({ format, variables: JSON.stringify({ filter, orderBy }) })}`;
}
