// Renders the app's PNG icons from one drawing. Run it manually when the drawing changes:
// CHROMIUM_PATH=/usr/bin/chromium node scripts/icons.mjs
import fs from 'node:fs';
import { chromium } from '@playwright/test';
import { at } from './lib/paths.mjs';

const GROUND = '#1b2f5e';
/**
 * The icons to render. `share` is the fraction of the icon that the drawing fills. Operating
 * systems crop a maskable icon to a circle of 80%.
 */
const ICONS = [
  { file: 'icon-192.png', size: 192, share: 1, ground: 'transparent' },
  { file: 'icon-512.png', size: 512, share: 1, ground: 'transparent' },
  { file: 'icon-maskable-512.png', size: 512, share: 0.8, ground: GROUND },
  { file: 'apple-touch-icon.png', size: 180, share: 0.9, ground: GROUND },
];

const svg = fs.readFileSync(at('apps/web/public/favicon.svg'), 'utf8');
const { CHROMIUM_PATH } = process.env;
const browser = await chromium.launch({
  ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
for (const { file, size, share, ground } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const style = `margin:0;display:grid;place-items:center;height:100vh;background:${ground}`;
  await page.setContent(`<body style="${style}">${svg}</body>`);
  await page.addStyleTag({ content: `svg { width: ${100 * share}vw }` });
  await page.screenshot({ path: at('apps/web/public', file), omitBackground: true });
  await page.close();
}
await browser.close();
