/**
 * Returns the nonce of this page. The content policy allows only style tags that carry it. The
 * server writes it into the meta tag that Vite makes; a few libraries write their own style tags
 * and need it.
 */
function readNonce(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce || meta?.getAttribute('nonce') || undefined;
}

/**
 * Tells libraries what the policy allows, through globals that they read: importing the libraries
 * for this would add them to the first page. Zod must not try `eval`, which the browser reports as
 * a violation; react-remove-scroll (inside Radix's dialogs and menus) gets the nonce through
 * get-nonce.
 */
export function configureLibraries(): void {
  const nonce = readNonce();
  Object.assign(globalThis, {
    __zod_globalConfig: { jitless: true },
    ...(nonce ? { __webpack_nonce__: nonce } : {}),
  });
}

/** For parts that take the nonce as a prop. */
export function styleNonce(): { nonce?: string } {
  const nonce = readNonce();
  return nonce ? { nonce } : {};
}
