import { expect, test } from 'vitest';
import { deviceName } from './device.ts';

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';

test.each([
  [`${WINDOWS} ${BLINK} Chrome/156.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [`${WINDOWS} ${BLINK} Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0`, 'Edge on Windows'],
  [`${WINDOWS} ${BLINK} Chrome/155.0.0.0 Safari/537.36 OPR/121.0.0.0`, 'Opera on Windows'],
  [`${MAC} ${WEBKIT} Version/18.1 Safari/605.1.15`, 'Safari on macOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
  [`${IPHONE} ${WEBKIT} Version/18.1 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
  [`${IPHONE} ${WEBKIT} CriOS/156.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
  [
    `Mozilla/5.0 (Linux; Android 16) ${BLINK} Chrome/156.0.0.0 Mobile Safari/537.36`,
    'Chrome on Android',
  ],
  [
    `Mozilla/5.0 (Linux; Android 16; SM-S931B) ${BLINK} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${BLINK} Chrome/156.0.0.0 Safari/537.36`,
    'Chrome on ChromeOS',
  ],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${BLINK} HeadlessChrome/156.0.0.0 Safari/537.36`,
    'Chrome on Linux',
  ],
  ['curl/8.14.1', 'curl'],
  ['nonsense', 'Unknown browser'],
  ['', 'Unknown browser'],
  [null, 'Unknown browser'],
])('the device name for %s is %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
