import { parseArgs } from 'node:util';
import type {
  NewPluginRelease,
  PluginDifference,
  PluginPlan,
  PluginReleaseDetails,
  PluginReleases,
  PluginRevoked,
  PluginsOverview,
} from '@lading/contract/rest';
import { readSettings } from '../../../settings/settings.ts';
import type { CommandTerminal } from '../CommandTerminal.ts';
import { type Env, UsageError } from '../UsageError.ts';
import { distrustAuthor, lackOfTrust, listKeys, packagesOf, signatureText, trustKey } from './authorKeys.ts';
import { type CallServer, type ChangeOnServer, serverCalls } from './callServer.ts';
import { buildOf, distrustBuilds, rejectUnused, trustBuild } from './trustedBuilds.ts';

export const pluginUsage = `  lading plugins list | releases [--home DIR]
      Lists the plugins of the console, or the release sets. All commands for plugins read an access token of an administrator from
      standard input, and call the running server.
  lading plugins install NAME[@VERSION] | enable NAME | disable NAME | pin NAME | unpin NAME | remove NAME
      Creates a release set with the change and activates it. Default version: the newest.
      --dry-run     only shows what would change
      --draft       does not activate the set
      --group NAME  activates it first for a group (can be repeated)
      --percent N   activates it first for a share of the users
      --note TEXT   shown in the list of release sets
  lading plugins revoke NAME@VERSION --note REASON | restore NAME@VERSION
      Stops all pages from loading a version, or allows it again.
  lading plugins keys | trust AUTHOR KEY --package NAME | trust AUTHOR KEY --all-packages | distrust AUTHOR
      Lists, adds, or removes the public keys of authors whose signatures are trusted. The list contains trusted builds as well.
      --package NAME  the key is trusted only for this package or scope (can be repeated)
      --all-packages  the key is trusted for all packages, also those of other authors
  lading plugins trust --build REPOSITORY --package NAME | trust --build REPOSITORY --all-packages | distrust --build REPOSITORY
      Adds or removes builds of a source repository, such as https://github.com/acme/tide, whose packages count as signed.
      Without the options below, distrust removes all builds of the repository.
      --workflow PATH  only this workflow, such as .github/workflows/release.yml
      --ref REF        only this ref, such as refs/heads/main, or refs/tags/* for all tags
      --issuer URL     issuer of the identity of builds. Default: GitHub Actions
  lading plugins activate NUMBER | rollback | promote | stop
      Activates a release set, returns to the one before, or ends a canary.`;

const options = {
  home: { type: 'string' },
  note: { type: 'string' },
  group: { type: 'string', multiple: true },
  package: { type: 'string', multiple: true },
  'all-packages': { type: 'boolean' },
  build: { type: 'string' },
  issuer: { type: 'string' },
  workflow: { type: 'string' },
  ref: { type: 'string' },
  percent: { type: 'string' },
  draft: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
} as const;

type Values = ReturnType<typeof parse>['values'];

interface Call {
  name: string;
  target: string;
  /** The second argument. */
  key: string;
  values: Values;
  call: CallServer;
  change: ChangeOnServer;
  terminal: CommandTerminal;
}

const CHANGES = ['install', 'enable', 'disable', 'pin', 'unpin', 'remove'] as const;
type Change = (typeof CHANGES)[number];

/** Each with the number of its arguments. */
const commands: Readonly<Record<string, { run: (call: Call) => Promise<number>; args: number }>> = {
  list: { run: list, args: 0 },
  releases: { run: releases, args: 0 },
  activate: { run: activate, args: 1 },
  rollback: { run: ({ call }) => done(call('POST', '/rollback', {})), args: 0 },
  promote: { run: ({ call }) => done(call('POST', '/canary/promote')), args: 0 },
  stop: { run: ({ call }) => done(call('POST', '/canary/stop')), args: 0 },
  revoke: { run: revoke, args: 1 },
  restore: { run: restore, args: 1 },
  keys: { run: keys, args: 0 },
  trust: { run: trust, args: 2 },
  distrust: { run: distrust, args: 1 },
  ...Object.fromEntries(CHANGES.map((name) => [name, { run: changeSet, args: 1 }])),
};

/** Commands that leave the active set alone. */
const QUIET: ReadonlySet<string> = new Set(['list', 'releases', 'keys', 'trust', 'distrust']);

/** `lading plugins …`. Returns the exit code. */
export async function runPluginCommand(
  args: readonly string[],
  env: Env,
  terminal: CommandTerminal,
): Promise<number> {
  const { values, positionals } = parse(args);
  const [name = '', target = '', key = ''] = positionals;
  const command = commands[name];
  if (!command) throw new UsageError(`Unknown command plugins ${name}`.trim());
  const isOfBuild = values.build !== undefined && (name === 'trust' || name === 'distrust');
  if (positionals.length !== (isOfBuild ? 0 : command.args) + 1)
    throw new UsageError(`Wrong number of arguments for lading plugins ${name}`);
  const { home } = readSettings({
    ...env,
    ...(values.home === undefined ? {} : { LADING_HOME: values.home }),
  });
  const calls = await serverCalls(home, terminal);
  const code = await command.run({ name, target, key, values, ...calls, terminal });
  if (code === 0 && !QUIET.has(name)) await sayActive(calls.call, terminal);
  return code;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

async function done(call: Promise<unknown>): Promise<number> {
  await call;
  return 0;
}

async function list({ call, terminal: { say } }: Call): Promise<number> {
  const { plugins } = await call<PluginsOverview>('GET', '');
  const rows = plugins.map((plugin) => {
    const { specifier, state, source, version, pinned, upgrade, versions, facts } = plugin;
    const notes = [
      pinned && 'pinned',
      upgrade !== undefined && `${upgrade} available`,
      // Plugins of the console come with it.
      facts && (facts.signature || source !== 'shipped') && signatureText(facts.signature, facts.build),
    ];
    return [
      specifier,
      version || (state === 'available' ? (versions[0]?.version ?? '') : '-'),
      state,
      source === 'none' ? '-' : source,
      notes.filter(Boolean).join(', '),
    ];
  });
  for (const line of table([['NAME', 'VERSION', 'STATE', 'SOURCE', ''], ...rows])) say(line);
  return 0;
}

async function releases({ call, terminal: { say } }: Call): Promise<number> {
  const found = await call<PluginReleases>('GET', '/releases');
  if (found.releases.length === 0) say('No release sets. All plugins are those that come with the console.');
  const rows = found.releases.map(({ number, state, created, createdBy, note }) => [
    ...[String(number), state, created.slice(0, 16).replace('T', ' '), createdBy, note],
  ]);
  if (rows.length > 0)
    for (const line of table([['NUMBER', 'STATE', 'CREATED (UTC)', 'BY', 'NOTE'], ...rows])) say(line);
  return 0;
}

async function activate({ target, values, call }: Call): Promise<number> {
  if (!/^\d{1,9}$/.test(target)) throw new UsageError('Expected the number of a release set');
  const canary = canaryOf(values);
  return done(call('POST', `/releases/${target}/activate`, canary ? { canary } : {}));
}

async function changeSet({ name, target, values, call, terminal }: Call): Promise<number> {
  const [specifier, version] = split(target);
  const action = name as Change;
  const wanted = version ?? (action === 'install' ? await newestOf(specifier, call) : undefined);
  const changes = [{ specifier, action, ...(wanted === undefined ? {} : { version: wanted }) }];
  const plan = await call<PluginPlan>('POST', '/plan', { changes });
  for (const difference of plan.differences) terminal.say(textOf(difference));
  for (const warning of plan.warnings) terminal.complain(`${warning}.`);
  for (const { message } of plan.conflicts) terminal.complain(`${message}.`);
  if (plan.conflicts.length > 0) return 1;
  if (plan.differences.length === 0) terminal.say('Nothing changes.');
  if (values['dry-run'] || plan.differences.length === 0) return 0;
  const canary = canaryOf(values);
  const request: NewPluginRelease = {
    ...{ changes, basedOn: plan.basedOn ?? null, activate: !values.draft && !canary },
    ...(values.note === undefined ? {} : { note: values.note }),
    ...(canary ? { canary } : {}),
  };
  const { release } = await call<PluginReleaseDetails>('POST', '/releases', request);
  terminal.say(`Release set ${release.number} created.`);
  return 0;
}

async function revoke({ target, values: { note = '' }, call, terminal: { say } }: Call): Promise<number> {
  const of = versionOf(target);
  if (note.trim() === '') throw new UsageError('Expected --note with the reason');
  const { stoppedCanary } = await call<PluginRevoked>('POST', '/revocations', { ...of, reason: note.trim() });
  say(`${target} revoked.`);
  if (stoppedCanary !== undefined) say(`Canary of release set ${stoppedCanary} stopped.`);
  return 0;
}

async function restore({ target, call, terminal: { say } }: Call): Promise<number> {
  await call('DELETE', `/revocations?${new URLSearchParams(versionOf(target))}`);
  say(`${target} restored.`);
  return 0;
}

async function keys({ call, terminal: { say } }: Call): Promise<number> {
  for (const line of await listKeys(call)) say(line);
  return 0;
}

async function trust({
  target: name,
  key: publicKey,
  values,
  change,
  terminal: { say },
}: Call): Promise<number> {
  rejectUnused('trust', values);
  const packages = packagesOf(values);
  const said =
    values.build === undefined
      ? await trustKey(change, { name, publicKey, packages })
      : await trustBuild(change, buildOf(values, packages));
  say(said);
  return 0;
}

async function distrust({ target, values, change, terminal }: Call): Promise<number> {
  rejectUnused('distrust', values);
  if (values.build === undefined) return removed(await distrustAuthor(change, target), terminal);
  const { removed: lines, policy } = await distrustBuilds(change, values);
  return removed({ removed: lines, ...lackOfTrust(policy) }, terminal);
}

function removed(
  { removed: lines, warning }: { removed: string[]; warning?: string },
  { say, complain }: CommandTerminal,
): number {
  for (const line of lines) say(line);
  if (warning !== undefined) complain(warning);
  return 0;
}

function versionOf(target: string): { specifier: string; version: string } {
  const [specifier, version] = split(target);
  if (version === undefined) throw new UsageError('Expected a plugin with a version, NAME@VERSION');
  return { specifier, version };
}

/** `@scope/name@1.2.3` */
function split(target: string): [string, string | undefined] {
  const at = target.lastIndexOf('@');
  return at > 0 ? [target.slice(0, at), target.slice(at + 1)] : [target, undefined];
}

async function newestOf(specifier: string, call: CallServer): Promise<string | undefined> {
  const { plugins } = await call<PluginsOverview>('GET', '');
  const found = plugins.find((plugin) => plugin.specifier === specifier);
  return found?.versions.find(({ revoked }) => revoked === undefined)?.version;
}

function canaryOf({ group = [], percent }: Values): NewPluginRelease['canary'] {
  if (group.length === 0 && percent === undefined) return undefined;
  const share = Number(percent ?? 0);
  if (!Number.isInteger(share) || share < 0 || share > 100)
    throw new UsageError('Expected --percent from 0 to 100');
  return { groups: group, percent: share };
}

function textOf(difference: PluginDifference): string {
  const { specifier, before, after, shipped, bytes, signature, build } = difference;
  const none = shipped === undefined ? 'not installed' : `${shipped}, as shipped`;
  const sizes = [bytes?.before, bytes?.after].filter((size) => size !== undefined);
  const size = sizes.map((one) => `${Math.ceil(one / 1024)} KiB`).join(' → ');
  const details = size && ` (${size}, ${signatureText(signature, build)})`;
  return `${specifier}: ${sideText(before, none)} → ${sideText(after, none)}${details}`;
}

function sideText(side: PluginDifference['after'], none: string): string {
  if (!side) return none;
  return `${side.version}${side.pinned ? ', pinned' : ''}${side.enabled ? '' : ', disabled'}`;
}

async function sayActive(call: CallServer, { say }: CommandTerminal): Promise<void> {
  const { active, canary } = await call<PluginsOverview>('GET', '');
  say(active ? `Release set ${active.number} is active.` : 'No release set is active.');
  if (canary) say(`Release set ${canary.release.number} is a canary.`);
}

/** Columns as wide as their longest text. */
function table(rows: readonly string[][]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
