import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst, transformWithEsbuild } from 'vite';

/** An ESTree or JSX node. */
export interface Node {
  readonly type: string;
  readonly [property: string]: unknown;
}

/** Parses each source file in a directory, without tests and examples for plugin authors. */
export async function programsIn(folder: string): Promise<{ file: string; program: Node }[]> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|\.d\.ts$|(?:^|\/)(?:testing|examples)\//.test(name),
  );
  return Promise.all(
    names.sort().map(async (name) => {
      const source = readFileSync(join(folder, name), 'utf8');
      const { code } = await transformWithEsbuild(source, join(folder, name), {
        loader: name.endsWith('x') ? 'tsx' : 'ts',
        jsx: 'preserve',
        target: 'esnext',
        sourcemap: false,
        tsconfigRaw: {},
      });
      return { file: name, program: parseAst(code, { jsx: true }) as unknown as Node };
    }),
  );
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

/** Returns the direct children of a node. */
function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode));
}

export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const child of childrenOf(node)) walk(child, visit);
}
