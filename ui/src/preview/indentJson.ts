const INDENT = '  ';

/**
 * Breaks JSON into indented lines. Texts and numbers keep their notation, unlike after parsing.
 * Returns nothing for a text that is no JSON.
 */
export function indentJson(source: string): string | undefined {
  try {
    JSON.parse(source);
  } catch {
    return undefined;
  }
  let depth = 0;
  let out = '';
  const line = () => `\n${INDENT.repeat(depth)}`;
  for (const [token] of source.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    if (token === '{' || token === '[') {
      depth += 1;
      out += token + line();
    } else if (token === '}' || token === ']') {
      depth -= 1;
      const opening = token === '}' ? '{' : '[';
      const trimmed = out.trimEnd();
      // An empty object or list stays on one line.
      out = trimmed.endsWith(opening) ? trimmed + token : trimmed + line() + token;
    } else if (token === ',') out += token + line();
    else out += token === ':' ? ': ' : token;
  }
  return out;
}
