const INDENT = '  ';
/** Deeper documents are shown as they are: each level makes each of its lines longer. */
const MAX_DEPTH = 100;
/** Characters. Larger results, of many elements at great depth, would block the page. */
const MAX_LENGTH = 4 * 1024 * 1024;

interface Part {
  readonly kind: 'open' | 'close' | 'empty' | 'text' | 'other';
  readonly source: string;
}

/**
 * Breaks XML into indented lines. Adds no space to elements that contain text, so that no value
 * changes. Returns nothing for a text that is not well-formed.
 */
export function indentXml(source: string): string | undefined {
  const parts = partsOf(source);
  const kept = parts && keptElements(parts);
  if (!parts || !kept) return undefined;
  let depth = 0;
  /** Open elements whose content is kept as it is. */
  let verbatim = 0;
  let out = '';
  for (const [at, { kind, source: part }] of parts.entries()) {
    if (kind === 'close') depth -= 1;
    const isEmpty = kind === 'close' && parts[at - 1]?.kind === 'open';
    const isBroken = verbatim === 0 && !isEmpty && part.trim() !== '';
    if (isBroken) out += `${out === '' ? '' : '\n'}${INDENT.repeat(depth)}`;
    if (isBroken || verbatim > 0 || isEmpty) out += part;
    if (out.length > MAX_LENGTH) return undefined;
    if (kind === 'open') depth += 1;
    if (kind === 'open' && (verbatim > 0 || kept.has(at))) verbatim += 1;
    if (kind === 'close' && verbatim > 0) verbatim -= 1;
  }
  return out;
}

/** Returns the indexes of elements whose spaces matter; nothing if tags do not match. */
function keptElements(parts: readonly Part[]): ReadonlySet<number> | undefined {
  const kept = new Set<number>();
  const open: { at: number; name: string }[] = [];
  for (const [at, { kind, source }] of parts.entries()) {
    const top = open.at(-1);
    if (kind === 'text' && source.trim() !== '') {
      if (!top) return undefined;
      kept.add(top.at);
    } else if (kind === 'open') {
      if (open.length === MAX_DEPTH) return undefined;
      open.push({ at, name: nameOf(source) });
      if (/\sxml:space\s*=\s*["']preserve["']/.test(source)) kept.add(at);
    } else if (kind === 'close' && open.pop()?.name !== nameOf(source)) return undefined;
  }
  return open.length === 0 ? kept : undefined;
}

function nameOf(tag: string): string {
  return /^<\/?([^\s/>]*)/.exec(tag)?.[1] ?? '';
}

/** Splits a document into tags, texts, comments, and the like, in one pass. */
function partsOf(source: string): Part[] | undefined {
  const parts: Part[] = [];
  for (let at = 0; at < source.length; ) {
    const end = source[at] === '<' ? endOfMarkup(source, at) : endOfText(source, at);
    if (end === undefined) return undefined;
    const part = source.slice(at, end);
    parts.push({ kind: kindOf(part), source: part });
    at = end;
  }
  return parts;
}

function kindOf(part: string): Part['kind'] {
  // The content of a CDATA section is text.
  if (!part.startsWith('<') || part.startsWith('<![CDATA[')) return 'text';
  if (/^<[!?]/.test(part)) return 'other';
  if (part.startsWith('</')) return 'close';
  return part.endsWith('/>') ? 'empty' : 'open';
}

function endOfText(source: string, from: number): number {
  const end = source.indexOf('<', from);
  return end < 0 ? source.length : end;
}

const ENDINGS: readonly (readonly [start: string, end: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
];

function endOfMarkup(source: string, from: number): number | undefined {
  for (const [start, ending] of ENDINGS)
    if (source.startsWith(start, from)) {
      const end = source.indexOf(ending, from + start.length);
      return end < 0 ? undefined : end + ending.length;
    }
  let quote = '';
  let brackets = 0;
  for (let at = from + 1; at < source.length; at++) {
    const character = source[at] ?? '';
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '[') brackets += 1;
    else if (character === ']') brackets -= 1;
    else if (character === '>' && brackets <= 0) return at + 1;
    else if (character === '<' && brackets <= 0) return undefined;
  }
  return undefined;
}
