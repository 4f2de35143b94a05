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
  /** Timeout for a script or a stylesheet, in milliseconds. */
  readonly chunkTimeout: number;
  /** Below this path, only files with a known hash are loaded: `/ui/plugins/`. */
  readonly guarded: string;
  /** Loads modules of a development server; `undefined` for all other URLs. */
  readonly foreign?: (url: string) => Promise<Registration> | undefined;
}

/** `ModuleLoader` based on SystemJS. One per page: it adds hooks to SystemJS's prototype. */
export class SystemModuleLoader implements ModuleLoader {
  readonly #system: SystemLike;
  readonly #options: LoaderOptions;
  readonly #trace = new FailureTrace();
  readonly #pending: PendingScripts;
  readonly #styles: StyleSheets;
  readonly #lastError = new LastWindowError();
  readonly #refused = new Set<string>();
  /** URLs that failed before: their cached copies may be invalid. */
  readonly #suspect = new Set<string>();
  readonly #integrity: Map<string, string>;
  readonly #listeners = new Set<(failure: ModuleFailure) => void>();
  /** Registrations of scripts that are not imported yet, by URL. */
  readonly #anticipated = new Map<string, Promise<Registration>>();
  readonly #instantiate: SystemHooks['instantiate'];
  readonly #dependents = new Dependents();
  /** Imports in progress, by URL. */
  readonly #running = new Map<Promise<unknown>, string>();

  constructor(system: SystemLike, options: LoaderOptions) {
    this.#system = system;
    this.#options = options;
    this.#pending = new PendingScripts(options.chunkTimeout);
    this.#styles = new StyleSheets(options.chunkTimeout, (url) => this.#integrity.get(url));
    // SystemJS has already resolved the URLs of the page's map.
    this.#integrity = new Map(Object.entries(system.getImportMap().integrity ?? {}));
    this.#instantiate = system.constructor.prototype.instantiate;
    this.#hook(system.constructor.prototype);
  }

  import(id: string): Promise<unknown> {
    return this.#system.import(id);
  }

  preload(ids: readonly string[]): void {
    for (const id of ids) {
      // The import reports names that the map lacks.
      const [address = ''] = this.#addressOf(id, undefined).split('#');
      if (URL.canParse(address) && !this.#system.has(address)) {
        preloadFile(address, this.#integrity.get(address));
      }
    }
  }

  /** Adds scripts of later imports to the page. They only register: their code runs on import. */
  anticipate(addresses: readonly string[]): void {
    for (const address of addresses) {
      const arrival = Promise.resolve(this.#instantiate.call(this.#system, address));
      // The import reports the failure.
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
      // The browser's integrity policy requires CORS requests.
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

    // A plugin's own lazy import() also uses this hook, so that it can be retried too.
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
      // The import itself rejects with the reason. A name without a URL can only be matched
      // literally.
    }
    this.#running.set(run, address);
    const end = () => this.#running.delete(run);
    run.then(end, end);
  }

  #demandHash(url: string): void {
    const { pathname, origin } = new URL(url);
    if (origin !== location.origin || !pathname.startsWith(this.#options.guarded)) return;
    if (this.#integrity.has(url)) return;
    const reason = 'the plugin does not list this file with its hash';
    throw new ChunkLoadError({ class: 'integrity', reason, request: url });
  }

  /** Turns declaration errors and unknown dependencies into evaluation errors. */
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
      // A linked module that has not run is bound to the failed instance: its imports would never
      // be set.
      if (failed.has(address) || this.#system.get(address) === undefined) this.#system.delete(address);
    }
    // Another import may be failing because of the same error right now.
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

/** A script that the browser rejected without a reason. */
class RefusedScript extends Error {}

/**
 * Returns a module that fails on evaluation. For a dependency that fails earlier, SystemJS leaves
 * an unhandled rejection that the browser logs.
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
