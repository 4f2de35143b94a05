import type { Http } from '@lading/contract';
import type { Project, ProjectChange } from '@lading/contract/rest';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';

const PROJECTS = '/access/api/v1/projects';

/** A project as it is, and as it is to be. */
export class SettingsStore {
  project: Project | undefined = undefined;
  failure: string | undefined = undefined;
  name = '';
  description = '';
  /** The name was left empty. */
  nameMissing = false;
  busy = false;
  /** Why it could not be saved. */
  refusal: string | undefined = undefined;
  readonly #http: Http;
  readonly #path: string;

  constructor(http: Http, key: string) {
    this.#http = http;
    this.#path = `${PROJECTS}/${key}`;
    makeObservable<SettingsStore, 'take'>(this, {
      project: observableRef,
      failure: observable,
      name: observable,
      description: observable,
      nameMissing: observable,
      busy: observable,
      refusal: observable,
      dirty: computed,
      type: action,
      check: action,
      take: action,
    });
  }

  get dirty(): boolean {
    const { project } = this;
    return (
      project !== undefined &&
      (this.name.trim() !== project.display_name || this.description !== project.description)
    );
  }

  async fetch(signal?: AbortSignal): Promise<void> {
    runInAction(() => {
      this.failure = undefined;
    });
    try {
      this.take(await this.#http.json<Project>(this.#path, signal ? { signal } : {}));
    } catch (error) {
      if (signal?.aborted) return;
      runInAction(() => {
        this.failure = wordsOf(error);
      });
    }
  }

  type(field: 'name' | 'description', value: string): void {
    this[field] = value;
    if (field === 'name') this.nameMissing = false;
  }

  /** On leaving the field and on saving; says whether it holds. */
  check(): boolean {
    this.nameMissing = this.name.trim() === '';
    return !this.nameMissing;
  }

  /** Says whether it is saved. */
  async save(): Promise<boolean> {
    if (this.busy || !this.check()) return false;
    const body: ProjectChange = { display_name: this.name.trim(), description: this.description };
    runInAction(() => {
      this.busy = true;
      this.refusal = undefined;
    });
    try {
      this.take(await this.#http.json<Project>(this.#path, { method: 'PUT', body }));
      return true;
    } catch (error) {
      runInAction(() => {
        this.refusal = wordsOf(error);
      });
      return false;
    } finally {
      runInAction(() => {
        this.busy = false;
      });
    }
  }

  private take(project: Project): void {
    this.project = project;
    this.name = project.display_name;
    this.description = project.description;
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
