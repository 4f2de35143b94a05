import type {
  AdvisoryImportState,
  DependencyStatus,
  JobReport,
  NodeStatus,
  PluginHealth,
  StorageSummary,
  Webhook,
} from '@lading/contract/rest';
import { expect, it } from 'vitest';
import { problemsOf } from './problems.ts';

const job = (state: JobReport['state'], name: string): JobReport => ({
  name,
  description: name,
  state,
  failures: state === 'failed' ? 2 : 0,
  ...(state === 'failed' ? { error: 'disk is full' } : {}),
});
const counts = { files: 1, blobs: 1, storedBytes: 1 };
const storage = (more: Partial<StorageSummary>): StorageSummary => ({
  calculated: '2026-11-24T00:00:00.000Z',
  calculating: false,
  total: { ...counts, bytes: 1 },
  unreferenced: { blobs: 0, bytes: 0 },
  repositories: [],
  projects: [],
  packageTypes: [],
  history: [],
  store: { type: 'file-system', location: '/data/blobs' },
  disk: null,
  ...more,
});

it('lists failed jobs with their errors, and no others', () => {
  expect(problemsOf({ jobs: [job('idle', 'a'), job('failed', 'b'), job('running', 'c')] })).toEqual([
    { kind: 'job', name: 'b', error: 'disk is full' },
  ]);
});

it('lists quotas in use by 80% or more', () => {
  const project = (key: string, bytes: number) => ({ key, ...counts, bytes, quotaBytes: 1000 });
  const projects = [project('low', 799), project('high', 800), project('over', 1010)];
  expect(
    problemsOf({ storage: storage({ projects: [...projects, { key: 'none', ...counts, bytes: 5000 }] }) }),
  ).toEqual([
    { kind: 'quota', name: 'high', share: 80 },
    { kind: 'quota', name: 'over', share: 101 },
  ]);
});

it('lists a disk with less than 10% of free space', () => {
  const disk = (freeBytes: number) => ({ directory: '/srv', totalBytes: 1000, freeBytes });
  expect(problemsOf({ storage: storage({ disk: disk(100) }) })).toEqual([]);
  expect(problemsOf({ storage: storage({ disk: disk(99) }) })).toEqual([
    { kind: 'disk', directory: '/srv', freeBytes: 99 },
  ]);
});

it('lists plugins of which at least 20% of the loads failed', () => {
  const plugin = (name: string, loads: number, failedLoads: number): PluginHealth => ({
    ...{ plugin: name, version: '1.2.0', loads, failedLoads, failureCount: failedLoads, failures: [] },
    ...{ turnedOff: 0, firstSeen: '2026-11-24T00:00:00Z', lastSeen: '2026-11-24T00:00:00Z' },
  });
  const plugins = [plugin('tide', 5, 1), plugin('ebb', 6, 1), plugin('new', 0, 0)];
  expect(problemsOf({ plugins })).toEqual([
    { kind: 'plugin', name: 'tide', version: '1.2.0', share: 20, loads: 5 },
  ]);
});

it('lists each node without heartbeat once', () => {
  const node = (id: string, status: NodeStatus['status'], service: string): NodeStatus => ({
    ...{ service_id: `${service}@1`, node_id: id, status, state: 'HEALTHY', message: '' },
    ...{ last_heartbeat: 1000, uptime: 0, micro_services: [], version: '1' },
  });
  const nodes = [node('a', 'Online', 'jfrt'), node('b', 'Offline', 'jfrt'), node('b', 'Offline', 'jfds')];
  expect(problemsOf({ nodes })).toEqual([{ kind: 'node', name: 'b', lastHeartbeat: 1000 }]);
});

it('lists dependencies that are not available, with their last errors', () => {
  const dependency = (
    kind: DependencyStatus['kind'],
    state: DependencyStatus['state'],
  ): DependencyStatus => ({
    ...{
      kind,
      state,
      name: ({ upstream: 'npm-remote', saml: 'house' } as Record<string, string>)[kind] ?? '',
    },
    last_error: { message: 'It cannot be reached', time: 0 },
  });
  const dependencies = [
    dependency('upstream', 'failed'),
    dependency('saml', 'failed'),
    dependency('mail', 'off'),
    dependency('database', 'ok'),
    dependency('blobs', 'unknown'),
  ];
  expect(problemsOf({ dependencies })).toEqual([
    { kind: 'dependency', what: 'upstream', name: 'npm-remote', error: 'It cannot be reached' },
    { kind: 'dependency', what: 'saml', name: 'house', error: 'It cannot be reached' },
  ]);
});

it('lists files of advisories whose last import failed', () => {
  const done = (file: string, started: string, error: string | null): AdvisoryImportState => ({
    ...{ id: `${file}${started}`, file, source: 'import', startedBy: 'admin', started, ended: started },
    ...{ documents: 0, imported: 0, unchanged: 0, removed: 0, skipped: 0, reasons: [] },
    ...{ state: error === null ? 'done' : 'failed', error },
  });
  const imports = [
    done('npm.zip', '2026-11-02T00:00:00Z', null),
    done('npm.zip', '2026-11-01T00:00:00Z', 'Not a ZIP file'),
    done('pypi.zip', '2026-11-01T00:00:00Z', null),
    done('pypi.zip', '2026-11-02T00:00:00Z', 'Not a ZIP file'),
  ];
  expect(problemsOf({ imports })).toEqual([{ kind: 'import', file: 'pypi.zip', error: 'Not a ZIP file' }]);
});

it('lists paused and failing webhooks with their last errors, paused first, and no disabled ones', () => {
  const webhook = (key: string, state: Webhook['health']['state'], enabled = true): Webhook => ({
    ...{ key, enabled, description: '', handlers: [], has_secret: false },
    event_filter: { domain: 'artifact', event_types: ['deployed'] },
    health: { state, waiting: 1, ...(state === 'healthy' ? {} : { last_error: 'HTTP 503' }) },
  });
  const webhooks = [
    webhook('ebb', 'failing'),
    webhook('tide', 'paused'),
    webhook('calm', 'healthy'),
    webhook('off', 'paused', false),
  ];
  expect(problemsOf({ webhooks })).toEqual([
    { kind: 'webhook', state: 'paused', name: 'tide', error: 'HTTP 503' },
    { kind: 'webhook', state: 'failing', name: 'ebb', error: 'HTTP 503' },
  ]);
});
