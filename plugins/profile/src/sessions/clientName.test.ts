import { expect, it } from 'vitest';
import { clientName } from './clientName.ts';

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';

it.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36`, 'Chrome 140', 'Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/140.0.0.0`, 'Edge 140', 'Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox 143', 'Linux'],
  [`${MAC}605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15`, 'Safari 18', 'macOS'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari 18',
    'iPhone',
  ],
  [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`, 'Chrome 140', 'Android'],
  ['curl/8.5.0', undefined, undefined],
  ['', undefined, undefined],
])('%s', (client, browser, system) => {
  expect(clientName(client)).toEqual({ browser, system });
});
