import { vi } from 'vitest';

type Register = (dependencies: string[], declare: (...args: never[]) => unknown) => void;

/** What happens when the page asks for a script. */
export type Script =
  /** It arrives and registers a module that exports these. */
  | { readonly exports: object; readonly needs?: readonly string[] }
  /** It arrives and registers a module whose code is this. */
  | {
      readonly execute: (
        context: { import(id: string): Promise<unknown> },
        /** What the setters got for `needs`, `undefined` for one that was never set. */
        imports: readonly unknown[],
      ) => object;
      readonly needs?: readonly string[];
    }
  /** It arrives, and is no program. */
  | { readonly syntax: string }
  /** The browser could not or would not run it. */
  | 'error'
  /** It never arrives. */
  | 'never';

/** Plays the part of the browser, which jsdom leaves out: what becomes of the scripts that are put into the page. */
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

  /** `path` is an address of this origin. */
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
