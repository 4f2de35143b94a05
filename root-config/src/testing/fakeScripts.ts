import { vi } from 'vitest';

type Register = (dependencies: string[], declare: (...args: never[]) => unknown) => void;

/** Behavior of a script. */
export type Script =
  /** Loads and registers a module with these exports. */
  | { readonly exports: object; readonly needs?: readonly string[] }
  /** Loads and registers a module with this code. */
  | {
      readonly execute: (
        context: { import(id: string): Promise<unknown> },
        /** Values passed to the setters of `needs`, `undefined` for those not set. */
        imports: readonly unknown[],
      ) => object;
      readonly needs?: readonly string[];
    }
  /** Loads, with a syntax error. */
  | { readonly syntax: string }
  /** Fails to load or run. */
  | 'error'
  /** Never loads. */
  | 'never';

/** Simulates the loading of scripts, which jsdom does not implement. */
export class FakeScripts {
  readonly asked: string[] = [];
  readonly elements: HTMLScriptElement[] = [];
  readonly #scripts = new Map<string, Script>();

  constructor() {
    const append = document.head.appendChild.bind(document.head);
    vi.spyOn(document.head, 'appendChild').mockImplementation((node) => {
      const added = append(node);
      if (added instanceof HTMLScriptElement && added.src) this.#run(added);
      return added;
    });
  }

  /** `path` is a URL path of this origin. */
  set(path: string, script: Script): this {
    this.#scripts.set(new URL(path, location.href).href, script);
    return this;
  }

  #run(element: HTMLScriptElement): void {
    const { src } = element;
    this.asked.push(new URL(src).pathname);
    this.elements.push(element);
    const script = this.#scripts.get(src) ?? 'error';
    if (script === 'never') return;
    queueMicrotask(() => {
      if (script === 'error') {
        element.dispatchEvent(new Event('error'));
        return;
      }
      evaluate(script, src);
      element.dispatchEvent(new Event('load'));
    });
  }
}

function evaluate(script: Exclude<Script, string>, src: string): void {
  if ('syntax' in script) {
    const error = new SyntaxError(script.syntax);
    window.dispatchEvent(new ErrorEvent('error', { filename: src, error }));
    return;
  }
  const { needs = [] } = script;
  const register = System.register.bind(System) as unknown as Register;
  register(
    [...needs],
    (exports: (all: object) => void, context: { import(id: string): Promise<unknown> }) => {
      const imports: unknown[] = needs.map(() => undefined);
      return {
        setters: needs.map((_, index) => (namespace: object) => {
          imports[index] = namespace;
        }),
        execute: () => {
          exports('exports' in script ? script.exports : script.execute(context, imports));
        },
      };
    },
  );
}
