import { describe, expect, it, vi } from 'vitest';
import { renderMarkdown } from './renderMarkdown.ts';

function html(source: string): string {
  const place = document.createElement('div');
  place.append(renderMarkdown(source));
  return place.innerHTML.trim();
}

describe('renderMarkdown', () => {
  it('puts headings below those of the page', () => {
    expect(html('# One\n\n###### Six')).toBe('<h2>One</h2>\n<h6>Six</h6>');
  });

  it.each([
    ['<script>alert(1)</script>hi', 'hi'],
    ['<img src=x onerror=alert(1)>', 'Picture'],
    ['<a href="javascript:alert(1)">x</a>', 'x'],
    ['<iframe src="https://evil.example"></iframe>', ''],
    ['<form action="https://evil.example"><input name=p><button>Go</button></form>', 'Go'],
    ['<p style="position:fixed" id="lading-frame" class="ld-button">x</p>', 'x'],
    ['<svg><script>alert(1)</script></svg>', ''],
  ])('leaves nothing that acts in %s', (source, shown) => {
    expect(html(source).replace(/^<p>|<\/p>$/g, '')).toBe(shown);
  });

  it('shows images of the package, and not those of others [pkg-01]', () => {
    const images = (source: string) => {
      const nodes = renderMarkdown(source, (path) => `/image?file=${path}`);
      return [...nodes.querySelectorAll('img')].map((image) => image.getAttribute('src'));
    };
    expect(images('![a](docs/logo.png) ![b](./b.svg?raw=true) ![c](../../etc/c.png)')).toEqual([
      '/image?file=docs/logo.png',
      '/image?file=b.svg',
      '/image?file=etc/c.png',
    ]);
    const remote = String.raw`<img src="\\example.com/c.png"> <img src="\\[">`;
    expect(images(`![a](https://example.com/a.png) ![b](//example.com/b.png) ${remote}`)).toEqual([]);
  });

  it('shows 20 images of a document, and the texts of others', () => {
    const source = Array.from({ length: 21 }, (_, at) => `![picture ${at}](${at}.png)`).join(' ');
    const nodes = renderMarkdown(source, (path) => path);
    expect(nodes.querySelectorAll('img')).toHaveLength(20);
    expect(nodes.textContent).toContain('picture 20');
  });

  it('requests an image again before its text is shown: the server may be busy', () => {
    vi.useFakeTimers();
    document.body.append(renderMarkdown('![logo](logo.png)', (path) => path));
    const image = document.querySelector('img[alt=logo]') as HTMLImageElement;
    const requested = vi.spyOn(image, 'src', 'set');
    image.dispatchEvent(new Event('error'));
    expect([image.isConnected, requested.mock.calls]).toEqual([true, []]);
    vi.runAllTimers();
    expect([image.isConnected, requested.mock.calls]).toEqual([true, [['logo.png']]]);
    image.dispatchEvent(new Event('error'));
    expect(image.isConnected).toBe(false);
    vi.useRealTimers();
  });

  it('leads outside in a new tab without a word of where from', () => {
    expect(html('[home](https://example.org/a)')).toBe(
      '<p><a href="https://example.org/a" target="_blank" rel="noopener noreferrer nofollow ugc">home</a></p>',
    );
  });

  it('keeps the words of a link to a place that has no address here', () => {
    expect(html('[docs](./docs/a.md) [top](#top)')).toBe('<p>docs top</p>');
  });

  it('leads from a table of contents to the heading, in the place where one is', () => {
    const place = document.createElement('div');
    place.append(
      renderMarkdown(
        '[How](#how-to-use-it) [again](#HOW-to-use-it-1)\n\n## How to `use` it?\n\n## How to use it!',
      ),
    );
    document.body.append(place);
    const [how, again] = place.querySelectorAll('a');
    const shown = vi.fn();
    for (const heading of place.querySelectorAll('h3'))
      heading.scrollIntoView = () => shown(heading.textContent);
    how?.click();
    expect(shown).toHaveBeenLastCalledWith('How to use it?');
    expect(document.activeElement?.textContent).toBe('How to use it?');
    again?.click();
    expect(shown).toHaveBeenLastCalledWith('How to use it!');
    expect(location.hash).toBe('');
    expect(how?.target).toBe('');
    place.remove();
  });

  it('loads no image from other hosts: it becomes a link or its text', () => {
    expect(html('![Logo](https://example.org/logo.png)')).toContain('>Logo</a>');
    expect(html('[![build](https://example.org/b.svg)](https://example.org/ci)')).toContain('>build</a>');
    expect(html('![](logo.png)')).toBe('<p>Picture</p>');
    expect(html('![dot](data:image/png;base64,iVBORw0KGgo=)')).toContain('<img');
  });

  it('keeps tables, code and lists of tasks', () => {
    expect(html('| a |\n| - |\n| 1 |')).toContain('<table tabindex="0">');
    expect(html('```js\nlet a;\n```')).toBe('<pre tabindex="0"><code>let a;\n</code></pre>');
    expect(html('- [x] done\n- [ ] open')).toBe('<ul>\n<li>☑ done</li>\n<li>☐ open</li>\n</ul>');
  });
});
