import type { OwnIcon } from '../contributions/icon.ts';

const ELEMENT = /<([a-zA-Z][\w:-]*)((?:\s[^<>]*)?)>/g;
const SQUARE = /\sviewBox="0 0 (\d+) (\d+)"/;

/**
 * Returns the icon of an SVG image, such as a file imported with `?raw`. Only its paths and its
 * square `viewBox` are used: colors are those of the text. Throws for images that would look
 * different: with other shapes, strokes, or transforms.
 */
export function svgIcon(svg: string): OwnIcon {
  const paths: string[] = [];
  let size = 20;
  for (const [, name = '', attributes = ''] of svg.matchAll(ELEMENT)) {
    if (name === 'title' || name === 'desc' || name === 'g') continue;
    if (/\s(?:transform|stroke|style|fill-rule)=/.test(attributes))
      throw new Error(
        `Icon: <${name}> has a transform, stroke, style, or fill-rule. Expected filled paths only.`,
      );
    if (name === 'svg') {
      const [, width, height] = SQUARE.exec(attributes) ?? [];
      if (width === undefined || width !== height)
        throw new Error('Icon: invalid viewBox. Expected a square such as "0 0 20 20".');
      size = Number(width);
    } else if (name === 'path') {
      const d = /\sd="([^"]*)"/.exec(attributes)?.[1];
      if (d !== undefined) paths.push(d.replace(/\s+/g, ' '));
    } else {
      throw new Error(`Icon: found <${name}>. Expected <path> elements only.`);
    }
  }
  if (paths.length === 0) throw new Error('Icon: found no <path> element.');
  return { size, paths };
}
