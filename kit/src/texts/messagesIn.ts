import { isNode, type Node, programsIn, walk } from './sourceFiles.ts';

/** A text declared with `message(id, text)`. */
export interface NamedText {
  readonly file: string;
  readonly id: string;
  readonly text: string;
}

/** Finds the texts in the sources of a directory whose ID and text are literals. */
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

/**
 * Finds the texts in a plugin's definition, such as menu labels and titles, however they were
 * created.
 */
export function messagesOf(definition: unknown): NamedText[] {
  if (typeof definition !== 'object' || definition === null) return [];
  const { id, text } = definition as { id?: unknown; text?: unknown };
  if (typeof id === 'string' && typeof text === 'string') return [{ file: 'plugin.ts', id, text }];
  return Object.values(definition).flatMap(messagesOf);
}
