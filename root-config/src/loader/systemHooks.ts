/** The function that a script registers, as called by SystemJS. */
export type Declare = (
  exports: (...args: unknown[]) => unknown,
  context: unknown,
) => { setters?: unknown[]; execute?: () => unknown };

/** A script's registration: its dependencies and its declare function. */
export type Registration = [dependencies: string[], declare: Declare, metas?: unknown[]];

/** The replaceable parts of SystemJS, called hooks in its documentation. */
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

/** The parts of SystemJS in use. */
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
