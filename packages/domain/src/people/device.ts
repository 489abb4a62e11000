import { t } from '@halyard/messages';

/**
 * Patterns for browsers. The first match wins, because a user agent also lists the browsers that it
 * is based on.
 */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];
const PLATFORMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const firstOf = (table: readonly [RegExp, string][], text: string) =>
  table.find(([pattern]) => pattern.test(text))?.[1];

const unknownBrowser = () => t`Unknown browser`;

/** Returns a readable name for a user agent, such as "Chrome on Windows". */
export function deviceName(userAgent: string | null): string {
  if (userAgent === null) return unknownBrowser();
  const browser = firstOf(BROWSERS, userAgent) ?? unknownBrowser();
  const platform = firstOf(PLATFORMS, userAgent);
  return platform === undefined ? browser : t`${{ browser }} on ${{ platform }}`;
}
