import { describe, expect, it } from 'vitest';
import { svgIcon } from './svgIcon.ts';

describe('an icon from an SVG image', () => {
  it('has the paths of the image, and nothing else of it', () => {
    const svg = `<?xml version="1.0"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="none" onload="alert(1)">
        <title>Tide</title>
        <path fill="#212121" d="M2 2h20
          v20z"/><g><path fill='#212121' d='M4 4z' /></g>
        <path d="M0 0h24v24H0z" fill="none"/><path d="M0 0h24v24H0z"/>
      </svg>`;
    expect(svgIcon(svg)).toEqual({ size: 24, paths: ['M2 2h20 v20z', 'M4 4z'] });
  });

  it.each([
    ['<svg viewBox="0 0 20 20"><circle cx="1" r="2"/></svg>', 'found <circle>'],
    ['<svg viewBox="0 0 20 20"><script>alert(1)</script></svg>', 'found <script>'],
    ['<svg viewBox="0 0 20 20"><path stroke="red" d="M0 0"/></svg>', '<path> has the attribute stroke'],
    [
      '<svg viewBox="0 0 20 20"><g transform="scale(2)"><path d="M0 0"/></g></svg>',
      'the attribute transform',
    ],
    ['<svg viewBox="0 0 20 20"><g fill="none"><path d="M0 0"/></g></svg>', '<g> has the fill none'],
    ['<svg viewBox="0 0 20 20"><path opacity=".3" d="M0 0"/></svg>', 'the attribute opacity'],
    ['<svg viewBox="0 0 20 20"><path fill="none" d="M0 0"/></svg>', 'no filled <path>'],
    ['<svg viewBox="0 0 20 10"><path d="M0 0"/></svg>', 'invalid viewBox'],
    ['<svg viewBox="0 0 20 20"></svg>', 'no filled <path>'],
  ])('is not made of %s', (svg, cause) => {
    expect(() => svgIcon(svg)).toThrow(cause);
  });

  it('is found in linear time', () => {
    const began = performance.now();
    expect(() => svgIcon(`<svg viewBox="0 0 20 20"${' a'.repeat(200_000)}`)).toThrow();
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});
