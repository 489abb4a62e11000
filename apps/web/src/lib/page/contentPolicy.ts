import { whenParsed } from './whenParsed.ts';

/**
 * Returns the page's nonce, which the Content-Security-Policy requires for style tags. The server
 * writes it into a meta tag.
 */
function readNonce(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce || meta?.getAttribute('nonce') || undefined;
}

/**
 * Configures libraries for the Content-Security-Policy: Zod must not try `eval`, and
 * react-remove-scroll needs the nonce for its style tag. Sets global variables, because importing
 * the libraries would add their code to the first page.
 */
export function configureLibraries(): void {
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
  whenParsed(() => {
    const nonce = readNonce();
    if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce });
  });
}

/** Returns the page's nonce as a prop, for components that create style tags. */
export function styleNonce(): { nonce?: string } {
  const nonce = readNonce();
  return nonce ? { nonce } : {};
}
