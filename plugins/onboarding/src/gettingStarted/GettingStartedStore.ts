import type { Disposer, ShellApi } from '@lading/contract';
import { HttpFailure } from '@lading/contract';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { CLIENTS, type Client, type ClientName } from './clients.ts';
import { type Arrived, createRepository, firstFile, firstPackage } from './gettingStartedApi.ts';

/** How often it is looked whether the first package is there, in milliseconds. */
export const LOOK_MS = 3000;

type Wrong = 'empty' | 'malformed';

/** From nothing to a package of one's own: a repository, the commands, and what came. */
export class GettingStartedStore {
  client: ClientName = 'npm';
  key = 'my-npm-local';
  /** The key was typed, so that another client leaves it as it is. */
  #typed = false;
  checked = false;
  busy = false;
  failure: string | undefined;
  /** The repository that was made: what is waited for. */
  repoKey: string | undefined;
  arrived: Arrived | undefined;
  /** Why looking failed the last time; it goes on. */
  lookFailure: string | undefined;
  readonly #shell: Pick<ShellApi, 'http' | 'periodic'>;
  #looking: Disposer | undefined;

  constructor(shell: Pick<ShellApi, 'http' | 'periodic'>) {
    this.#shell = shell;
    makeObservable(this, {
      client: observable,
      key: observable,
      checked: observable,
      busy: observable,
      failure: observable,
      repoKey: observable,
      arrived: observableRef,
      lookFailure: observable,
      wrong: computed,
      chosen: computed,
      choose: action,
      type: action,
    });
  }

  get chosen(): Client {
    return CLIENTS.find(({ name }) => name === this.client) ?? (CLIENTS[0] as Client);
  }

  get wrong(): Wrong | undefined {
    if (this.key === '') return 'empty';
    return /^[a-z0-9][a-z0-9._-]{0,62}$/.test(this.key) ? undefined : 'malformed';
  }

  choose(client: ClientName): void {
    this.client = client;
    if (!this.#typed) this.key = `my-${this.chosen.packageType}-local`;
  }

  type(key: string): void {
    this.#typed = true;
    this.key = key;
    this.failure = undefined;
  }

  /** Makes the repository, and waits for its first package from then on. */
  async create(): Promise<boolean> {
    runInAction(() => {
      this.checked = true;
      this.failure = undefined;
    });
    if (this.wrong || this.busy) return false;
    runInAction(() => {
      this.busy = true;
    });
    try {
      await createRepository(this.#shell.http, this.key, this.chosen.packageType);
      runInAction(() => {
        this.repoKey = this.key;
      });
      this.#wait();
      return true;
    } catch (error) {
      const cause = error instanceof HttpFailure ? error.message : String(error);
      runInAction(() => {
        this.failure = cause;
      });
      return false;
    } finally {
      runInAction(() => {
        this.busy = false;
      });
    }
  }

  dispose(): void {
    this.#looking?.();
  }

  #wait(): void {
    this.#looking = this.#shell.periodic.repeat((signal) => this.#look(signal), LOOK_MS);
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { repoKey, chosen } = this;
    if (repoKey === undefined) return;
    const look = chosen.packageType === 'npm' ? firstPackage : firstFile;
    try {
      const found = await look(this.#shell.http, repoKey, signal);
      runInAction(() => {
        this.lookFailure = undefined;
        this.arrived = found;
      });
      if (found) this.dispose();
    } catch (error) {
      if (signal.aborted) return;
      runInAction(() => {
        this.lookFailure = error instanceof Error ? error.message : String(error);
      });
    }
  }
}
