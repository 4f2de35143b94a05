import type { Message } from '@lading/contract';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { BadFile, type Deployer } from '../formats/Deployer.ts';
import { dialogMessages as messages } from './dialogMessages.ts';
import { sendUpload } from './sendUpload.ts';
import { Upload } from './Upload.ts';

/**
 * Publishes files sequentially, each to its own target. A failed file can be retried; the others
 * continue.
 */
export class UploadQueue {
  readonly #ended = new AbortController();
  #count = 0;
  #running = false;
  #typed = false;
  uploads: readonly Upload[] = [];
  /** Directory for the next files: as typed, or as the last file that contains one specifies. */
  folder = '';

  constructor() {
    makeObservable<UploadQueue, 'addUploads' | 'bind'>(this, {
      uploads: observableRef,
      folder: observable,
      unsent: computed,
      inProgress: computed,
      busy: computed,
      addUploads: action,
      drop: action,
      setFolder: action,
      clearReadFolder: action,
      bind: action,
    });
  }

  /** Files that are not started. */
  get unsent(): readonly Upload[] {
    return this.uploads.filter(({ state, bound }) => state === 'waiting' && !bound);
  }

  /** Number of files that are started and not finished. */
  get inProgress(): number {
    return this.uploads.filter(({ state, bound }) => state === 'sending' || (state === 'waiting' && bound))
      .length;
  }

  get busy(): boolean {
    return this.inProgress > 0;
  }

  /** Adds files. Files of a wrong type and files that are too large fail immediately. */
  async add(files: readonly File[], deployer: Deployer | undefined, limitMb: number): Promise<void> {
    // Requested before the file is shown, because a file that is shown can be started.
    const folders = await Promise.all(files.map((file) => deployer?.folderOf?.(file).catch(() => undefined)));
    this.addUploads(files, folders, deployer, limitMb);
  }

  private addUploads(
    files: readonly File[],
    folders: readonly (string | undefined)[],
    deployer: Deployer | undefined,
    limitMb: number,
  ): void {
    const first = folders.find((folder) => folder !== undefined);
    const known = [...folders, ...this.uploads.map(({ folder }) => folder)].flatMap((folder) => folder || []);
    const folderFor = (file: File, at: number) =>
      folders[at] ?? known.find((folder) => deployer?.suits?.(file, folder)) ?? first ?? this.folder;
    const added = files.map((file, at) => {
      const upload = new Upload(this.#count++, file);
      upload.folder = this.#typed ? this.folder : folderFor(file, at);
      const tooLarge = limitMb > 0 && file.size > limitMb * 1024 * 1024;
      const failure = tooLarge ? messages.tooLarge : refusal(file, deployer);
      if (failure) Object.assign(upload, { state: 'failed', failure });
      return upload;
    });
    if (first !== undefined && !this.#typed) {
      // Files that were added before belong to the same directory.
      for (const upload of this.unsent) upload.folder ||= first;
      this.folder = first;
    }
    this.uploads = [...this.uploads, ...added];
  }

  /**
   * Sets the directory that the user typed, for all files that are not started. Overrides
   * directories that files specify.
   */
  setFolder(folder: string): void {
    this.folder = folder;
    this.#typed = folder !== '';
    for (const upload of this.unsent) upload.folder = folder;
  }

  /** Clears directories that were read from files, because another format is selected. */
  clearReadFolder(): void {
    if (!this.#typed) this.setFolder('');
  }

  drop(upload: Upload): void {
    this.uploads = this.uploads.filter((each) => each !== upload);
  }

  /** Publishes the files that are not started to the repository. Never throws. */
  async start(deployer: Deployer, repoKey: string): Promise<void> {
    this.bind(deployer, repoKey);
    await this.#run();
  }

  /** Retries failed files, with their original targets. Never throws. */
  async retry(uploads: readonly Upload[]): Promise<void> {
    runInAction(() => {
      for (const upload of uploads)
        Object.assign(upload, { state: 'waiting', failure: undefined, progress: 0 });
    });
    await this.#run();
  }

  /** Aborts the upload in progress. */
  dispose(): void {
    this.#ended.abort();
  }

  /** Files in the queue keep their target when another is selected for the next files. */
  private bind(deployer: Deployer, repoKey: string): void {
    for (const upload of this.unsent) {
      // The file may have been dropped for a repository of another format.
      const failure = refusal(upload.file, deployer);
      if (failure) Object.assign(upload, { state: 'failed', failure });
      else upload.bound = { deployer, target: { repoKey, folder: folderIn(deployer, upload) } };
    }
    this.#typed = false;
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    for (let next = this.#next(); next && !this.#ended.signal.aborted; next = this.#next()) {
      await this.#publish(next, next.bound);
    }
    this.#running = false;
  }

  #next() {
    return this.uploads.find(
      (upload): upload is Upload & { bound: NonNullable<Upload['bound']> } =>
        upload.state === 'waiting' && upload.bound !== undefined,
    );
  }

  async #publish(upload: Upload, { deployer, target }: NonNullable<Upload['bound']>): Promise<void> {
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

/** Returns the target of a file, or the one that it would get if it were started now. */
export function placeOf(upload: Upload, deployer: Deployer | undefined, repoKey: string): string {
  const { bound } = upload;
  const target = bound?.target ?? { repoKey, folder: folderIn(deployer, upload) };
  return [target.repoKey, target.folder].filter(Boolean).join('/');
}

function folderIn(deployer: Deployer | undefined, { folder }: Upload): string {
  return deployer?.folder ? folder.trim().replace(/^\/+|\/+$/g, '') : '';
}

function refusal({ name }: File, deployer: Deployer | undefined): Message | undefined {
  const endings = deployer?.endings;
  if (endings && !endings.some((ending) => name.toLowerCase().endsWith(ending))) return messages.wrongEnding;
  return undefined;
}
