import type { Http, Message } from '@lading/contract';
import type {
  AdvisoryImports,
  DependencyStatuses,
  JobsReport,
  NodeStatuses,
  PluginHealthList,
  Webhook,
} from '@lading/contract/rest';
import { adminPaths as paths } from '../adminPaths.ts';
import { storageSummary } from '../storage/storageSummary.ts';
import { messages } from './messages.ts';
import { type Problem, problemsOf } from './problems.ts';

/** A part that could not be checked: whether it has problems is unknown. */
export interface Unchecked {
  readonly what: Message;
  readonly cause: string;
}

/** Loads what problems are found in. Throws if nothing could be loaded. */
export async function checkAll(
  http: Http,
  signal: AbortSignal,
): Promise<{ problems: Problem[]; unchecked: Unchecked[] }> {
  const get = <Answer>(path: string) => http.json<Answer>(path, { signal });
  const [jobs, storage, plugins, nodes, dependencies, imports, webhooks] = await Promise.allSettled([
    get<JobsReport>(paths.jobs),
    storageSummary(http, signal),
    get<PluginHealthList>(paths.plugins),
    get<NodeStatuses>(paths.nodes),
    get<DependencyStatuses>(paths.dependencies),
    get<AdvisoryImports>(paths.imports),
    get<Webhook[]>(paths.webhooks),
  ]);
  const parts = [
    [messages.jobs, jobs],
    [messages.storage, storage],
    [messages.plugins, plugins],
    [messages.nodes, nodes],
    [messages.dependencies, dependencies],
    [messages.advisories, imports],
    [messages.webhooks, webhooks],
  ] as const;
  const failed = parts.flatMap(([what, part]) =>
    part.status === 'rejected' ? [{ what, error: part.reason as Error }] : [],
  );
  const [first] = failed;
  if (first && (signal.aborted || failed.length === parts.length)) throw first.error;
  return {
    problems: problemsOf({
      jobs: answerOf(jobs)?.jobs,
      storage: answerOf(storage),
      plugins: answerOf(plugins)?.plugins,
      nodes: answerOf(nodes)?.nodes,
      dependencies: answerOf(dependencies)?.dependencies,
      imports: answerOf(imports)?.imports,
      webhooks: answerOf(webhooks),
    }),
    unchecked: failed.map(({ what, error }) => ({ what, cause: error.message })),
  };
}

function answerOf<Value>(part: PromiseSettledResult<Value>): Value | undefined {
  return part.status === 'fulfilled' ? part.value : undefined;
}
