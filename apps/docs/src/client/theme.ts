// Runs before the first paint. Uses the theme that was chosen in the console
// (apps/web/public/theme.js).
let isDark = false;
try {
  isDark = localStorage.getItem('theme') === 'dark';
} catch {
  // Storage is not available: use the default theme.
}
document.documentElement.classList.add('script');
document.documentElement.classList.toggle('dark', isDark);
const frame = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
if (frame) frame.content = frame.dataset[isDark ? 'dark' : 'light'] ?? '';
