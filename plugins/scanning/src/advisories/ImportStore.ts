import type { Http } from '@lading/contract';
import type { AdvisoryImportState } from '@lading/contract/rest';
import { action, computed, makeObservable, observableRef, runInAction } from 'mobx';
import { fetchImports } from '../scanningApi.ts';
import type { SendFile } from './sendFile.ts';

/** A file on its way to the platform. */
export interface OnItsWay {
  readonly file: string;
  readonly size: number;
  readonly sent: number;
}

/** The imports, the one that is being sent, and the one that runs. */
export class ImportStore {
  readonly #http: Http;
  readonly #send: SendFile;
  readonly #landed: () => void;
  #controller: AbortController | undefined;
  imports: readonly AdvisoryImportState[] = [];
  sending: OnItsWay | undefined;
  /** Why the last file could not be sent; `cause` is in the platform's words, where it answered. */
  failure: { readonly file: string; readonly cause: string | undefined } | undefined;
  /** The import that was begun here, until it is closed. */
  shown: string | undefined;

  /** `landed` is told when an import has come to its end. */
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

  /** Asks how far they have come. Throws `HttpFailure`. */
  async look(signal?: AbortSignal): Promise<void> {
    const running = new Set(this.imports.filter(isRunning).map(({ id }) => id));
    const imports = await fetchImports(this.#http, signal);
    runInAction(() => {
      this.imports = imports;
    });
    if (imports.some((each) => running.has(each.id) && !isRunning(each))) this.#landed();
  }

  /** Never rejects. */
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

  /** Gives up what is being sent. */
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
