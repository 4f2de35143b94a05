import { HttpResponse, http, type RequestHandler } from 'msw';
import type {
  Dependent,
  Dependents,
  RemovalLine,
  RemovalOutcome,
  RemovalPlan,
  RemovalRequest,
  RemovalSelection,
} from '../../rest/index.ts';
import { refusal, UI } from './refusal.ts';

const NATIVE = `${UI}/ui/v1/native`;

/** Deletable versions, and dependents of their packages. Tests may change them between requests. */
export interface RemovalState {
  versions: readonly RemovalLine[];
  /** By ID of the package that they use. */
  dependents: Readonly<Record<string, readonly Dependent[]>>;
}

export function removalState(state: Partial<RemovalState> = {}): RemovalState {
  return { versions: [], dependents: {}, ...state };
}

/** Creates a plan line for a version with one file. */
export function removalLine(name: string, version: string, more: Partial<RemovalLine> = {}): RemovalLine {
  return {
    packageId: `npm://${name}`,
    name,
    packageType: 'npm',
    version,
    repo: 'npm-local',
    files: [{ path: `${name}/-/${name}-${version}.tgz`, size: 2048 }],
    bytes: 2048,
    ...more,
  };
}

/** msw handlers for deletions of versions, their plans, and dependents, based on `state`. */
export function removalHandlers(state: RemovalState): RequestHandler[] {
  return [
    http.post(`${NATIVE}/removal/plan`, async ({ request }) => {
      const selection = (await request.json()) as RemovalSelection;
      return HttpResponse.json(planOf(state, selection));
    }),
    http.post(`${NATIVE}/removal`, async ({ request }) => {
      const { digest, ...selection } = (await request.json()) as RemovalRequest;
      const plan = planOf(state, selection);
      if (plan.digest !== digest)
        return refusal(
          409,
          'PLAN_CHANGED',
          'The content changed since the preview. Check the new preview first.',
        );
      const going = plan.lines.filter(({ refused }) => refused === undefined);
      state.versions = state.versions.filter((line) => !going.includes(line));
      const removed = {
        versions: going.length,
        files: sum(going, ({ files }) => files.length),
        bytes: sum(going, ({ bytes }) => bytes),
      };
      const deletion = going.length > 0 ? { deletion: 'deletion' } : {};
      return HttpResponse.json({ removed, failed: [], ...deletion } satisfies RemovalOutcome);
    }),
    http.get(`${NATIVE}/dependents`, ({ request }) => {
      const query = new URL(request.url).searchParams;
      const id = query.get('packageId');
      if (id === null)
        return refusal(
          400,
          'BAD_REQUEST',
          'Invalid query. Expected ?packageId=, and optionally &after=, once each.',
        );
      if (!/^[a-z][a-z0-9_-]*:\/\/.+$/i.test(id))
        return refusal(400, 'BAD_PACKAGE_ID', `Invalid package ID ${JSON.stringify(id)}`);
      const all = state.dependents[id] ?? [];
      const start = Number(query.get('after') ?? 0);
      const end = start + Number(query.get('first') ?? 100);
      const dependents = all.slice(start, end);
      const answer: Dependents = {
        dependents: [...dependents],
        pageInfo: {
          hasNextPage: end < all.length,
          endCursor: dependents.length > 0 ? String(start + dependents.length) : null,
          capped: false,
          totalCount: all.length,
        },
      };
      return HttpResponse.json(answer);
    }),
  ];
}

function planOf({ versions, dependents }: RemovalState, selection: RemovalSelection): RemovalPlan {
  const lines = versions.filter(
    ({ packageId, version, repo }) =>
      selection.packages.some(
        (each) => each.id === packageId && (each.versions?.includes(version) ?? true),
      ) &&
      (selection.repos?.includes(repo) ?? true),
  );
  const going = lines.filter(({ refused }) => refused === undefined);
  const repositories = [...new Set(going.map(({ repo }) => repo))].map((repo) => {
    const there = going.filter((line) => line.repo === repo);
    return {
      repo,
      versions: there.length,
      files: sum(there, ({ files }) => files.length),
      bytes: sum(there, ({ bytes }) => bytes),
    };
  });
  const ids = [...new Map(going.map(({ packageId, name }) => [packageId, name]))];
  const usedBy = ids.flatMap(([id, name]) => {
    const users = dependents[id] ?? [];
    const first = users.slice(0, 5).map((user) => ({ id: user.id, name: user.name }));
    return users.length > 0 ? [{ id, name, total: users.length, first }] : [];
  });
  const digest = going.map(({ packageId, version, repo }) => `${packageId} ${version} ${repo}`).join('\n');
  return { lines: [...lines], repositories, usedBy, digest, trashDays: 14 };
}

function sum(lines: readonly RemovalLine[], value: (line: RemovalLine) => number): number {
  return lines.reduce((all, line) => all + value(line), 0);
}
