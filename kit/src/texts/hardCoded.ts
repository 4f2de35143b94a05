import { isNode, type Node, programsIn, walk } from './sourceFiles.ts';

/** A text that a user can see and that stands in no catalog. */
export interface HardCoded {
  readonly file: string;
  readonly text: string;
}

/** Properties of components and elements that are shown or read aloud. */
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
/** Methods whose arguments are shown. */
const SAYS = new Set(['error', 'warning', 'info', 'success', 'offer', 'confirm', 'notify', 'say']);
/** Where a method of such a name says nothing to a user. */
const NOT_SHOWN = new Set(['console', 'log', 'logger']);

/** Texts in the source below a folder that would stay English in every language. */
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

/** What an expression may become, where that is written there. */
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

/** Words have two letters one after the other; units and signs are the same in every language. */
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
