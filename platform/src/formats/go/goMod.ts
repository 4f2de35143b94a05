/** What a go.mod says. */
export interface GoMod {
  module?: string;
  /** Why the module should not be used any more: `// Deprecated: …` at its module line. */
  deprecated?: string;
  requires: { path: string; version: string; indirect: boolean }[];
}

const mostRequires = 20_000;

/**
 * Reads a go.mod as far as it says what the module is and needs. What a later version of the language may add is passed over. Throws an
 * `Error` that says what does not hold.
 */
export function parseGoMod(text: string): GoMod {
  const found: GoMod = { requires: [] };
  let block: string | undefined;
  let comments: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const { words, comment } = wordsOf(line);
    if (!words.length) {
      if (comment === undefined) comments = [];
      else comments.push(comment);
      continue;
    }
    const [first = ''] = words;
    if (block === undefined && words.length === 2 && words[1] === '(') block = first;
    else if (block !== undefined && first === ')' && words.length === 1) block = undefined;
    else if (block === undefined) take(found, first, words.slice(1), comments, comment);
    else take(found, block, words, comments, comment);
    comments = [];
  }
  if (block !== undefined) throw new Error(`the block of ${shown(block)} is not closed`);
  return found;
}

function take(
  found: GoMod,
  verb: string,
  given: string[],
  above: string[],
  behind: string | undefined,
): void {
  if (verb === 'module') {
    const [path] = given;
    if (given.length !== 1 || !path) throw new Error('its module line contains no module path');
    if (found.module !== undefined) throw new Error('it has more than one module line');
    found.module = path;
    const notes = [...above, behind ?? ''].join('\n');
    const deprecated = /(?:^|\n)Deprecated:\s*([^\n]*(?:\n(?!\n)[^\n]*)*)/.exec(notes)?.[1]?.trim();
    if (deprecated) found.deprecated = deprecated.replace(/\s+/g, ' ').slice(0, 1000);
  }
  if (verb === 'require') {
    const [path, version] = given;
    if (given.length !== 2 || !path || !version)
      throw new Error(`it requires ${shown(given.join(' '))}, which is not a valid module and version`);
    if (found.requires.length === mostRequires)
      throw new Error(`it requires more than ${mostRequires} modules`);
    const indirect = behind === 'indirect' || Boolean(behind?.startsWith('indirect;'));
    found.requires.push({ path, version, indirect });
  }
}

/** The words of a line, of which quotes may hold one together, and its comment. */
function wordsOf(line: string): { words: string[]; comment?: string } {
  const words: string[] = [];
  let at = 0;
  while (at < line.length) {
    const rest = line[at] ?? '';
    if (/\s/.test(rest)) at += 1;
    else if (line.startsWith('//', at)) return { words, comment: line.slice(at + 2).trim() };
    else if (rest === '"' || rest === '`') {
      const end = line.indexOf(rest, at + 1);
      if (end < 0) throw new Error(`the quoted string in ${shown(line)} is not terminated`);
      words.push(line.slice(at + 1, end));
      at = end + 1;
    } else if (rest === '(' || rest === ')') {
      words.push(rest);
      at += 1;
    } else {
      const start = at;
      while (at < line.length && !/[\s()"`]/.test(line[at] ?? '') && !line.startsWith('//', at)) at += 1;
      words.push(line.slice(start, at));
    }
  }
  return { words };
}

function shown(text: string): string {
  return JSON.stringify(text.trim().slice(0, 80));
}
