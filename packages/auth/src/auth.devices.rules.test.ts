import { expect, test } from 'vitest';
import { deviceNameOf } from './auth.devices.rules.ts';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';
const SAFARI = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0';

test.each([
  [`Mozilla/5.0 (Linux; Android 16; K) ${CHROME} Mobile Safari/537.36`, 'Chrome', 'Android'],
  [
    `Mozilla/5.0 (Linux; Android 16; K) SamsungBrowser/29.0 ${CHROME} Mobile Safari/537.36`,
    'Samsung Internet',
    'Android',
  ],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/140.0.0.0`, 'Edge', 'Windows'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI} Safari/605.1.15`, 'Safari', 'Mac'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${SAFARI} Mobile/15E148 Safari/604.1`,
    'Safari',
    'iPhone',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox', 'Linux'],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${CHROME.replace('Chrome', 'HeadlessChrome')} Safari/537.36`,
    'Chrome',
    'Linux',
  ],
  ['curl/8.5.0', null, null],
  ['', null, null],
  [null, null, null],
])('%s is told as %s on %s', (line, browser, system) => {
  expect(deviceNameOf(line)).toEqual({ browser, system });
});
