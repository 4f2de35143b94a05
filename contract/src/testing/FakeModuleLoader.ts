import type { ModuleFailure, ModuleFailureClass, ModuleLoader } from '../host/moduleLoader.ts';
import type { Disposer } from '../shell/services.ts';

/** Modules by name or URL: a namespace, or a function that returns one, waits, or throws. */
export class FakeModuleLoader implements ModuleLoader {
  readonly modules = new Map<string, unknown>();
  readonly imported: string[] = [];
  readonly preloaded: string[] = [];
  readonly forgotten: string[] = [];
  readonly expected: Record<string, string> = {};
  readonly #listeners = new Set<(failure: ModuleFailure) => void>();

  set(id: string, module: unknown): this {
    this.modules.set(id, module);
    return this;
  }

  async import(id: string): Promise<unknown> {
    this.imported.push(id);
    if (!this.modules.has(id)) throw this.fail(moduleFailure('http', 'the server answered 404', id, 404));
    const module = this.modules.get(id);
    return typeof module === 'function' ? module() : module;
  }

  preload(ids: readonly string[]): void {
    this.preloaded.push(...ids);
  }

  expect(integrity: Readonly<Record<string, string>>): void {
    Object.assign(this.expected, integrity);
  }

  watch(listener: (failure: ModuleFailure) => void): Disposer {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Notifies listeners of a failure and returns it. */
  fail(failure: ModuleFailure): ModuleFailure {
    for (const listener of this.#listeners) listener(failure);
    return failure;
  }

  async forget(ids: readonly string[]): Promise<void> {
    this.forgotten.push(...ids);
  }
}

/** Creates the error of a module loader. */
export function moduleFailure(
  found: ModuleFailureClass,
  reason: string,
  request: string,
  status?: number,
): ModuleFailure {
  const error = new Error(`Loading chunk ${request} failed. (${reason})`);
  error.name = 'ChunkLoadError';
  return Object.assign(error, {
    class: found,
    reason,
    request,
    ...(status === undefined ? {} : { status }),
  });
}
