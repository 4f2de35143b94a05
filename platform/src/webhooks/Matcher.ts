import type { EventType, PlatformEvent } from '../events/Event.ts';
import { domainOf } from './domains.ts';
import { selectsName, selectsPath } from './patterns.ts';
import { isAnnouncedType } from './payload.ts';
import type { StoredSubscription } from './Subscription.ts';

/** Returns the class of a repository; `undefined` if it no longer exists. */
export type ClassOf = (repo: string) => Promise<string | undefined>;

/** The fields of an event that criteria evaluate. */
interface Subject {
  repo?: string;
  path?: string;
  image?: string;
  tag?: string;
  name?: string;
  environment?: string;
}

/** Finds the webhooks for an event. */
export class Matcher {
  readonly #byType = new Map<string, StoredSubscription[]>();

  constructor(subscriptions: readonly StoredSubscription[]) {
    for (const subscription of subscriptions)
      for (const name of subscription.eventTypes) {
        const type = `${subscription.domain}.${name}`;
        const others = this.#byType.get(type);
        if (others) others.push(subscription);
        else this.#byType.set(type, [subscription]);
      }
  }

  /** The platform's event types with at least one webhook. */
  get types(): EventType[] {
    return [...this.#byType.keys()].filter(isAnnouncedType);
  }

  async match({ type, facts }: PlatformEvent, classOf: ClassOf): Promise<StoredSubscription[]> {
    const found: StoredSubscription[] = [];
    for (const subscription of this.#byType.get(type) ?? [])
      if (await isFor(subscription, facts as Subject, classOf)) found.push(subscription);
    return found;
  }
}

async function isFor({ domain, criteria }: StoredSubscription, subject: Subject, classOf: ClassOf) {
  switch (domainOf(domain)?.criteria) {
    case 'repositories':
      return selectsPath(criteria, pathOf(subject)) && (await selectsRepository(criteria, subject, classOf));
    case 'builds':
      return selectsNamed(criteria, criteria.anyBuild, criteria.selectedBuilds, subject);
    case 'environments':
      return selectsBundle(criteria, subject) && selectsEnvironment(criteria, subject);
    case 'bundles':
      return selectsBundle(criteria, subject);
    default:
      return true;
  }
}

type Criteria = StoredSubscription['criteria'];

function pathOf({ path, image = '', tag = '' }: Subject): string {
  return path ?? `${image}/${tag}/manifest.json`;
}

/** Without any selection, all repositories match. */
async function selectsRepository(
  { anyLocal, anyRemote, anyFederated, repoKeys }: Criteria,
  { repo = '' }: Subject,
  classOf: ClassOf,
): Promise<boolean> {
  if ([anyLocal, anyRemote, anyFederated, repoKeys].every((each) => each === undefined)) return true;
  if (repoKeys?.includes(repo)) return true;
  if (!anyLocal && !anyRemote && !anyFederated) return false;
  const type = await classOf(repo);
  return (
    (anyLocal === true && type === 'local') ||
    (anyRemote === true && type === 'remote') ||
    (anyFederated === true && type === 'federated')
  );
}

function selectsNamed(
  criteria: Criteria,
  any: boolean | undefined,
  names: readonly string[] | undefined,
  { name = '' }: Subject,
): boolean {
  if (!selectsName(criteria, name)) return false;
  return (any === undefined && names === undefined) || any === true || (names?.includes(name) ?? false);
}

function selectsBundle(criteria: Criteria, subject: Subject): boolean {
  const { anyReleaseBundle, registeredReleaseBundlesNames: first, selectedReleaseBundles: second } = criteria;
  const names = first || second ? [...(first ?? []), ...(second ?? [])] : undefined;
  return selectsNamed(criteria, anyReleaseBundle, names, subject);
}

function selectsEnvironment({ selectedEnvironments = [] }: Criteria, { environment = '' }: Subject): boolean {
  return selectedEnvironments.length === 0 || selectedEnvironments.includes(environment);
}
