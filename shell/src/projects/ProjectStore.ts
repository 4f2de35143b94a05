import {
  type Http,
  HttpFailure,
  type Message,
  type ProjectService,
  type ScopedStorage,
  type TextValues,
} from '@lading/contract';
import type { ProjectChoice } from '@lading/contract/rest';
import { action, computed, makeObservable, observableRef } from 'mobx';
import { messages } from '../messages.ts';
import { isProjectKey } from './projectAddress.ts';

export const PROJECTS = '/ui/api/v1/access/projects';
const SELECTED = 'project';

export interface ProjectParts {
  readonly storage: ScopedStorage;
  readonly http: Http;
  readonly notify: (message: Message, values: TextValues) => void;
  /**
   * Called after the user selects another project: access to the page is rechecked and its URL
   * updated.
   */
  readonly chosen: () => void;
}

/** Selected project, stored in this browser for each user. */
export class ProjectStore implements ProjectService {
  current: string | undefined = undefined;
  /** Project data reported by the platform. */
  known: ProjectChoice | undefined = undefined;
  readonly #parts: ProjectParts;
  #user: string | undefined;

  constructor(parts: ProjectParts) {
    this.#parts = parts;
    makeObservable<ProjectStore, 'enter'>(this, {
      current: observableRef,
      known: observableRef,
      name: computed,
      enter: action,
      takeUser: action,
      choose: action,
      learn: action,
    });
  }

  /** Name of the project, or its key until the name is known. `undefined` means all projects. */
  get name(): string | undefined {
    return this.known?.name ?? this.current;
  }

  /**
   * Handles a changed user. The first user keeps a project from the URL. `undefined`: no user with
   * projects.
   */
  takeUser(user: string | undefined): void {
    if (user === this.#user) return;
    const brought = this.#user === undefined && user !== undefined ? this.current : undefined;
    this.#user = user;
    if (user === undefined) this.enter(undefined);
    else if (brought !== undefined) this.#keep(brought);
    else this.enter(this.#remembered(user));
  }

  /** Selects a project; `undefined` means all projects. */
  choose(project: ProjectChoice | string | undefined): void {
    const key = typeof project === 'object' ? project.key : project;
    if (key === this.current) return;
    this.enter(key);
    if (typeof project === 'object') this.known = project;
    this.#keep(key);
    this.#parts.chosen();
  }

  /** Handles the project of a URL, or its absence in a history entry. */
  takeAddress(key: string | undefined): void {
    if (key === this.current) return;
    this.enter(key);
    if (this.#user !== undefined) this.#keep(key);
  }

  learn(project: ProjectChoice): void {
    if (project.key === this.current) this.known = project;
  }

  changed(): void {
    void this.#ask();
  }

  /**
   * Loads the selected project unless it is known. If it no longer exists, notifies the user and
   * selects all projects.
   */
  async check(): Promise<void> {
    if (this.known === undefined) await this.#ask();
  }

  async #ask(): Promise<void> {
    const key = this.current;
    if (key === undefined) return;
    try {
      this.learn(await this.#parts.http.json<ProjectChoice>(`${PROJECTS}/${key}`));
    } catch (error) {
      // If the request failed, the selection stays.
      if (!(error instanceof HttpFailure) || error.status !== 404 || this.current !== key) return;
      this.#parts.notify(messages.noProject, { project: key });
      this.choose(undefined);
    }
  }

  private enter(key: string | undefined): void {
    this.current = key;
    if (this.known?.key !== key) this.known = undefined;
  }

  #remembered(user: string): string | undefined {
    const { storage } = this.#parts;
    const kept = storage.get(`${SELECTED}.${user}`);
    if (kept === undefined || isProjectKey(kept)) return kept;
    storage.remove(`${SELECTED}.${user}`);
    return undefined;
  }

  #keep(key: string | undefined): void {
    const { storage } = this.#parts;
    if (this.#user === undefined) return;
    if (key === undefined) storage.remove(`${SELECTED}.${this.#user}`);
    else storage.set(`${SELECTED}.${this.#user}`, key);
  }
}
