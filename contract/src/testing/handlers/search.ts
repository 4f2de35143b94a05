import { HttpResponse, http, type RequestHandler } from 'msw';
import type {
  ArtifactPage,
  FoundArtifact,
  FoundPath,
  FoundPaths,
  SearchAbilities,
  SearchSuggestions,
  UserSuggestions,
} from '../../rest/index.ts';
import { refusal, UI } from './refusal.ts';

/** Searchable data. Tests may change it between requests. */
export interface SearchState {
  artifacts: readonly FoundArtifact[];
  /** Suggestions; returned if their names contain the typed text. */
  suggestions: SearchSuggestions;
  /** Folders and files that the tree finds. */
  paths: readonly FoundPath[];
  /** Suggested users; returned if their names contain the typed text. */
  users: UserSuggestions['users'];
  abilities: SearchAbilities;
}

export function searchState(state: Partial<SearchState> = {}): SearchState {
  return {
    artifacts: [],
    suggestions: { packages: [], repositories: [], artifacts: [] },
    paths: [],
    users: [],
    abilities: { archiveIndexing: true },
    ...state,
  };
}

/** Creates a found file by its path. */
export function foundArtifact(repo: string, path: string, more: Partial<FoundArtifact> = {}): FoundArtifact {
  return {
    repo,
    path,
    name: path.slice(path.lastIndexOf('/') + 1),
    size: 2048,
    sha256: 'c'.repeat(64),
    created: '2026-01-01T10:00:00.000Z',
    modified: '2026-02-01T10:00:00.000Z',
    packageType: 'generic',
    package: null,
    ...more,
  };
}

/**
 * msw handlers of the search box and result pages, based on `state`. A name matches any part,
 * ignoring `*` and `?`.
 */
export function searchHandlers(state: SearchState): RequestHandler[] {
  return [
    http.get(`${UI}/search/abilities`, () => HttpResponse.json(state.abilities)),
    http.get(`${UI}/search/suggestions`, ({ request }) => {
      const url = new URL(request.url);
      const typed = textOf(url, 'query');
      const kind = url.searchParams.get('kind');
      const { packages, repositories, artifacts } = state.suggestions;
      const wants = (each: string) => kind === null || kind === each;
      const answer: SearchSuggestions = {
        packages: packages.filter(({ name }) => wants('packages') && has(name, typed)),
        repositories: repositories.filter(({ key }) => wants('repositories') && has(key, typed)),
        artifacts: artifacts.filter(({ name }) => wants('artifacts') && has(name, typed)),
      };
      return HttpResponse.json(answer);
    }),
    http.get(`${UI}/search/tree`, ({ request }) => {
      const typed = textOf(new URL(request.url), 'query');
      const found = typed.length < 2 ? [] : state.paths.filter(({ path }) => has(path, typed));
      return HttpResponse.json({ found, capped: false } satisfies FoundPaths);
    }),
    http.get(`${UI}/search/users`, ({ request }) => {
      const typed = textOf(new URL(request.url), 'query');
      const answer: UserSuggestions = {
        users: typed === '' ? [] : state.users.filter(({ username }) => has(username, typed)),
      };
      return HttpResponse.json(answer);
    }),
    http.get(`${UI}/search/artifacts`, ({ request }) => {
      const url = new URL(request.url);
      const limit = Number(url.searchParams.get('limit') ?? 100);
      if (!(limit >= 1 && limit <= 1000))
        return refusal(400, 'BAD_REQUEST', 'Invalid ?limit=. Expected 1 to 1000.');
      const name = textOf(url, 'name');
      const repos = url.searchParams.getAll('repo');
      const archive = url.searchParams.get('searchType') === 'archive';
      if (archive && name === '')
        return refusal(
          400,
          'BAD_REQUEST',
          'A search inside archives requires ?name=, such as ?name=*Logger.class',
        );
      const all = state.artifacts
        .filter(({ entry }) => (entry !== undefined) === archive)
        .filter((found) => has(found.entry ?? found.name, name))
        .filter(({ repo }) => repos.length === 0 || repos.includes(repo));
      const start = Number(url.searchParams.get('endCursor') ?? 0);
      const end = start + limit;
      const answer: ArtifactPage = {
        results: all.slice(start, end),
        next: end < all.length ? String(end) : null,
        total: archive ? null : all.length,
        capped: false,
      };
      return HttpResponse.json(answer);
    }),
  ];
}

function textOf({ searchParams }: URL, key: string): string {
  return (searchParams.get(key) ?? '').replace(/[*?"]/g, '').trim().toLowerCase();
}

function has(name: string, typed: string): boolean {
  return typed !== '' ? name.toLowerCase().includes(typed) : true;
}
