import { HttpFailure } from '@lading/contract';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import type { TreeApi } from '../treeApi.ts';
import type { SendFile } from './sendFile.ts';

/** Files that are sent at once. */
const AT_ONCE = 3;
/** Files that are asked about at once. */
const ASKED = 200;

/** A file on its way. */
export class Upload {
  status: 'waiting' | 'sending' | 'exists' | 'failed' | 'done' = 'waiting';
  /** Bytes so far. */
  sent = 0;
  /** What went wrong, in the server's words; `undefined`: there was no answer. */
  cause: string | undefined;
  replace = false;
  /** It is known that nothing stands in its place. */
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
 * Files on their way into repositories, some of them at once. What fails stays, to be tried again; when the session has ended the
 * call that asks before each file waits for who signs in over the page.
 */
export class UploadStore {
  readonly uploads = observable.array<Upload>([], { deep: false });
  readonly #api: TreeApi;
  readonly #send: SendFile;
  readonly #landed: (upload: Upload) => void;
  #next = 1;
  #sending = 0;

  /** `landed` is told of each file that is there. */
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

  /** Puts the files into the folder; those of a folder keep their places in it. */
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

  /** Takes it out; one that is being sent is given up. */
  take(upload: Upload): void {
    upload.controller.abort(new Error('taken out'));
    this.uploads.remove(upload);
  }

  /** Takes all out that has come to an end; `all`: what is under way, too. */
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
        // The session has ended meanwhile: asking again waits for the sign-in.
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

  /** Whether a file stands there already. The next in the queue are asked about at once. */
  async #check(upload: Upload): Promise<void> {
    if (upload.replace || upload.checked) {
      // Where the session has ended the shell asks who it is: an upload itself cannot wait for that.
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
      // One bad name among them is not this one's fault.
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
