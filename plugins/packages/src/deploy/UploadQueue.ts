import type { Message } from '@lading/contract';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { BadFile, type Deployer, type DeployTarget } from '../formats/Deployer.ts';
import { messages } from './messages.ts';
import { sendUpload } from './sendUpload.ts';

export type UploadState = 'waiting' | 'sending' | 'done' | 'failed';

/** A file on its way. */
export class Upload {
  readonly id: number;
  readonly file: File;
  state: UploadState = 'waiting';
  /** 0 to 1. */
  progress = 0;
  /** Why it failed: a message of ours, or the platform's words. */
  failure: Message | string | undefined;

  constructor(id: number, file: File) {
    this.id = id;
    this.file = file;
    makeObservable(this, { state: observable, progress: observable, failure: observableRef });
  }
}

/** Files that are published one after the other. A file that failed can be tried again; the others go on. */
export class UploadQueue {
  readonly #ended = new AbortController();
  #count = 0;
  uploads: readonly Upload[] = [];
  busy = false;

  constructor() {
    makeObservable(this, {
      uploads: observableRef,
      busy: observable,
      failed: computed,
      waiting: computed,
      add: action,
      drop: action,
    });
  }

  get failed(): number {
    return this.uploads.filter(({ state }) => state === 'failed').length;
  }

  get waiting(): number {
    return this.uploads.filter(({ state }) => state === 'waiting').length;
  }

  /** Those that the format does not take, and those that are too large, fail at once. */
  add(files: readonly File[], deployer: Deployer | undefined, limitMb: number): void {
    const added = files.map((file) => {
      const upload = new Upload(this.#count++, file);
      const why = refusal(file, deployer, limitMb);
      if (why) Object.assign(upload, { state: 'failed', failure: why });
      return upload;
    });
    this.uploads = [...this.uploads, ...added];
  }

  drop(upload: Upload): void {
    this.uploads = this.uploads.filter((each) => each !== upload);
  }

  /** Publishes what waits. Never throws. */
  async start(deployer: Deployer, target: DeployTarget): Promise<void> {
    if (this.busy) return;
    runInAction(() => {
      this.busy = true;
    });
    for (let next = this.#next(); next && !this.#ended.signal.aborted; next = this.#next()) {
      await this.#publish(next, deployer, target);
    }
    runInAction(() => {
      this.busy = false;
    });
  }

  /** The ones that failed wait again. */
  again(uploads: readonly Upload[]): void {
    runInAction(() => {
      for (const upload of uploads)
        Object.assign(upload, { state: 'waiting', failure: undefined, progress: 0 });
    });
  }

  /** Ends what is under way. */
  dispose(): void {
    this.#ended.abort();
  }

  #next(): Upload | undefined {
    return this.uploads.find(({ state }) => state === 'waiting');
  }

  async #publish(upload: Upload, deployer: Deployer, target: DeployTarget): Promise<void> {
    const change = (changed: Partial<Pick<Upload, 'state' | 'progress' | 'failure'>>) =>
      runInAction(() => Object.assign(upload, changed));
    change({ state: 'sending', progress: 0 });
    try {
      const request = await deployer.prepare(upload.file, target);
      await sendUpload(request, (progress) => change({ progress }), this.#ended.signal);
      change({ state: 'done', progress: 1 });
    } catch (cause) {
      change({ state: 'failed', failure: cause instanceof BadFile ? cause.why : (cause as Error).message });
    }
  }
}

function refusal({ name, size }: File, deployer: Deployer | undefined, limitMb: number): Message | undefined {
  if (limitMb > 0 && size > limitMb * 1024 * 1024) return messages.tooLarge;
  const endings = deployer?.endings;
  if (endings && !endings.some((ending) => name.toLowerCase().endsWith(ending))) return messages.wrongEnding;
  return undefined;
}
