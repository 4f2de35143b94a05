import { SaxesParser } from 'saxes';

/** The elements of a POM, as paths. */
export type PomPath = `${'project' | 'project/parent'}/${'groupId' | 'artifactId' | 'version'}`;

/**
 * Returns the text of these elements. Throws for invalid XML. Does not use the browser's parser,
 * because the console's policy blocks it for untrusted input.
 */
export function readPom(xml: string): (path: PomPath) => string | undefined {
  const parser = new SaxesParser();
  const open: string[] = [];
  const texts = new Map<string, string>();
  const take = (text: string) => {
    if (open.length > 3) return;
    const path = open.join('/');
    texts.set(path, (texts.get(path) ?? '') + text);
  };
  parser.on('opentag', ({ name }) => void open.push(name.replace(/^.*:/, '')));
  parser.on('closetag', () => void open.pop());
  parser.on('text', take);
  parser.on('cdata', take);
  parser.on('error', (cause) => {
    throw cause;
  });
  parser.write(xml).close();
  return (path) => texts.get(path)?.trim() || undefined;
}
