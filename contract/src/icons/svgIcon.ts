import type { OwnIcon } from '../contributions/icon.ts';

const ELEMENT = /<([a-zA-Z][\w:-]*)((?:\s[^<>]*)?)>/g;
const SQUARE = /\sviewBox="0 0 (\d+) (\d+)"/;
/** Attributes without which an image looks different. */
const LOOKS = /\s(transform|stroke|style|class|fill-rule|clip-path|mask|filter|(?:fill-)?opacity)=/;

/**
 * Returns the icon of an SVG image, such as a file imported with `?raw`. Only its filled paths and
 * its square `viewBox` are used: colors are those of the text. Throws for images that would look
 * different: with other shapes, strokes, transforms, or transparency.
 */
export function svgIcon(svg: string): OwnIcon {
  const paths: string[] = [];
  let size = 20;
  /** Whether paths without a fill of their own are drawn. */
  let isFilled = true;
  for (const [, name = '', written = ''] of svg.matchAll(ELEMENT)) {
    if (name === 'title' || name === 'desc') continue;
    const attributes = written.replace(/='([^'"]*)'/g, '="$1"');
    const [, look] = LOOKS.exec(attributes) ?? [];
    if (look) throw new Error(`Icon: <${name}> has the attribute ${look}. Expected filled paths only.`);
    const fill = /\sfill="([^"]*)"/.exec(attributes)?.[1];
    if (name === 'svg') {
      const [, width, height] = SQUARE.exec(attributes) ?? [];
      if (width === undefined || width !== height)
        throw new Error('Icon: invalid viewBox. Expected a square such as "0 0 20 20".');
      size = Number(width);
      isFilled = fill !== 'none';
    } else if (name === 'g') {
      if (fill === 'none') throw new Error('Icon: <g> has the fill none. Expected filled paths only.');
    } else if (name === 'path') {
      const d = /\sd="([^"]*)"/.exec(attributes)?.[1];
      const isDrawn = fill === undefined ? isFilled : fill !== 'none';
      if (d !== undefined && isDrawn) paths.push(d.replace(/\s+/g, ' '));
    } else {
      throw new Error(`Icon: found <${name}>. Expected <path> elements only.`);
    }
  }
  if (paths.length === 0) throw new Error('Icon: found no filled <path> element.');
  return { size, paths };
}
