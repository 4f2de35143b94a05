import { HttpResponse, http, type RequestHandler } from 'msw';
import type {
  BuildDetails,
  BuildDiff,
  BuildOverview,
  BuildPromoted,
  BuildPromotionPlan,
  BuildPromotionRequest,
  BuildRuns,
} from '../../rest/index.ts';
import { refusal, UI } from './refusal.ts';

const BUILDS = `${UI}/ui/builds`;

/** Runs per page. */
const RUNS_AT_ONCE = 500;

/** Builds, last started first. Tests may change them between requests. */
export interface BuildState {
  runs: readonly BuildDetails[];
}

export function buildState(state: Partial<BuildState> = {}): BuildState {
  return { runs: [], ...state };
}

/** Creates a run with one artifact in a repository. */
export function buildRun(name: string, number: string, more: Partial<BuildDetails> = {}): BuildDetails {
  const file = {
    ...{ name: 'app.bin', type: 'bin', sha1: 'b'.repeat(40), sha256: 'c'.repeat(64), scopes: [] },
    found: [
      {
        ...{ repo: 'generic-local', path: 'app.bin' },
        package: { type: 'generic', name: 'app.bin', version: '1.0' },
      },
    ],
  };
  return {
    ...{ name, number, started: '2026-04-01T00:00:00.000Z', createdBy: 'ada', agent: 'ci 1', buildAgent: '' },
    vcs: [],
    modules: [{ id: name, type: 'generic', artifacts: [file], dependencies: [] }],
    ...{ otherRuns: [], promotions: [], mayPromote: true },
    ...more,
  };
}

/** msw handlers for builds, runs, comparisons, and promotions, based on `state`. */
export function buildHandlers(state: BuildState): RequestHandler[] {
  const find = ({ name, number }: Readonly<Record<string, unknown>>) =>
    state.runs.find((run) => run.name === name && run.number === number);
  const none = (name: unknown, number?: unknown) => {
    const which = number === undefined ? '' : `, build number: ${number}`;
    return refusal(404, 'NOT_FOUND', `No build was found for build name: ${name}${which}`);
  };
  return [
    http.get(BUILDS, ({ request }) => {
      const search = (new URL(request.url).searchParams.get('search') ?? '').toLowerCase();
      const names = [...new Set(state.runs.map(({ name }) => name))];
      const builds = names
        .filter((name) => name.toLowerCase().includes(search))
        .map((name) => {
          const runs = state.runs.filter((run) => run.name === name);
          const [last] = runs;
          return {
            ...{ name, runs: runs.length },
            ...{ lastNumber: last?.number ?? '', lastStarted: last?.started ?? '' },
          };
        });
      return HttpResponse.json({ builds, truncated: false } satisfies BuildOverview);
    }),
    http.get(`${BUILDS}/:name`, ({ params, request }) => {
      const runs = state.runs.filter(({ name }) => name === params.name);
      if (runs.length === 0) return none(params.name);
      const start = Number(new URL(request.url).searchParams.get('after') ?? 0);
      const end = start + RUNS_AT_ONCE;
      return HttpResponse.json({
        name: String(params.name),
        runs: runs.slice(start, end).map(({ number, started, createdBy, modules, promotions }) => ({
          ...{ number, started, createdBy, modules: modules.length },
          made: modules.reduce((sum, { artifacts }) => sum + artifacts.length, 0),
          used: modules.reduce((sum, { dependencies }) => sum + dependencies.length, 0),
          status: promotions.find(({ status }) => status !== '')?.status ?? '',
        })),
        next: end < runs.length ? String(end) : null,
      } satisfies BuildRuns);
    }),
    http.get(`${BUILDS}/:name/:number`, ({ params }) => {
      const run = find(params);
      return run ? HttpResponse.json(run) : none(params.name, params.number);
    }),
    http.get(`${BUILDS}/:name/:number/diff`, ({ params, request }) => {
      const to = new URL(request.url).searchParams.get('to');
      const [run, other] = [find(params), find({ ...params, number: to })];
      if (!run || !other) return none(params.name, run ? to : params.number);
      return HttpResponse.json(diffOf(run, other));
    }),
    http.post(`${BUILDS}/:name/:number/promotion/plan`, async ({ params, request }) => {
      const run = find(params);
      if (!run) return none(params.name, params.number);
      const body = (await request.json()) as BuildPromotionRequest;
      if (!body.status && !body.targetRepo) return nothingAsked();
      return HttpResponse.json(planOf(run, body));
    }),
    http.post(`${BUILDS}/:name/:number/promotion`, async ({ params, request }) => {
      const run = find(params);
      if (!run) return none(params.name, params.number);
      const body = (await request.json()) as BuildPromotionRequest & { digest?: string };
      const plan = planOf(run, body);
      if (plan.digest !== body.digest)
        return refusal(409, 'PLAN_CHANGED', 'Something else would be done now: look at the new plan first');
      const promotion = {
        ...{ status: body.status ?? '', comment: body.comment ?? '', files: plan.files },
        ...{ user: 'ada', ciUser: body.ciUser ?? '', timestamp: '2026-04-02T00:00:00.000Z' },
        ...(body.targetRepo ? { repository: body.targetRepo, copied: body.copy ?? false } : {}),
      };
      state.runs = state.runs.map((each) =>
        each === run ? { ...run, promotions: [promotion, ...run.promotions] } : each,
      );
      return HttpResponse.json({ messages: [] } satisfies BuildPromoted);
    }),
  ];
}

function nothingAsked() {
  return refusal(400, 'BAD_PROMOTION', "Nothing is asked for: give 'status', 'targetRepo' or both");
}

/** Promotes each located file once; promoted files then exist at the target. */
function planOf(run: BuildDetails, { targetRepo }: BuildPromotionRequest): BuildPromotionPlan {
  const there = run.promotions.some(({ repository }) => repository === targetRepo);
  const files = targetRepo ? run.modules.flatMap(({ artifacts }) => artifacts) : [];
  const lines = files.map(({ name, found: [place] }) => ({
    name,
    ...(place ? { from: { repo: place.repo, path: place.path } } : {}),
    size: 2048,
    ...(there ? { there } : {}),
    ...(place ? {} : { refused: 'No file with this content in any repository you have read permission on' }),
  }));
  const going = lines.filter((line) => line.from && !there).length;
  const digest = `${run.number} ${targetRepo} ${run.promotions.length} ${going}`;
  return { lines, files: going, bytes: going * 2048, digest };
}

function diffOf(run: BuildDetails, other: BuildDetails): BuildDiff {
  const lines = ({ modules }: BuildDetails, kind: 'artifacts' | 'dependencies') =>
    modules.flatMap((module) =>
      module[kind].map(({ name, type, sha256, sha1 }) => ({
        ...{ name, module: module.id, type, checksum: sha256 || sha1 },
      })),
    );
  const diff = (kind: 'artifacts' | 'dependencies') => {
    const [now, before] = [lines(run, kind), lines(other, kind)];
    const was = (name: string) => before.find((each) => each.name === name);
    return {
      updated: now.flatMap((line) => {
        const previousChecksum = was(line.name)?.checksum;
        return previousChecksum === undefined || previousChecksum === line.checksum
          ? []
          : [{ ...line, previousChecksum }];
      }),
      unchanged: now.filter(({ name, checksum }) => was(name)?.checksum === checksum),
      removed: before.filter(({ name }) => !now.some((line) => line.name === name)),
      new: now.filter(({ name }) => !was(name)),
    };
  };
  const properties = { updated: [], unchanged: [], removed: [], new: [] };
  return { artifacts: diff('artifacts'), dependencies: diff('dependencies'), properties };
}
