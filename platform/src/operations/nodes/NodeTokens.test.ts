import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Seal } from '../../secrets/Seal.ts';
import { NodeTokens } from './NodeTokens.ts';

const path = '/ui/api/v1/system/logs/data/jfrt?id=access-audit.log&nodeId=lading-b';
const key = randomBytes(32);
let now = 1_800_000_000_000;
const tokens = new NodeTokens(new Seal(key), () => now);

describe('a token for a request between nodes', () => {
  it('is valid for one path of one node, for a minute', () => {
    const token = tokens.create('lading-b', path);
    expect(tokens.isValid(token, 'lading-b', path)).toBe(true);
    expect(tokens.isValid(token, 'lading-c', path)).toBe(false);
    expect(tokens.isValid(token, 'lading-b', `${path}&limit=2000`)).toBe(false);
    now += 60_001;
    expect(tokens.isValid(token, 'lading-b', path)).toBe(false);
  });

  it('is rejected with another expiry, key, or form', () => {
    const [expires = '', signature = ''] = tokens.create('lading-b', path).split('.');
    const others = new NodeTokens(new Seal(randomBytes(32)), () => now);
    for (const token of [
      `${Number(expires) + 1}.${signature}`,
      others.create('lading-b', path),
      new NodeTokens(new Seal(key), () => now + 600_000).create('lading-b', path),
      ...['', '.', `${expires}.`, `.${signature}`, `NaN.${signature}`, `${expires}.${signature}x`],
    ])
      expect(tokens.isValid(token, 'lading-b', path)).toBe(false);
  });

  it('has a proof of the response that only nodes with the key can create', () => {
    const token = tokens.create('lading-b', path);
    expect(tokens.isProof(tokens.prove(token), token)).toBe(true);
    expect(tokens.isProof(new NodeTokens(new Seal(randomBytes(32))).prove(token), token)).toBe(false);
    for (const wrong of [undefined, '', token, ['a', 'b'], tokens.prove(`${token}x`)])
      expect(tokens.isProof(wrong, token)).toBe(false);
  });
});
