import { expect, it } from 'vitest';
import { isExcluded, noProxyFault } from './noProxy.ts';

it.each([
  ['https://example.org/', 'example.org', true],
  ['https://a.example.org/', 'example.org', true],
  ['https://badexample.org/', 'example.org', false],
  ['https://example.org/', '.example.org', false],
  ['https://a.example.org/', '.example.org', true],
  ['https://a.example.org/', '*.example.org', true],
  ['https://EXAMPLE.org./', 'Example.ORG', true],
  ['https://example.org:8443/', 'example.org:8443', true],
  ['https://example.org/', 'example.org:443', true],
  ['https://example.org/', 'example.org:8443', false],
  ['https://10.1.2.3/', '10.0.0.0/8', true],
  ['https://11.1.2.3/', '10.0.0.0/8', false],
  ['https://10.1.2.3/', '10.1.2.3', true],
  ['https://10.1.2.3/', '10.1.2.3:443', true],
  ['https://[2001:db8::1]/', '2001:db8::/32', true],
  ['https://[2001:db8::1]:8443/', '[2001:db8::1]:8443', true],
  ['https://10.1.2.3/', '2.3', false],
  ['https://example.org/', '10.0.0.0/8', false],
  ['https://example.org/', '*', true],
  ['https://10.1.2.3/', '10.0.0.0/99', false],
])('%s is excluded by %s: %s', (url, entry, expected) => {
  expect(isExcluded(new URL(url), ['other.example', entry])).toBe(expected);
});

it.each(['10.0.0.0/33', '10.0.0.0/', 'example.org/8', '::/129', 'a*.org', '**'])('%s is invalid', (entry) => {
  expect(noProxyFault(entry)).toContain(entry);
});
