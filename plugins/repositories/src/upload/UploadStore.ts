import { HttpFailure } from '@lading/contract';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import type { TreeApi } from '../treeApi.ts';
import type { SendFile } from './sendFile.ts';

/** Number of concurrent uploads. */
const AT_ONCE = 3;
/** Number of files per check for existing files. */
const ASKED = 200;

/** A file to upload. */
export class Upload {
  status: 'waiting' | 'sending' | 'exists' | 'failed' | 'done' = 'waiting';
  /** Number of bytes sent so far. */
  sent = 0;
  /** Error message of the server; `undefined` without a response. */
  cause: string | undefined;
  replace = false;
  /** The target is known not to exist yet. */
  checked = false;
  controller = new AbortController();
  readonly id: number;
  readonly file: File;
  readonly repoKey: string;
  readonly path: string;

  constructor(id: number, file: File, repoKey: string, path: string) {
    this.id = id;
    this.file = file;
    this.repoKey = repoKey;
    this.path = path;
    makeObservable(this, { status: observableRef, sent: observableRef, cause: observableRef });
  }
}

/**
 * Queue of uploads, several of which run concurrently. Failed uploads stay for a retry. After the
 * session expires, the check before each file waits for a new sign-in.
 */
export class UploadStore {
  readonly uploads = observable.array<Upload>([], { deep: false });
  readonly #api: TreeApi;
  readonly #send: SendFile;
  readonly #landed: (upload: Upload) => void;
  #next = 1;
  #sending = 0;

  /** `landed` is called with each finished upload. */
  constructor(api: TreeApi, send: SendFile, landed: (upload: Upload) => void) {
    this.#api = api;
    this.#send = send;
    this.#landed = landed;
    makeObservable(this, {
      done: computed,
      busy: computed,
      failed: computed,
      existing: computed,
      add: action,
      take: action,
      clear: action,
    });
  }

  get done(): number {
    return this.uploads.filter(({ status }) => status === 'done').length;
  }

  get busy(): boolean {
    return this.uploads.some(({ status }) => status === 'waiting' || status === 'sending');
  }

  get failed(): Upload[] {
    return this.uploads.filter(({ status }) => status === 'failed');
  }

  get existing(): Upload[] {
    return this.uploads.filter(({ status }) => status === 'exists');
  }

  /** Adds the files below the folder; files of a selected folder keep their relative paths. */
  add(
    files: readonly { readonly file: File; readonly path: string }[],
    repoKey: string,
    folder: string,
  ): void {
    for (const { file, path } of files)
      this.uploads.push(new Upload(this.#next++, file, repoKey, folder === '' ? path : `${folder}/${path}`));
    this.#fill();
  }

  retry(uploads: readonly Upload[]): void {
    runInAction(() => {
      for (const upload of uploads) Object.assign(upload, { status: 'waiting', cause: undefined, sent: 0 });
    });
    this.#fill();
  }

  replace(uploads: readonly Upload[]): void {
    for (const upload of uploads) upload.replace = true;
    this.retry(uploads);
  }

  /** Removes the upload, and aborts it if it is in progress. */
  take(upload: Upload): void {
    upload.controller.abort(new Error('taken out'));
    this.uploads.remove(upload);
  }

  /** Removes finished uploads; with `all`, also uploads in progress. */
  clear(all = false): void {
    for (const upload of this.uploads.slice())
      if (all || upload.status === 'done' || !this.busy) this.take(upload);
  }

  #fill(): void {
    while (this.#sending < AT_ONCE) {
      const next = this.uploads.find(({ status }) => status === 'waiting');
      if (!next) return;
      this.#sending += 1;
      runInAction(() => (next.status = 'sending'));
      void this.#run(next).finally(() => {
        this.#sending -= 1;
        this.#fill();
      });
    }
  }

  async #run(upload: Upload): Promise<void> {
    upload.controller = new AbortController();
    try {
      for (let again = true; ; again = false) {
        await this.#check(upload);
        if (upload.status === 'exists') return;
        const sent = await this.#send(addressOf(upload), upload.file, {
          signal: upload.controller.signal,
          onProgress: (bytes) => runInAction(() => (upload.sent = bytes)),
        });
        if (sent.status >= 200 && sent.status < 300) return this.#settle(upload, 'done');
        upload.checked = false;
        // The session expired during the upload: the check waits for the sign-in.
        if (sent.status === 401 && again) continue;
        return this.#settle(
          upload,
          'failed',
          sent.message ?? (sent.status === 0 ? undefined : `${sent.status}`),
        );
      }
    } catch (cause) {
      if (upload.controller.signal.aborted) return;
      const words = cause instanceof HttpFailure && cause.status === 0 ? undefined : (cause as Error).message;
      this.#settle(upload, 'failed', words);
    }
  }

  /** Checks whether the file exists already, together with the next files in the queue. */
  async #check(upload: Upload): Promise<void> {
    if (upload.replace || upload.checked) {
      // After the session expires, the shell asks for a new sign-in during this call; the upload
      // itself cannot wait for that.
      if (!upload.checked) await this.#api.uploads(upload.repoKey, [upload.path]);
      upload.checked = true;
      return;
    }
    const near = this.uploads
      .filter(
        ({ status, checked, repoKey }) => status === 'waiting' && !checked && repoKey === upload.repoKey,
      )
      .slice(0, ASKED);
    const asked = [upload, ...near];
    const answer = await this.#api
      .uploads(
        upload.repoKey,
        asked.map(({ path }) => path),
      )
      // An invalid name among the others must not fail this file.
      .catch(() => this.#api.uploads(upload.repoKey, [upload.path]).then((own) => ({ ...own, alone: true })));
    const existing = new Set(answer.existing);
    runInAction(() => {
      for (const each of 'alone' in answer ? [upload] : asked) {
        each.checked = true;
        if (existing.has(each.path) && !each.replace) each.status = 'exists';
      }
    });
  }

  #settle(upload: Upload, status: 'done' | 'failed', cause?: string): void {
    runInAction(() => Object.assign(upload, { status, cause }));
    if (status === 'done') this.#landed(upload);
  }
}

function addressOf({ repoKey, path }: Upload): string {
  return `/artifactory/${[repoKey, ...path.split('/')].map(encodeURIComponent).join('/')}`;
}
