/** How SystemJS calls the function that a script registers. */
export type Declare = (
  exports: (...args: unknown[]) => unknown,
  context: unknown,
) => { setters?: unknown[]; execute?: () => unknown };

/** What a script registers: the modules it needs, and the function that declares it. */
export type Registration = [dependencies: string[], declare: Declare, metas?: unknown[]];

/** The parts of SystemJS that may be replaced (its documentation calls them hooks). */
export interface SystemHooks {
  import(id: string, parent?: string, meta?: unknown): Promise<unknown>;
  createScript(url: string): HTMLScriptElement;
  instantiate(url: string, parent?: string, meta?: unknown): Promise<Registration> | Registration;
  onload(
    error: unknown,
    id: string,
    dependencies: readonly string[] | undefined,
    isErrorSource: boolean,
  ): void;
}

/** SystemJS, as far as it is used. */
export interface SystemLike extends SystemHooks {
  resolve(id: string, parent?: string): string;
  set(id: string, namespace: object): unknown;
  has(id: string): boolean;
  /** `undefined` until the module has run, `null` when it failed. */
  get(id: string): object | null | undefined;
  delete(id: string): unknown;
  entries(): Iterable<[string, unknown]>;
  addImportMap(map: { imports?: Record<string, string>; integrity?: Record<string, string> }): void;
  getImportMap(): { integrity?: Record<string, string> };
  readonly constructor: { readonly prototype: SystemHooks };
}
