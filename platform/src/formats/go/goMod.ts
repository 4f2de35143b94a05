/** The content of a go.mod file. */
export interface GoMod {
  module?: string;
  /** Reason from a `// Deprecated: …` comment at the module line. */
  deprecated?: string;
  requires: { path: string; version: string; indirect: boolean }[];
}

const maxRequires = 20_000;

/**
 * Parses a go.mod for the module path and its requirements. Ignores directives that it does not
 * know, such as those of later Go versions. Throws an `Error` that describes the invalid part.
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
    if (found.requires.length === maxRequires)
      throw new Error(`it requires more than ${maxRequires} modules`);
    const indirect = behind === 'indirect' || Boolean(behind?.startsWith('indirect;'));
    found.requires.push({ path, version, indirect });
  }
}

/** Splits a line into words, which can be quoted, and a comment. */
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
