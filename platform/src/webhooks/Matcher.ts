import type { EventType, PlatformEvent } from '../events/Event.ts';
import { domainOf } from './domains.ts';
import { Selection } from './patterns.ts';
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

interface Candidate {
  readonly subscription: StoredSubscription;
  readonly selection: Selection;
}

/** Finds the webhooks for an event. */
export class Matcher {
  readonly #byType = new Map<string, Candidate[]>();

  constructor(subscriptions: readonly StoredSubscription[]) {
    for (const subscription of subscriptions) {
      const candidate = { subscription, selection: new Selection(subscription.criteria) };
      for (const name of subscription.eventTypes) {
        const type = `${subscription.domain}.${name}`;
        const others = this.#byType.get(type);
        if (others) others.push(candidate);
        else this.#byType.set(type, [candidate]);
      }
    }
  }

  /** The platform's event types with at least one webhook. */
  get types(): EventType[] {
    return [...this.#byType.keys()].filter(isAnnouncedType);
  }

  async match({ type, facts }: PlatformEvent, classOf: ClassOf): Promise<StoredSubscription[]> {
    const subject = facts as Subject;
    const path = pathOf(subject);
    // Without a wait for each of many webhooks.
    const candidates = (this.#byType.get(type) ?? [])
      .filter((each) => isSelected(each, subject, path))
      .map(({ subscription }) => subscription);
    const byClass = candidates.filter((each) => selectsClasses(each, subject));
    if (byClass.length === 0) return candidates;
    const found = await classOf(subject.repo ?? '');
    return candidates.filter((each) => !byClass.includes(each) || selectsClass(each.criteria, found));
  }
}

/** Whether the criteria select the subject, except the class of its repository. */
function isSelected({ subscription, selection }: Candidate, subject: Subject, path: string): boolean {
  const { domain, criteria } = subscription;
  switch (domainOf(domain)?.criteria) {
    case 'repositories':
      return selection.hasPath(path) && selectsRepository(criteria, subject);
    case 'builds':
      return selectsNamed(selection, criteria.anyBuild, criteria.selectedBuilds, subject);
    case 'environments':
      return selectsBundle(criteria, selection, subject) && selectsEnvironment(criteria, subject);
    case 'bundles':
      return selectsBundle(criteria, selection, subject);
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
  if ((anyLocal ?? anyRemote ?? anyFederated ?? repoKeys) === undefined) return true;
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
  selection: Selection,
  any: boolean | undefined,
  names: readonly string[] | undefined,
  { name = '' }: Subject,
): boolean {
  if (!selection.hasName(name)) return false;
  return (any === undefined && names === undefined) || any === true || (names?.includes(name) ?? false);
}

function selectsBundle(criteria: Criteria, selection: Selection, subject: Subject): boolean {
  const { anyReleaseBundle, registeredReleaseBundlesNames: first, selectedReleaseBundles: second } = criteria;
  const names = first || second ? [...(first ?? []), ...(second ?? [])] : undefined;
  return selectsNamed(selection, anyReleaseBundle, names, subject);
}

function selectsEnvironment({ selectedEnvironments = [] }: Criteria, { environment = '' }: Subject): boolean {
  return selectedEnvironments.length === 0 || selectedEnvironments.includes(environment);
}
