import type { Http } from '@lading/contract';
import type { AdvisoryImportState } from '@lading/contract/rest';
import { action, computed, makeObservable, observableRef, runInAction } from 'mobx';
import { fetchImports } from '../scanningApi.ts';
import type { SendFile } from './sendFile.ts';

/** A file being uploaded. */
export interface ActiveUpload {
  readonly file: string;
  readonly size: number;
  readonly sent: number;
}

/** Recent imports, the upload in progress, and the running import. */
export class ImportStore {
  readonly #http: Http;
  readonly #send: SendFile;
  readonly #landed: () => void;
  #controller: AbortController | undefined;
  imports: readonly AdvisoryImportState[] = [];
  sending: ActiveUpload | undefined;
  /** Why the last upload failed; `cause` is the platform's message, if it responded. */
  failure: { readonly file: string; readonly cause: string | undefined } | undefined;
  /** ID of the import started on this page, until its panel is closed. */
  shown: string | undefined;

  /** `landed` is called when an import ends. */
  constructor(http: Http, send: SendFile, landed: () => void) {
    this.#http = http;
    this.#send = send;
    this.#landed = landed;
    makeObservable(this, {
      imports: observableRef,
      sending: observableRef,
      failure: observableRef,
      shown: observableRef,
      current: computed,
      running: computed,
      send: action,
      close: action,
    });
  }

  get current(): AdvisoryImportState | undefined {
    return this.imports.find(({ id }) => id === this.shown) ?? this.imports.find(isRunning);
  }

  get running(): boolean {
    return this.imports.some(isRunning);
  }

  /** Fetches the state of the imports. Throws `HttpFailure`. */
  async look(signal?: AbortSignal): Promise<void> {
    const running = new Set(this.imports.filter(isRunning).map(({ id }) => id));
    const imports = await fetchImports(this.#http, signal);
    runInAction(() => {
      this.imports = imports;
    });
    if (imports.some((each) => running.has(each.id) && !isRunning(each))) this.#landed();
  }

  /** Uploads a file. Never rejects. */
  async send(file: File): Promise<void> {
    this.failure = undefined;
    this.sending = { file: file.name, size: file.size, sent: 0 };
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    try {
      const sent = await this.#send(file, { signal, onProgress: (bytes) => this.#progress(bytes) });
      runInAction(() => {
        if ('begun' in sent) {
          this.imports = [sent.begun, ...this.imports];
          this.shown = sent.begun.id;
        } else this.failure = { file: file.name, cause: sent.failure };
      });
    } catch (cause) {
      if (!signal.aborted) {
        runInAction(() => {
          this.failure = { file: file.name, cause: String(cause) };
        });
      }
    } finally {
      runInAction(() => {
        this.sending = undefined;
      });
    }
  }

  /** Aborts the upload in progress. */
  stop(): void {
    this.#controller?.abort(new Error('given up'));
  }

  close(): void {
    this.shown = undefined;
    this.failure = undefined;
  }

  #progress(sent: number): void {
    runInAction(() => {
      if (this.sending) this.sending = { ...this.sending, sent };
    });
  }
}

function isRunning({ state }: AdvisoryImportState): boolean {
  return state === 'running';
}
