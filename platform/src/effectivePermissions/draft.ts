import type { DraftEffect, DraftEffects, Permission, PermissionDraft } from '@lading/contract/rest';
import type { Caller } from '../access/Caller.ts';
import { reasonsFor, type Subject } from '../access/effective/reasons.ts';
import { administratorGroups, namedUsers, signedIn, subjectWithin } from '../access/effective/subjects.ts';
import { broadTargets, type PermissionIndex } from '../access/grants/PermissionIndex.ts';
import { keptPermissions } from '../access/grants/permissionTable.ts';
import { grants } from '../access/permissions/permissions.ts';
import { decodeCursor, encodeCursor, type ListName } from '../database/cursor.ts';
import { findRepository } from '../repositories/repositories.ts';
import {
  effectiveActions,
  type PlacesByAction,
  placesByAction,
  repositoryActions,
} from './effectiveActions.ts';
import { Projects } from './places.ts';

type Resources = Permission['resources'];

const order: ListName = ['effect of a permission', 'NAME', 'ASC'];

interface Draft extends PermissionDraft {
  /** Resources of the stored permission; empty for a new one. */
  readonly before: Resources;
  /** Caller of anonymous requests. */
  readonly anonymous: Caller;
}

/** Permissions before and after the change. */
interface Versions {
  readonly before: PermissionIndex;
  readonly after: PermissionIndex;
}

/** Places that the permission names, by repository key. */
type Places = ReadonlyMap<string, PlacesByAction | undefined>;

/**
 * Returns what a change of a permission would change for each user whom it names, directly or by a
 * group. Uses the functions that decide about requests.
 */
export async function draftEffects(draft: Draft): Promise<DraftEffects> {
  const { before, limit = 100, cursor, anonymous } = draft;
  const after = draft.deleted ? {} : { ...before, ...draft.resources };
  const keys = [before, after].flatMap(({ artifact }) => Object.keys(artifact?.targets ?? {}));
  const places = await placesOf([...new Set(keys)]);
  const versions = await versionsOf(draft.name, before, after, keys);
  const administrators = await administratorGroups();
  const from = cursor === undefined ? undefined : decodeCursor(order, cursor).tie;
  const named = namedIn([before, after]);
  const found = await namedUsers(named, { after: from, limit: limit + 1 });
  const page = found.slice(0, limit).map(signedIn);
  const isFirst = from === undefined && anonymous.groups.some((group) => named.groups.includes(group));
  const callers = (isFirst ? [anonymous, ...page] : page).filter(({ admin }) => !admin);
  const users: DraftEffects['users'] = [];
  for (const caller of callers) {
    const effects = await effectsOn(caller, versions, places, administrators);
    if (effects.length > 0) users.push({ user: caller.userName, effects });
  }
  const last = page.at(-1);
  return {
    examined: callers.length,
    users,
    ...(found.length > limit && last ? { cursor: encodeCursor(order, { key: '', tie: last.userName }) } : {}),
  };
}

async function placesOf(keys: readonly string[]): Promise<Places> {
  const projects = new Projects();
  const places = new Map<string, PlacesByAction | undefined>();
  for (const key of keys) {
    const isBroad = broadTargets.includes(key);
    const repository = isBroad ? undefined : await findRepository(key);
    if (repository) places.set(key, await placesByAction(repository, undefined, projects));
    else if (isBroad) places.set(key, undefined);
  }
  return places;
}

async function versionsOf(
  name: string,
  before: Resources,
  after: Resources,
  keys: readonly string[],
): Promise<Versions> {
  const kept = keptPermissions();
  const versions = { before: await kept.within(keys), after: await kept.within(keys) };
  versions.before.set(name, before);
  versions.after.set(name, after);
  return versions;
}

function namedIn(versions: readonly Resources[]) {
  const names = (kind: 'users' | 'groups') => [
    ...new Set(
      versions
        .flatMap(({ artifact, build, release_bundle }) => [artifact, build, release_bundle])
        .flatMap((resource) => Object.keys(resource?.actions[kind] ?? {})),
    ),
  ];
  return { users: names('users'), groups: names('groups') };
}

async function effectsOn(
  caller: Caller,
  { before, after }: Versions,
  places: Places,
  administrators: ReadonlySet<string>,
): Promise<DraftEffect[]> {
  const [was, will] = [before, after].map((index) => subjectWithin(caller, index, administrators)) as [
    Subject,
    Subject,
  ];
  const effects: DraftEffect[] = [];
  for (const [repository, deciding] of places) {
    const [old, now] = [await rulesAt(was, repository, deciding), await rulesAt(will, repository, deciding)];
    effects.push({ resource: 'artifact', repository, ...difference(old, now) });
  }
  effects.push({ resource: 'build', ...difference(namesOf(was, 'build'), namesOf(will, 'build')) });
  const bundles = [namesOf(was, 'bundle'), namesOf(will, 'bundle')] as const;
  effects.push({ resource: 'release_bundle', ...difference(...bundles) });
  return effects.filter(({ gained, lost, changed }) => gained.length + lost.length + changed.length > 0);
}

/** Rules by action, as text for comparison. Absent: the action is denied. */
type Rules = ReadonlyMap<string, string>;

async function rulesAt(
  subject: Subject,
  repository: string,
  places: PlacesByAction | undefined,
): Promise<Rules> {
  if (places) {
    const actions = await effectiveActions(subject, places);
    return new Map(actions.map(({ action, reasons }) => [action, JSON.stringify(reasons)]));
  }
  const rules = new Map<string, string>();
  for (const action of repositoryActions) {
    const reasons = await reasonsFor(subject, action, { repository });
    if (reasons.length > 0) rules.set(action, JSON.stringify(reasons));
  }
  return rules;
}

function namesOf({ granted }: Subject, kind: 'build' | 'bundle'): Rules {
  const rules = new Map<string, string>();
  for (const action of repositoryActions) {
    const wanted = grants[action];
    const targets = kind === 'build' ? granted.buildTargets(wanted) : granted.bundleTargets(wanted);
    if (targets.length > 0) rules.set(action, JSON.stringify(targets));
  }
  return rules;
}

function difference(before: Rules, after: Rules): Pick<DraftEffect, 'gained' | 'lost' | 'changed'> {
  const among = (holds: (action: string) => boolean) => repositoryActions.filter(holds);
  return {
    gained: among((action) => after.has(action) && !before.has(action)),
    lost: among((action) => before.has(action) && !after.has(action)),
    changed: among(
      (action) => before.has(action) && after.has(action) && before.get(action) !== after.get(action),
    ),
  };
}
