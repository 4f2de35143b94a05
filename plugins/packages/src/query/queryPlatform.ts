import type { Http } from '@lading/contract';
import type { GraphQLAnswer, GraphQLRequest } from '@lading/contract/rest';

/** Sends a GraphQL query for packages or versions to the platform. Throws `HttpFailure`. */
export async function queryPlatform<Data>(
  http: Http,
  call: 'packages' | 'package' | 'versions',
  query: string,
  variables: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<Data> {
  const body: GraphQLRequest = { graphQL: { query, variables } };
  const options = { method: 'POST', body, ...(signal ? { signal } : {}) } as const;
  const answer = await http.json<GraphQLAnswer<Data>>(`/ui/api/v1/mds/${call}`, options);
  return answer.data;
}
