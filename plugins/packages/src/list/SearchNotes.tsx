import { type Http, HttpFailure } from '@lading/contract';
import type { SearchNotes as Notes, RepositorySummary } from '@lading/contract/rest';
import { Fetched, useShell, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { packageQueryAddress } from '../query/packageQuery.ts';
import css from './completions.css?inline';
import { messages } from './noteMessages.ts';
import type { ListQuery } from './packagesApi.ts';
import { replaceRepository } from './replaceRepository.ts';

const CALL = '/ui/api/v1/ui/v1/native/search_notes';

/** Notes about unknown data that the search leaves out. */
export const SearchNotes = observer(function SearchNotes({ query }: { query: ListQuery }) {
  useStyles(css);
  const text = useText();
  const { http } = useShell();
  const { search, repos, projects, project } = query;
  const body = JSON.stringify({ search, repos, projects });
  const notes = useMemo(
    () => new Fetched<Notes | undefined>(undefined, (signal) => fetchNotes(http, body, project, signal)),
    [http, body, project],
  );
  useEffect(() => {
    if (hasNotes(search)) void notes.need();
    return () => notes.dispose();
  }, [notes, search]);
  const { value, error } = notes;
  const ranges = value?.unknownRanges ?? [];
  // An invalid search is explained in place of the list.
  const failed = error && !(error instanceof HttpFailure && error.status === 400);
  const unknown = value?.unknownRepositories ?? [];
  if (!failed && ranges.length + unknown.length === 0) return null;
  return (
    <div className="packages-search__notes ld-soft" role="status">
      {failed && <p>{text(messages.failed, { cause: error.message })}</p>}
      {ranges.map(({ dependency, packages: count, ranges: examples }) => (
        <p key={dependency}>
          {text(messages.unknownRanges, { dependency, count, ranges: examples.join(', ') })}
        </p>
      ))}
      {unknown.map(({ given, meant }) => (
        <p key={given}>
          {text(messages.unknownRepository, { given })}
          {meant !== null && <MeantRepository {...{ query, given, meant }} />}
        </p>
      ))}
    </div>
  );
});

/** Whether versions of a dependency are compared, or a repository is named. */
const hasNotes = (search: string) => /dependency[:=]\S*[<>=]|repo[:=]/i.test(search);

/** Links to the same search in the repository that is probably meant. */
function MeantRepository({ query, given, meant }: { query: ListQuery; given: string; meant: string }) {
  const text = useText();
  const search = replaceRepository(query.search, given, meant);
  const to = `/packages${packageQueryAddress({ ...query, endCursor: undefined, search })}`;
  return (
    <>
      {' '}
      <Link to={to}>{text(messages.meantRepository, { meant })}</Link>
    </>
  );
}

/** Throws `HttpFailure`. */
async function fetchNotes(
  http: Http,
  body: string,
  project: string | undefined,
  signal: AbortSignal,
): Promise<Notes> {
  const wanted = JSON.parse(body) as Pick<ListQuery, 'search' | 'repos' | 'projects'>;
  const call = { method: 'POST', signal } as const;
  if (project === undefined) return http.json<Notes>(CALL, { ...call, body: wanted });
  const query = { project };
  const own = await http.json<RepositorySummary[]>('/artifactory/api/repositories', { query, signal });
  const { repos } = wanted;
  const keys = own.map(({ key }) => key).filter((key) => repos.length === 0 || repos.includes(key));
  // Repositories of other projects are known, too.
  const within = keys.length === 0 ? { projects: [project] } : { repos: keys };
  return http.json<Notes>(CALL, { ...call, body: { ...wanted, ...within } });
}
