import { offerSearch } from './search.ts';

const root = document.documentElement;

function offerThemes(): void {
  document.querySelector('button.theme')?.addEventListener('click', () => {
    const isDark = root.classList.toggle('dark');
    try {
      // The console uses the same storage key, so the help site uses the theme that was chosen
      // there.
      localStorage.setItem('theme', isDark ? 'dark' : 'light');
    } catch {
      // Storage is not available, so the theme changes only on this page.
    }
  });
}

/**
 * Makes the menu button open and close the navigation. The button is visible only on narrow
 * screens.
 */
function offerContents(): void {
  const button = document.querySelector<HTMLButtonElement>('button.menu');
  const contents = document.querySelector<HTMLElement>('#contents');
  if (!button || !contents) return;
  const set = (isOpen: boolean) => {
    button.setAttribute('aria-expanded', String(isOpen));
    contents.classList.toggle('open', isOpen);
  };
  button.addEventListener('click', () => set(button.getAttribute('aria-expanded') !== 'true'));
  // A link to a section of the current page does not load a new page, so close the navigation here.
  contents.addEventListener('click', (event) => {
    if (event.target instanceof HTMLAnchorElement) set(false);
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || button.getAttribute('aria-expanded') !== 'true') return;
    set(false);
    button.focus();
  });
}

offerThemes();
offerContents();
offerSearch();
