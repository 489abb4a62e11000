/** Calls `run` once the elements of index.html exist. */
export function whenParsed(run: () => void): void {
  if (document.readyState !== 'loading') return run();
  document.addEventListener('readystatechange', run, { once: true });
}
