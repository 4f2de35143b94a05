import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { signatureHeaders } from './sign.ts';

const body = '{"domain":"artifact","name":"zażółć"}';
const id = '6f6c8f8e-3c1b-4e55-9d6e-2a1f0c0dbeef';
const base64 = `whsec_${Buffer.from('a secret of 24 bytes....').toString('base64')}`;
const headersWith = (secrets: object, signs = true) =>
  signatureHeaders(id, new Date(), body, { named: {}, headers: [], ...secrets }, signs);

describe('signatures', () => {
  it('are valid for the Standard Webhooks package [hook-02]', () => {
    const parsed = JSON.parse(body);
    expect(new Webhook(base64).verify(body, headersWith({ secret: base64 }))).toEqual(parsed);
    const plain = new Webhook('plain', { format: 'raw' });
    expect(plain.verify(body, headersWith({ secret: 'plain' }))).toEqual(parsed);
    expect(() => plain.verify(`${body} `, headersWith({ secret: 'plain' }))).toThrow();
    expect(() => plain.verify(body, headersWith({ secret: 'other' }))).toThrow();
  });

  it('use both secrets for a day after a change', () => {
    const previous = (until: number) => ({
      secret: 'old',
      until: new Date(Date.now() + until).toISOString(),
    });
    const old = new Webhook('old', { format: 'raw' });
    const current = new Webhook('new', { format: 'raw' });
    const during = headersWith({ secret: 'new', previous: previous(1000) });
    expect([old.verify(body, during), current.verify(body, during)]).toHaveLength(2);
    const after = headersWith({ secret: 'new', previous: previous(-1000) });
    expect(current.verify(body, after)).toBeTruthy();
    expect(() => old.verify(body, after)).toThrow();
  });

  it('contain an HMAC of the body, or the secret, in the header of existing receivers [hook-02]', () => {
    const hmac = createHmac('sha256', 'hush').update(body).digest('hex');
    expect(headersWith({ secret: 'hush' })['x-jfrog-event-auth']).toBe(hmac);
    expect(headersWith({ secret: 'hush' }, false)['x-jfrog-event-auth']).toBe('hush');
    expect(Object.keys(headersWith({}))).toEqual(['webhook-id', 'webhook-timestamp']);
  });
});
