import type { Disposer } from '@lading/contract';
import type { ModuleFailure, ModuleLoader } from '@lading/contract/host';
import { ChunkLoadError, EvaluationError } from './ChunkLoadError.ts';
import { Dependents } from './Dependents.ts';
import { FailureTrace } from './failureTrace.ts';
import { LastWindowError } from './LastWindowError.ts';
import { PendingScripts } from './pendingScripts.ts';
import { isStyle, preloadFile } from './preloadFile.ts';
import { probe, refetch } from './probe.ts';
import { StyleSheets } from './StyleSheets.ts';
import type { Declare, Registration, SystemHooks, SystemLike } from './systemHooks.ts';

export interface LoaderOptions {
  /** Milliseconds that a script or a stylesheet may take. */
  readonly chunkTimeout: number;
  /** Below this path only files with a known hash are fetched: `/ui/plugins/`. */
  readonly guarded: string;
  /** Fetches the modules of a development server in its own way; `undefined` for all others. */
  readonly foreign?: (url: string) => Promise<Registration> | undefined;
}

/** `ModuleLoader` over SystemJS. One for a page: it puts its hooks into SystemJS's prototype. */
export class SystemModuleLoader implements ModuleLoader {
  readonly #system: SystemLike;
  readonly #options: LoaderOptions;
  readonly #trace = new FailureTrace();
  readonly #pending: PendingScripts;
  readonly #styles: StyleSheets;
  readonly #lastError = new LastWindowError();
  readonly #refused = new Set<string>();
  /** Refused before: what the browser's cache holds of them is not to be trusted. */
  readonly #suspect = new Set<string>();
  readonly #integrity: Map<string, string>;
  readonly #listeners = new Set<(failure: ModuleFailure) => void>();
  /** What scripts have registered that nobody has imported yet, by address. */
  readonly #anticipated = new Map<string, Promise<Registration>>();
  readonly #instantiate: SystemHooks['instantiate'];
  readonly #dependents = new Dependents();
  /** Imports that have not ended, by address. */
  readonly #running = new Map<Promise<unknown>, string>();

  constructor(system: SystemLike, options: LoaderOptions) {
    this.#system = system;
    this.#options = options;
    this.#pending = new PendingScripts(options.chunkTimeout);
    this.#styles = new StyleSheets(options.chunkTimeout, (url) => this.#integrity.get(url));
    // SystemJS has made the addresses of the page's map absolute already.
    this.#integrity = new Map(Object.entries(system.getImportMap().integrity ?? {}));
    this.#instantiate = system.constructor.prototype.instantiate;
    this.#hook(system.constructor.prototype);
  }

  import(id: string): Promise<unknown> {
    return this.#system.import(id);
  }

  preload(ids: readonly string[]): void {
    for (const id of ids) {
      // A name that the map lacks is for the import to report.
      const [address = ''] = this.#addressOf(id, undefined).split('#');
      if (URL.canParse(address) && !this.#system.has(address)) {
        preloadFile(address, this.#integrity.get(address));
      }
    }
  }

  /** Takes scripts into the page that imports are about to need. They only register: what they hold runs with its import. */
  anticipate(addresses: readonly string[]): void {
    for (const address of addresses) {
      const arrival = Promise.resolve(this.#instantiate.call(this.#system, address));
      // The import that it was for is told.
      arrival.catch(() => {});
      this.#anticipated.set(address, arrival);
    }
  }

  expect(integrity: Readonly<Record<string, string>>): void {
    for (const [address, hash] of Object.entries(integrity)) this.#integrity.set(absolute(address), hash);
    this.#system.addImportMap({ integrity: { ...integrity } });
  }

  async forget(ids: readonly string[]): Promise<void> {
    const wanted = ids.map((id) => this.#system.resolve(id));
    const matches = (url: string) =>
      wanted.some((address) => (address.endsWith('/') ? url.startsWith(address) : url === address));
    this.#pending.giveUp(matches);
    const ending = [...this.#running].filter(([, address]) => matches(address)).map(([run]) => run);
    await Promise.allSettled(ending);
    for (const address of [...this.#anticipated.keys()]) {
      if (matches(address)) this.#anticipated.delete(address);
    }
    const loaded = [...this.#system.entries()].map(([address]) => address);
    for (const address of [...loaded, ...wanted]) {
      if (matches(address)) this.#system.delete(address);
    }
    this.#styles.forget(matches);
  }

  watch(listener: (failure: ModuleFailure) => void): Disposer {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  #hook(hooks: SystemHooks): void {
    const { createScript, instantiate, onload } = hooks;
    const runImport = hooks.import;
    const loader = this;

    hooks.createScript = function (url) {
      const script = createScript.call(this, url);
      // The browser's integrity policy holds only for scripts that are asked for in this way.
      script.crossOrigin = 'anonymous';
      script.addEventListener('error', () => {
        loader.#refused.add(url);
        loader.#suspect.add(url);
      });
      return script;
    };

    hooks.instantiate = async function (url, parent, meta) {
      try {
        loader.#demandHash(url);
        if (isStyle(url)) {
          await loader.#styles.add(url);
          return [[], () => ({})];
        }
        loader.#lastError.clear(url);
        const fetchScript = () => loader.#options.foreign?.(url) ?? instantiate.call(this, url, parent, meta);
        const arrival =
          loader.#takeAnticipated(url) ??
          (loader.#suspect.delete(url) ? refetch(url).then(fetchScript) : fetchScript());
        return loader.#careful(url, await loader.#pending.race(url, arrival));
      } catch (error) {
        return failing(loader.#refused.delete(url) ? new RefusedScript(url) : error);
      }
    };

    hooks.onload = function (error, id, dependencies, isErrorSource) {
      if (error !== undefined && error !== null) loader.#trace.note(error, id, isErrorSource);
      onload.call(this, error, id, dependencies, isErrorSource);
    };

    // A plug-in's own lazy import() comes through here as well, so that it can be tried again too.
    hooks.import = function (id, parent, meta) {
      const run = runImport.call(this, id, parent, meta).catch(async (error) => {
        const failure = await loader.#explain(error, id, parent);
        for (const listener of loader.#listeners) listener(failure);
        throw failure;
      });
      loader.#follow(run, id, parent);
      return run;
    };
  }

  #takeAnticipated(url: string): Promise<Registration> | undefined {
    const arrival = this.#anticipated.get(url);
    this.#anticipated.delete(url);
    return arrival;
  }

  #follow(run: Promise<unknown>, id: string, parent: string | undefined): void {
    let address = id;
    try {
      address = this.#system.resolve(id, parent);
    } catch {
      // The import itself rejects with the reason; a name without an address can only be matched as it stands.
    }
    this.#running.set(run, address);
    const end = () => this.#running.delete(run);
    run.then(end, end);
  }

  #demandHash(url: string): void {
    const { pathname, origin } = new URL(url);
    if (origin !== location.origin || !pathname.startsWith(this.#options.guarded)) return;
    if (this.#integrity.has(url)) return;
    const reason = 'the plug-in does not list this file with its hash';
    throw new ChunkLoadError({ class: 'integrity', reason, request: url });
  }

  /** What cannot be declared, or needs what nobody knows, fails when it is evaluated. */
  #careful(url: string, registration: Registration): Registration {
    if (!registration) return failing(new Error('it registers no module'));
    const [dependencies, declare, metas] = registration;
    for (const dependency of dependencies) {
      try {
        this.#dependents.add(url, [this.#system.resolve(dependency, url)]);
      } catch {
        return failing(new Error(`it needs "${dependency}", which the import map does not have`));
      }
    }
    const careful: Declare = (exports, context) => {
      try {
        return declare(exports, context);
      } catch (error) {
        return { setters: dependencies.map(() => () => {}), execute: thrower(error) };
      }
    };
    return [dependencies, careful, metas];
  }

  async #explain(error: unknown, id: string, parent: string | undefined): Promise<ModuleFailure> {
    const trace = this.#trace.of(error);
    const source = trace?.source ?? this.#addressOf(id, parent);
    const failed = new Set(trace?.ids ?? [source]);
    for (const address of this.#dependents.of(failed)) {
      // One that SystemJS has linked but not run is bound to the failed instance: its imports would never be set.
      if (failed.has(address) || this.#system.get(address) === undefined) this.#system.delete(address);
    }
    // Another import may be failing by the same error in this very moment.
    setTimeout(() => this.#trace.drop(error));
    if (error instanceof ChunkLoadError || error instanceof EvaluationError) return error;
    if (!(error instanceof RefusedScript)) return new EvaluationError(source, error);
    const finding = await probe(source, 'script', this.#integrity.get(source));
    return new ChunkLoadError({ ...finding, request: source });
  }

  #addressOf(id: string, parent: string | undefined): string {
    try {
      return this.#system.resolve(id, parent);
    } catch {
      return id;
    }
  }
}

/** The browser has refused a script, and does not say why. */
class RefusedScript extends Error {}

/**
 * A module that fails when it is evaluated. SystemJS leaves a rejection that nobody handles, and that the browser logs,
 * for a dependency that fails before.
 */
function failing(error: unknown): Registration {
  return [[], () => ({ execute: thrower(error) })];
}

function thrower(error: unknown): () => never {
  return () => {
    throw error;
  };
}

function absolute(address: string): string {
  return new URL(address, document.baseURI).href;
}
