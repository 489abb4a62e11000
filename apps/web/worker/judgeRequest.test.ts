import { PAGES } from '@halyard/domain';
import { describe, expect, test } from 'vitest';
import { judgeRequest } from './judgeRequest.ts';

const ORIGIN = 'https://flags.example';
const FILES = new Set(['/assets/index-abc.js', '/theme.js']);
const judge = (path: string, mode = 'navigate', method = 'GET') =>
  judgeRequest({ method, mode, url: new URL(path, ORIGIN).href }, ORIGIN, FILES);

describe('the service worker', () => {
  test.each(Object.keys(PAGES))('serves the page %s', (page) => {
    expect(judge(page.replace(':id', 'a-1_B'))).toBe('page');
    expect(judge(`${page.replace(':id', 'a1')}?q=x.json`)).toBe('page');
  });

  test.each([
    ...['/api', '/api/flags', '/api/docs', '/api/flags/export.csv', '/.ws', '/.lp', '/.ws?ns=x'],
    ...['/healthz', '/readyz', '/metrics', '/dev/mail', '/auth', '/setup', '/join/code'],
    ...['/users/a/hardware/F.json', '/companies/a.json', '/locations/x/y.json', '/flags/a.json'],
    ...['/help', '/help/', '/help/half-staff.html', '/help/assets/search-abc.txt'],
    ...['/worker.js', '/site.webmanifest', '/assets/index-abc.js', '/flags//'],
  ])('does not serve %s as a page', (path) => {
    expect(judge(path)).toBe(null);
  });

  test('serves only the files of its own version of the console', () => {
    expect(judge('/assets/index-abc.js', 'cors')).toBe('file');
    expect(judge('/theme.js', 'no-cors')).toBe('file');
    expect(judge('/assets/index-old.js', 'cors')).toBe(null);
    expect(judge('/theme.js?x', 'no-cors')).toBe(null);
    expect(judge('/api/flags', 'cors')).toBe(null);
    expect(judge('/flags', 'cors')).toBe(null);
    expect(judge('https://other.example/theme.js', 'no-cors')).toBe(null);
  });

  test('intercepts only GET requests', () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']) {
      expect(judge('/', 'navigate', method)).toBe(null);
      expect(judge('/theme.js', 'no-cors', method)).toBe(null);
    }
  });
});
