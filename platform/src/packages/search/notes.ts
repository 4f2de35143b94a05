import type { SearchNotes } from '@lading/contract/rest';
import { db } from '../../database/db.ts';
import { narrowView, type View } from '../sql/readable.ts';
import { compileSearch } from './compileSearch.ts';
import { countDependents } from './dependencies.ts';
import { unknownRepositories } from './unknownRepositories.ts';
import { withinProjects } from './withinProjects.ts';

/** Examples of ranges, and their maximum characters. */
const maxRanges = 3;
const maxRangeLength = 80;

/** Returns what the search leaves out because it is unknown. Throws `HttpError` 400. */
export async function searchNotes(
  { search, repos, projects }: { search: string; repos: readonly string[]; projects: readonly string[] },
  view: View,
): Promise<SearchNotes> {
  const narrowed = await withinProjects(view, projects);
  const within = repos.length > 0 ? await narrowView(narrowed, repos) : narrowed;
  const compiled = await compileSearch({ search }, within);
  const unknownRanges: SearchNotes['unknownRanges'] = [];
  for (const { name, ranges } of compiled.unknownRanges) {
    const { rows } = await db().execute<{ count: number }>(
      countDependents(name, ranges, compiled.view.scope),
    );
    const texts = [...new Set(ranges.map(({ range }) => range.slice(0, maxRangeLength)))].sort();
    unknownRanges.push({
      ...{ dependency: name, packages: rows[0]?.count ?? 0, ranges: texts.slice(0, maxRanges) },
    });
  }
  return { unknownRanges, unknownRepositories: await unknownRepositories(search, view) };
}
