import { expect, it } from 'vitest';
import { readMessage } from './protocol.ts';

const call = { kind: 'call', id: 1, method: 'GET', path: '/a', query: '' };
const result = { kind: 'result', id: 1, value: false };

it('reads messages with exactly the fields of their kind', () => {
  for (const message of [
    { kind: 'ready' },
    call,
    { ...call, body: '{}', timeout: 5, retry: false },
    { kind: 'unsaved', reason: undefined },
    { kind: 'height', pixels: 0 },
    { kind: 'result', id: 1, value: true },
    { kind: 'result', id: 1, value: false, failure: 'no anchor' },
    { kind: 'result', id: 1, value: false, failure: 'busy', status: 503 },
    {
      ...result,
      cells: [undefined, null, { text: 'High' }, { text: '2 m', value: 2, path: '/tide', title: 'T' }],
    },
    { kind: 'go', id: 3, to: '/tide', replace: false },
  ])
    expect(readMessage(message)).toBe(message);
});

it.each([
  ['no object', 'ready'],
  ['a list', [{ kind: 'ready' }]],
  ['an unknown kind', { kind: 'eval', code: 'alert(1)' }],
  ['a name of every object', { kind: 'constructor' }],
  ['the prototype', { kind: '__proto__' }],
  ['a field too much', { ...call, credentials: 'include' }],
  ['headers', { ...call, headers: { cookie: 'a=b' } }],
  ['another method', { ...call, method: 'TRACE' }],
  ['a list as path', { ...call, path: ['/a'] }],
  ['an object with its own toString', { ...call, path: { toString: (): string => '/a' } }],
  ['a long path', { ...call, path: `/${'a'.repeat(2_000)}` }],
  ['an ID that is no number', { ...call, id: '1' }],
  ['a missing field', { kind: 'go', id: 1, to: '/tide' }],
  ['a long text', { kind: 'notify', level: 'info', text: 'x'.repeat(301) }],
  ['a result that is no truth value', { kind: 'result', id: 1, value: { available: true } }],
  ['cells that are no list', { ...result, cells: { length: 1 } }],
  ['more cells than rows', { ...result, cells: Array.from({ length: 101 }) }],
  ['a cell with more than its fields', { ...result, cells: [{ text: 'x', html: '<b>x</b>' }] }],
  ['a cell that is a list', { ...result, cells: [['x']] }],
  ['a cell without a text', { ...result, cells: [{ value: 1 }] }],
  ['a cell with a long text', { ...result, cells: [{ text: 'x'.repeat(301) }] }],
  ['a cell with a value that cannot be sorted', { ...result, cells: [{ text: 'x', value: Number.NaN }] }],
  ['a height that is no length', { kind: 'height', pixels: -1 }],
  ['a height without end', { kind: 'height', pixels: Number.POSITIVE_INFINITY }],
  ['a height as text', { kind: 'height', pixels: '100vh' }],
  ['a height of another part', { kind: 'height', pixels: 10, ref: 'extensions/nodeTabs/0/tab' }],
  ['another level', { kind: 'notify', level: 'offer', text: 'x' }],
])('rejects %s', (_what, message) => {
  expect(readMessage(message)).toBeUndefined();
});
