type Module = Record<string, unknown>;
type Setter = ((module: Module) => void) | undefined;
interface Declared {
  readonly setters?: readonly Setter[];
  readonly execute?: () => unknown;
}
type Declare = (give: (name: string | Module, value?: unknown) => unknown, context: object) => Declared;

/** Loads the SystemJS modules of a plugin from memory, with the console's shared modules. */
export function systemLoader(
  files: Readonly<Record<string, string>>,
  shared: Readonly<Record<string, Module>>,
): (path: string) => Promise<Module> {
  const loaded = new Map<string, Promise<Module>>();
  const load = (path: string): Promise<Module> => {
    const known = loaded.get(path);
    if (known) return known;
    const loading = evaluate(path);
    loaded.set(path, loading);
    return loading;
  };

  async function evaluate(path: string): Promise<Module> {
    if (!path.endsWith('.js')) return { default: {} };
    const code = files[path];
    if (code === undefined) throw new Error(`${path} does not exist`);
    let dependencies: readonly string[] = [];
    let declare: Declare = () => ({});
    const system = {
      register: (list: readonly string[], declaration: Declare) => {
        [dependencies, declare] = [list, declaration];
      },
    };
    new Function('System', code)(system);
    const exports: Module = {};
    const give = (name: string | Module, value?: unknown) => {
      Object.assign(exports, typeof name === 'string' ? { [name]: value } : name);
      return value;
    };
    const find = (specifier: string) => {
      if (specifier.startsWith('.')) return load(beside(path, specifier));
      const found = shared[specifier];
      return found ? Promise.resolve(found) : Promise.reject(new Error(`${specifier} is not shared`));
    };
    const context = { import: find, meta: { url: `http://localhost/ui/plugins/checked/${path}` } };
    const { setters = [], execute } = declare(give, context);
    for (const [index, specifier] of dependencies.entries()) setters[index]?.(await find(specifier));
    await execute?.();
    return exports;
  }

  return load;
}

function beside(path: string, specifier: string): string {
  return new URL(specifier, `http://files/${path}`).pathname.slice(1);
}
