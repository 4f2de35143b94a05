import type { AccessReason, EffectiveAction, RepositoryAction } from '@lading/contract/rest';
import { reasonsFor, type Subject } from '../access/effective/reasons.ts';
import type { Repository } from '../repositories/repositories.ts';
import { type DecidingPlace, decidingPlaces, type Projects } from './places.ts';

export const repositoryActions = [
  'read',
  'deploy',
  'delete',
  'annotate',
  'manage',
] as const satisfies readonly RepositoryAction[];

/** Maximum rules listed per action. */
const maxReasons = 20;

export type PlacesByAction = ReadonlyMap<RepositoryAction, readonly DecidingPlace[]>;

/** Loads all data of a repository that permission decisions need, once for many users. */
export async function placesByAction(
  repository: Repository,
  path: string | undefined,
  projects: Projects,
): Promise<PlacesByAction> {
  const entries = repositoryActions.map(
    async (action) => [action, await decidingPlaces(repository, action, path, projects)] as const,
  );
  return new Map(await Promise.all(entries));
}

/** Returns the subject's permitted actions, with the rules that grant them. */
export async function effectiveActions(subject: Subject, places: PlacesByAction): Promise<EffectiveAction[]> {
  const found: EffectiveAction[] = [];
  for (const [action, deciding] of places) {
    const reasons = (await Promise.all(deciding.map((place) => reasonsAt(subject, action, place)))).flat();
    const left = reasons.length - maxReasons;
    if (reasons.length === 0) continue;
    found.push({
      action,
      reasons: reasons.slice(0, maxReasons),
      ...(left > 0 ? { more_reasons: left } : {}),
    });
  }
  return found;
}

async function reasonsAt(
  subject: Subject,
  action: RepositoryAction,
  place: DecidingPlace,
): Promise<AccessReason[]> {
  if (place.administratorsOnly && !subject.caller.admin) return [];
  const reasons = await reasonsFor(subject, action, place);
  return place.member ? reasons.map((reason) => ({ ...reason, member: place.repository })) : reasons;
}
