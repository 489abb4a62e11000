/**
 * Calls `run` once the elements of index.html exist. A module that another one imports may run
 * before that.
 */
export function whenParsed(run: () => void): void {
  if (document.readyState !== 'loading') return run();
  document.addEventListener('readystatechange', run, { once: true });
}
