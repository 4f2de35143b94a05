import type { Http } from '@lading/contract';
import type { ProjectChoice, ProjectChoices } from '@lading/contract/rest';
import { PagedRows } from '@lading/ui/table';
import { PROJECTS } from '../../projects/ProjectStore.ts';

/** Number of projects per request. */
const PAGE = 100;

/** Returns the projects whose name or key contains `search`, loaded on demand. */
export function projectRows(http: Http, search: string): PagedRows<ProjectChoice> {
  return new PagedRows(async (after, signal) => {
    const query = { search: search || undefined, limit: PAGE, after };
    const answer = await http.json<ProjectChoices>(PROJECTS, { query, signal });
    if (!Array.isArray(answer?.projects)) throw new Error('The response has an unexpected format');
    return { rows: answer.projects, next: answer.next, total: answer.total };
  });
}
