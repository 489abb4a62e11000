// Sets the theme before the first paint. This is a separate file because the content policy forbids
// inline scripts.
(() => {
  let theme = 'light';
  try {
    if (localStorage.getItem('theme') === 'dark') theme = 'dark';
  } catch {
    // Storage is blocked: use the default theme.
  }
  // These pages are light regardless of the chosen theme.
  if (/^\/(auth|forgot-password|setup|join)(\/|$)/.test(location.pathname)) theme = 'light';
  document.documentElement.classList.toggle('dark', theme === 'dark');
  const frame = document.querySelector('meta[name="theme-color"]');
  frame.content = frame.dataset[theme];
})();
