import type { Disposer, ShellApi } from '@lading/contract';
import { HttpFailure } from '@lading/contract';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type Arrived, createRepository, firstFile, firstPackage } from './gettingStartedApi.ts';

/** Milliseconds between two checks for the first package. */
export const POLL_MS = 3000;

type Wrong = 'empty' | 'malformed';

/** State of the flow: the new repository, the commands, and the first package or file. */
export class GettingStartedStore {
  packageType: string;
  key: string;
  /** The user typed the key, so selecting another type keeps it. */
  #typed = false;
  checked = false;
  busy = false;
  failure: string | undefined;
  /** Key of the created repository, which is polled. */
  repoKey: string | undefined;
  arrived: Arrived | undefined;
  /** Why the last check failed; polling continues. */
  lookFailure: string | undefined;
  readonly #shell: Pick<ShellApi, 'http' | 'periodic'>;
  #looking: Disposer | undefined;

  constructor(shell: Pick<ShellApi, 'http' | 'periodic'>, packageType: string) {
    this.#shell = shell;
    this.packageType = packageType;
    this.key = usualKey(packageType);
    makeObservable(this, {
      packageType: observable,
      key: observable,
      checked: observable,
      busy: observable,
      failure: observable,
      repoKey: observable,
      arrived: observableRef,
      lookFailure: observable,
      wrong: computed,
      choose: action,
      type: action,
    });
  }

  get wrong(): Wrong | undefined {
    if (this.key === '') return 'empty';
    return /^[a-z0-9][a-z0-9._-]{0,62}$/.test(this.key) ? undefined : 'malformed';
  }

  choose(packageType: string): void {
    this.packageType = packageType;
    if (!this.#typed) this.key = usualKey(packageType);
  }

  type(key: string): void {
    this.#typed = true;
    this.key = key;
    this.failure = undefined;
  }

  /** Creates the repository, and then polls for its first package. */
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
      await createRepository(this.#shell.http, this.key, this.packageType);
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
    this.#looking = this.#shell.periodic.repeat((signal) => this.#look(signal), POLL_MS);
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { repoKey, packageType } = this;
    if (repoKey === undefined) return;
    // A generic repository has no packages. For other types, files can be uploaded before their
    // package is complete.
    const look = packageType === 'generic' ? firstFile : firstPackage;
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

function usualKey(packageType: string): string {
  return `my-${packageType}-local`;
}
