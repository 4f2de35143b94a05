import { expect, it } from 'vitest';
import { readSettings } from './settings.ts';

const proxiesOf = (env: Record<string, string>) => readSettings(env).environmentProxies;

it('reads the proxies of the environment, lowercase first', () => {
  expect(proxiesOf({})).toBeUndefined();
  expect(
    proxiesOf({
      https_proxy: 'http://me:s%40cret@proxy.example.org:3128',
      HTTPS_PROXY: 'http://other:1',
      HTTP_PROXY: 'proxy.example.org',
      NO_PROXY: 'localhost, .example.org 10.0.0.0/8',
    }),
  ).toEqual({
    https: {
      ...{ variable: 'HTTPS_PROXY', host: 'proxy.example.org', port: 3128 },
      ...{ username: 'me', password: 's@cret' },
    },
    http: { variable: 'HTTP_PROXY', host: 'proxy.example.org', port: 80, username: '', password: '' },
    noProxy: ['localhost', '.example.org', '10.0.0.0/8'],
  });
});

it.each(['socks5://proxy:1080', 'https://proxy:443', 'http://a:b:c', 'http://%zz:secret@proxy'])(
  'rejects %s, without its password in the message',
  (value) => {
    expect(() => proxiesOf({ HTTPS_PROXY: value })).toThrow('HTTPS_PROXY must be the URL of an HTTP proxy');
    expect(() => proxiesOf({ HTTPS_PROXY: value })).not.toThrow('secret');
  },
);
