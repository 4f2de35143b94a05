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
    const subject = facts as Subject;
    // Without a wait for each of many webhooks.
    const candidates = (this.#byType.get(type) ?? []).filter((each) => isSelected(each, subject));
    const byClass = candidates.filter((each) => selectsClasses(each, subject));
    if (byClass.length === 0) return candidates;
    const found = await classOf(subject.repo ?? '');
    return candidates.filter((each) => !byClass.includes(each) || selectsClass(each.criteria, found));
  }
}

/** Whether the criteria select the subject, except the class of its repository. */
function isSelected({ domain, criteria }: StoredSubscription, subject: Subject): boolean {
  switch (domainOf(domain)?.criteria) {
    case 'repositories':
      return selectsPath(criteria, pathOf(subject)) && selectsRepository(criteria, subject);
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

/** Without any selection, all repositories match. Classes are not known yet. */
function selectsRepository(criteria: Criteria, { repo = '' }: Subject): boolean {
  const { anyLocal, anyRemote, anyFederated, repoKeys } = criteria;
  if ([anyLocal, anyRemote, anyFederated, repoKeys].every((each) => each === undefined)) return true;
  return repoKeys?.includes(repo) || hasClasses(criteria);
}

function hasClasses({ anyLocal, anyRemote, anyFederated }: Criteria): boolean {
  return Boolean(anyLocal || anyRemote || anyFederated);
}

/** Whether only the class of the repository can select the subject. */
function selectsClasses({ domain, criteria }: StoredSubscription, { repo = '' }: Subject): boolean {
  const isOfRepositories = domainOf(domain)?.criteria === 'repositories';
  return isOfRepositories && hasClasses(criteria) && !criteria.repoKeys?.includes(repo);
}

function selectsClass({ anyLocal, anyRemote, anyFederated }: Criteria, type: string | undefined): boolean {
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
