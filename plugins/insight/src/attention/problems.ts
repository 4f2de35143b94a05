import type {
  AdvisoryImportState,
  AdvisoryImports,
  DependencyStatus,
  JobReport,
  NodeStatus,
  PluginHealth,
  StorageSummary,
  Webhook,
} from '@lading/contract/rest';

export type Problem =
  | { readonly kind: 'job'; readonly name: string; readonly error: string }
  | { readonly kind: 'quota'; readonly name: string; readonly share: number }
  | { readonly kind: 'disk'; readonly directory: string; readonly freeBytes: number }
  | {
      readonly kind: 'plugin';
      readonly name: string;
      readonly version: string;
      /** Percent of loads. */
      readonly share: number;
      readonly loads: number;
    }
  | { readonly kind: 'node'; readonly name: string; readonly lastHeartbeat: number }
  | {
      readonly kind: 'dependency';
      readonly what: Exclude<DependencyStatus['kind'], 'disk'>;
      /** Remote repository of an upstream, or name of an identity provider; otherwise empty. */
      readonly name: string;
      readonly error: string;
    }
  | { readonly kind: 'import'; readonly file: string; readonly error: string }
  | {
      readonly kind: 'webhook';
      readonly state: 'paused' | 'failing';
      readonly name: string;
      readonly error: string;
    };

/** Data to find problems in. A part is absent if it failed to load. */
export interface Checked {
  readonly jobs?: readonly JobReport[] | undefined;
  readonly storage?: StorageSummary | undefined;
  readonly plugins?: readonly PluginHealth[] | undefined;
  readonly nodes?: readonly NodeStatus[] | undefined;
  readonly dependencies?: readonly DependencyStatus[] | undefined;
  readonly imports?: AdvisoryImports['imports'] | undefined;
  readonly webhooks?: readonly Webhook[] | undefined;
}

/** Share of a quota from which users see a warning, as where it is enforced. */
const QUOTA_WARNING = 0.8;
/** Share of free disk space below which it is a problem. */
const LEAST_FREE = 0.1;
/** Share of failed loads of a plugin from which it is a problem. */
const FAILING_SHARE = 0.2;

/** Returns the problems to show to administrators, most urgent first. */
export function problemsOf(checked: Checked): Problem[] {
  const { jobs = [], storage, plugins = [], nodes = [], dependencies = [] } = checked;
  const { imports = [], webhooks = [] } = checked;
  return [
    ...offlineNodes(nodes),
    ...dependencies.flatMap(failedDependency),
    ...(storage ? storageProblems(storage) : []),
    ...undelivered(webhooks, 'paused'),
    ...undelivered(webhooks, 'failing'),
    ...plugins.flatMap(failingPlugin),
    ...failedImports(imports),
    ...jobs.flatMap(({ state, name, error = '' }) =>
      state === 'failed' ? [{ kind: 'job', name, error } as const] : [],
    ),
  ];
}

/** A node has several services. */
function offlineNodes(nodes: readonly NodeStatus[]): Problem[] {
  const offline = nodes.filter(({ status }) => status === 'Offline');
  return [...new Map(offline.map((node) => [node.node_id, node.last_heartbeat]))].map(
    ([name, lastHeartbeat]) => ({ kind: 'node', name, lastHeartbeat }) as const,
  );
}

/** The disk is compared with its size instead: see `storageProblems`. */
function failedDependency({ kind, name, state, last_error }: DependencyStatus): Problem[] {
  if (state !== 'failed' || kind === 'disk') return [];
  return [{ kind: 'dependency', what: kind, name, error: last_error?.message ?? '' }];
}

function storageProblems({ disk, projects, repositories }: StorageSummary): Problem[] {
  const full = disk && disk.freeBytes < disk.totalBytes * LEAST_FREE;
  const quotas = [...projects, ...repositories].flatMap(({ key, bytes, quotaBytes }) =>
    quotaBytes && bytes >= quotaBytes * QUOTA_WARNING
      ? [{ kind: 'quota', name: key, share: Math.floor((100 * bytes) / quotaBytes) } as const]
      : [],
  );
  return [
    ...(full ? [{ kind: 'disk', directory: disk.directory, freeBytes: disk.freeBytes } as const] : []),
    ...quotas,
  ];
}

function failingPlugin({ plugin: name, version, loads, failedLoads }: PluginHealth): Problem[] {
  if (failedLoads === 0 || failedLoads < loads * FAILING_SHARE) return [];
  return [{ kind: 'plugin', name, version, share: Math.floor((100 * failedLoads) / loads), loads }];
}

/** Webhooks in a state. Of disabled ones, administrators expect no deliveries. */
function undelivered(webhooks: readonly Webhook[], state: 'paused' | 'failing'): Problem[] {
  return webhooks
    .filter(({ enabled, health }) => enabled && health.state === state)
    .map(({ key: name, health }) => ({ kind: 'webhook', state, name, error: health.last_error ?? '' }));
}

/** Files whose last import failed: until then, versions are compared with older advisories. */
function failedImports(imports: readonly AdvisoryImportState[]): Problem[] {
  const last = new Map<string, AdvisoryImportState>();
  for (const each of imports) {
    const other = last.get(each.file);
    if (!other || other.started < each.started) last.set(each.file, each);
  }
  return [...last.values()].flatMap(({ state, file, error }) =>
    state === 'failed' ? [{ kind: 'import', file, error: error ?? '' } as const] : [],
  );
}
