import { isNode, type Node, programsIn, walk } from './sourceFiles.ts';

/** A text that the source names with `message(id, text)`. */
export interface NamedText {
  readonly file: string;
  readonly id: string;
  readonly text: string;
}

/** Every text that the source below a folder names where id and text are written out. */
export async function messagesIn(folder: string): Promise<NamedText[]> {
  const found: NamedText[] = [];
  for (const { file, program } of await programsIn(folder)) {
    walk(program, (node) => {
      if (node.type !== 'CallExpression') return;
      const callee = node.callee as Node;
      if (callee.type !== 'Identifier' || callee.name !== 'message') return;
      const [id, text] = (node.arguments as unknown[]).map(literal);
      if (id !== undefined && text !== undefined) found.push({ file, id, text });
    });
  }
  return found;
}

function literal(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  if (value.type === 'TemplateLiteral' && (value.expressions as unknown[]).length === 0) {
    const [only] = value.quasis as { value: { cooked: string } }[];
    return only?.value.cooked;
  }
  return value.type === 'Literal' && typeof value.value === 'string' ? value.value : undefined;
}

/** Every text that a plug-in's definition shows in menus and titles, however it was put together. */
export function messagesOf(definition: unknown): NamedText[] {
  if (typeof definition !== 'object' || definition === null) return [];
  const { id, text } = definition as { id?: unknown; text?: unknown };
  if (typeof id === 'string' && typeof text === 'string') return [{ file: 'plugin.ts', id, text }];
  return Object.values(definition).flatMap(messagesOf);
}
