import { whenParsed } from './whenParsed.ts';

/**
 * Returns the nonce of this page. The content policy allows only style tags with this nonce. The
 * server writes it into the meta tag that Vite creates; a few libraries need it for their own style
 * tags.
 */
function readNonce(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce || meta?.getAttribute('nonce') || undefined;
}

/**
 * Configures libraries for the content policy, through globals that they read, because importing
 * them for this would add them to the first page. Zod must not try `eval`, which the browser
 * reports as a violation; react-remove-scroll (inside Radix's dialogs and menus) gets the nonce
 * through get-nonce.
 */
export function configureLibraries(): void {
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
  whenParsed(() => {
    const nonce = readNonce();
    if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce });
  });
}

/** Returns the nonce for components that take it as a prop. */
export function styleNonce(): { nonce?: string } {
  const nonce = readNonce();
  return nonce ? { nonce } : {};
}
