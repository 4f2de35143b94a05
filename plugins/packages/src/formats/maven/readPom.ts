import { SaxesParser } from 'saxes';

/** What a POM says of itself, as the paths of its elements. */
export type PomPath = `${'project' | 'project/parent'}/${'groupId' | 'artifactId' | 'version'}`;

/**
 * The texts of these elements. Throws for what is no XML. Read without the browser's own parser: the console's policy keeps what comes
 * from outside away from it.
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
