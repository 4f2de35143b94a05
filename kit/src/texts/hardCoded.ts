import { isNode, type Node, programsIn, walk } from './sourceFiles.ts';

/** A user-visible text that is not in a catalog. */
export interface HardCoded {
  readonly file: string;
  readonly text: string;
}

/** Properties of components and elements that are visible or read by screen readers. */
const SHOWN = new Set(
  [
    'label',
    'title',
    'placeholder',
    'alt',
    'aria-label',
    'aria-description',
    'aria-valuetext',
    'aria-roledescription',
  ].concat(['what', 'one', 'heading', 'failure', 'more', 'help', 'text', 'verb', 'error', 'prefix']),
);
/** Methods whose arguments are shown to users. */
const SAYS = new Set(['error', 'warning', 'info', 'success', 'offer', 'confirm', 'notify', 'say']);
/** Objects whose methods with these names are not user-visible. */
const NOT_SHOWN = new Set(['console', 'log', 'logger']);

/** Finds texts in the sources of a directory that could not be translated. */
export async function hardCodedIn(folder: string): Promise<HardCoded[]> {
  const found: HardCoded[] = [];
  for (const { file, program } of await programsIn(folder)) {
    const note = (text: string) => found.push({ file, text: text.replace(/\s+/g, ' ').trim() });
    walk(program, (node) => {
      if (node.type === 'JSXText') noteWords(String(node.value), note);
      if (node.type === 'JSXExpressionContainer') return;
      if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
        for (const child of node.children as Node[]) {
          if (child.type === 'JSXExpressionContainer') noteTexts(child.expression, note);
        }
      }
      if (node.type === 'JSXAttribute' && SHOWN.has(nameOf(node.name))) noteTexts(node.value, note);
      if (node.type === 'CallExpression') noteCall(node, note);
      if (node.type === 'AssignmentExpression' && isMember(node.left, 'textContent'))
        noteTexts(node.right, note);
    });
  }
  return found;
}

function noteCall(node: Node, note: (text: string) => void): void {
  const callee = node.callee as Node;
  if (callee.type !== 'MemberExpression') return;
  const { object, property } = callee as unknown as { object: Node; property: Node };
  if (!SAYS.has(nameOf(property)) || NOT_SHOWN.has(nameOf(object)) || isMember(object, 'log')) return;
  for (const argument of node.arguments as Node[]) {
    if (argument.type !== 'ObjectExpression') noteTexts(argument, note);
    else {
      for (const entry of argument.properties as Node[]) {
        if (entry.type === 'Property' && SHOWN.has(nameOf(entry.key))) noteTexts(entry.value, note);
      }
    }
  }
}

/** Collects the literal texts that an expression can evaluate to. */
function noteTexts(value: unknown, note: (text: string) => void): void {
  if (!isNode(value)) return;
  const { type } = value;
  if (type === 'Literal') noteWords(String(value.value), note);
  else if (type === 'TemplateLiteral') {
    const texts = (value.quasis as Node[]).map(({ value: quasi }) => (quasi as { cooked: string }).cooked);
    noteWords(texts.join('{}'), note);
  } else if (type === 'JSXExpressionContainer') noteTexts(value.expression, note);
  else if (type === 'ConditionalExpression') {
    noteTexts(value.consequent, note);
    noteTexts(value.alternate, note);
  } else if (type === 'LogicalExpression') {
    noteTexts(value.left, note);
    noteTexts(value.right, note);
  } else if (type === 'BinaryExpression' && value.operator === '+') {
    noteTexts(value.left, note);
    noteTexts(value.right, note);
  }
}

/** Words have two adjacent letters. Units and symbols are the same in all languages. */
function noteWords(text: string, note: (text: string) => void): void {
  if (/\p{L}{2}/u.test(text) && !/^(?:true|false|null|undefined)$/.test(text)) note(text);
}

function nameOf(value: unknown): string {
  if (!isNode(value)) return '';
  if (value.type === 'ThisExpression') return 'this';
  return String(value.name ?? value.value ?? '');
}

function isMember(value: unknown, property: string): boolean {
  return isNode(value) && value.type === 'MemberExpression' && nameOf(value.property) === property;
}
