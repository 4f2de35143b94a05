import type { RepositorySummary } from '@lading/contract/rest';
import type { FastifyReply } from 'fastify';
import { exportFormat, sendExport } from '../http/sendExport.ts';

/** Columns of the file. */
const columns = {
  key: ({ key }: RepositorySummary) => key,
  type: ({ type }: RepositorySummary) => type,
  packageType: ({ packageType }: RepositorySummary) => packageType,
  description: ({ description }: RepositorySummary) => description,
  project: ({ projectKey }: RepositorySummary) => projectKey,
  url: ({ url }: RepositorySummary) => url,
};

/** Sends the repositories whose listed texts contain the search. */
export function exportRepositories(
  reply: FastifyReply,
  repositories: readonly RepositorySummary[],
  { format, search = '' }: { format: string; search?: string },
): Promise<FastifyReply> {
  const wanted = search.toLowerCase();
  const rows = repositories.filter(({ key, packageType, description, url, projectKey = '' }) =>
    [key, packageType, description, url, projectKey].some((text) => text.toLowerCase().includes(wanted)),
  );
  return sendExport(reply, { name: 'repositories', format: exportFormat(format), columns, batches: [rows] });
}
