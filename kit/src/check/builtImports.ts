import { parseAst } from 'vite';
import { KitError } from '../KitError.ts';

/** Imports of a built file of a plugin, and code that the console's policy blocks. */
export interface BuiltImports {
  /** Names by module; `*` for all of them. */
  readonly names: ReadonlyMap<string, ReadonlySet<string>>;
  /** Such as `eval`. */
  readonly blocked: readonly string[];
}

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Reads a SystemJS module. Throws `KitError` for other code. */
export function builtImports(path: string, code: string): BuiltImports {
  let program: Node;
  try {
    program = parseAst(code) as unknown as Node;
  } catch (error) {
    throw new KitError(`${path} is not JavaScript: ${(error as Error).message}`, { cause: error });
  }
  const nodes = [...nodesIn(program)];
  const register = nodes.find((node) => isCall(node, 'System', 'register'));
  const [list, declare] = ((register?.arguments ?? []) as Node[]).slice(-2);
  if (list?.type !== 'ArrayExpression' || !declare)
    throw new KitError(`${path} is not a SystemJS module. Build it with lading-kit build.`);
  const modules = (list.elements as Node[]).map(({ value }) => String(value));
  const setters = settersOf(declare);
  const names = new Map(modules.map((name, index) => [name, namesRead(setters[index])]));
  return { names, blocked: blockedIn(nodes) };
}

function settersOf(declare: Node): (Node | undefined)[] {
  for (const node of nodesIn(declare)) {
    const { key, value } = node as { key?: Node; value?: Node };
    if (node.type !== 'Property' || key?.name !== 'setters' || value?.type !== 'ArrayExpression') continue;
    return value.elements as Node[];
  }
  return [];
}

/** The properties that a setter reads from the module that it gets. */
function namesRead(setter: Node | undefined): ReadonlySet<string> {
  const found = new Set<string>();
  const [parameter] = (setter?.params ?? []) as Node[];
  if (!setter || parameter?.type !== 'Identifier') return found;
  for (const node of nodesIn(setter.body as Node)) {
    const { object, property, computed, right } = node as unknown as {
      object?: Node;
      property?: Node;
      computed?: boolean;
      right?: Node;
    };
    if (node.type === 'MemberExpression' && object?.name === parameter.name)
      found.add(String(computed ? property?.value : property?.name));
    if (node.type === 'AssignmentExpression' && right?.name === parameter.name) found.add('*');
  }
  return found;
}

function blockedIn(nodes: readonly Node[]): string[] {
  const names = nodes.flatMap(({ type, callee }) => {
    const { name } = (callee ?? {}) as { name?: string };
    if (type === 'CallExpression' && name === 'eval') return ['eval'];
    return (type === 'NewExpression' || type === 'CallExpression') && name === 'Function' ? ['Function'] : [];
  });
  return [...new Set(names)];
}

function isCall(node: Node, object: string, property: string): boolean {
  const callee = node.callee as { object?: Node; property?: Node } | undefined;
  return (
    node.type === 'CallExpression' && callee?.object?.name === object && callee.property?.name === property
  );
}

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) {
    for (const item of value) yield* nodesIn(item);
  } else if (typeof value === 'object' && value !== null) {
    if (typeof (value as Node).type === 'string') yield value as Node;
    for (const inner of Object.values(value)) yield* nodesIn(inner);
  }
}
