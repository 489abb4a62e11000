import { expect, test } from 'vitest';
import { htmlText, NestedTooDeeply } from './htmlText.ts';

const PAGE = `<!doctype html>
<html lang="en"><head><title>Governor</title><style>p { color: red }</style>
<script>window.order = 'Flags at half-staff until May 1, 2026';</script></head>
<body>
<header><a href="/">Office of the Governor</a><nav><ul><li>Newsroom</li><li>Flag status</li></ul></nav></header>
<form id="aspnetForm"><input value="search"><button>Search</button>
<main><article>
<header><h1>Governor Bell orders flags to half-staff</h1><time>May 4, 2026</time></header>
<p>COLUMBUS, Ohio &ndash; Governor <b>Ann</b> Bell&nbsp;today ordered flags
to half-staff.</p><p>From sunrise<br>to sunset on May 8, 2026.</p>
<table><tr><td>County</td><td>Perry</td></tr></table>
<p style="display: none">Flags until June 1, 2026</p><p><del>until May 9, 2026</del></p>
<footer>Contact: Pat Lee</footer>
</article></main></form>
<svg><text>Seal</text></svg><noscript>Turn on scripts</noscript>
<footer>Copyright 2026</footer></body></html>`;

test('reading an HTML page returns its visible text and its dateline, without navigation, scripts or hidden parts', () => {
  expect(htmlText(PAGE)).toBe(
    [
      'Governor Bell orders flags to half-staff',
      'May 4, 2026',
      'COLUMBUS, Ohio – Governor Ann Bell today ordered flags to half-staff.',
      'From sunrise\nto sunset on May 8, 2026.',
      'County\n\nPerry',
      'Contact: Pat Lee',
    ].join('\n\n'),
  );
});

test('text is read from an HTML page even if the whole page is inside a form', () => {
  expect(htmlText('<form><p>Flags at half-staff</p><select><option>Ohio</select></form>')).toBe(
    'Flags at half-staff',
  );
});

test('a deeply nested HTML page is read, but a page with a million unclosed elements is rejected', () => {
  expect(htmlText(`${'<div>'.repeat(900)}Flags at half-staff`)).toBe('Flags at half-staff');
  expect(() => htmlText('<div><b>'.repeat(500_000))).toThrow(NestedTooDeeply);
});

test('an unclosed hidden HTML element hides only its own content, not the text after it', () => {
  expect(htmlText('<div><p hidden>until May 9<p>until May 8</div><p>Ohio</p>')).toBe(
    'until May 8\n\nOhio',
  );
});
