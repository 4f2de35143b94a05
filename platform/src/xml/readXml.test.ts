import { describe, expect, it } from 'vitest';
import { childOf, childrenOf, escapeXml, readXml, textOf } from './readXml.ts';

describe('readXml', () => {
  it('reads elements, attributes, and text without namespace prefixes', () => {
    const root = readXml(
      '<?xml version="1.0"?><p:a xmlns:p="x" k="1"> <b> one </b><b><![CDATA[<two>]]></b>&amp;</p:a>',
      'It',
    );
    expect(root).toMatchObject({ name: 'a', attributes: { k: '1' } });
    expect(textOf(root, 'b')).toBe('one');
    expect(childrenOf(root, 'b').map(({ text }) => text.trim())).toEqual(['one', '<two>']);
    expect(root.text.trim()).toBe('&');
    expect(childOf(root, 'c')).toBeUndefined();
  });

  it.each<[content: string, why: string]>([
    ['<a><b></a>', 'unexpected close tag'],
    ['<a>', 'unclosed root tag'],
    ['', 'it has no element'],
    ['nothing', 'non-whitespace before first tag'],
    ['<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', 'it contains a DOCTYPE'],
    ['<a>&x;</a>', 'invalid character entity'],
    ['<a/><b/>', 'a second root element'],
    [`${'<a>'.repeat(101)}`, 'more than 100 levels deep'],
    [`<a>${'<b/>'.repeat(200_001)}</a>`, 'more than 200000 elements'],
    ['x'.repeat(8 * 1024 * 1024 + 1), 'longer than'],
  ])('rejects invalid documents: %#', (content, why) => {
    expect(() => readXml(content, 'document')).toThrow(why);
    expect(() => readXml(content, 'document')).toThrow(/^Invalid document: /);
  });

  it('escapes text for a document', () => {
    const text = `<a href="x">'&\u0000\uD800 ok 😀`;
    expect(readXml(`<t>${escapeXml(text)}</t>`, 'It').text).toBe(`<a href="x">'& ok 😀`);
  });
});
