/**
 * The content policy lets in only style tags that carry the nonce of this page. The server writes it
 * into the meta tag that Vite makes; a few libraries write style tags of their own and must know it.
 */
function readNonce(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce || meta?.getAttribute('nonce') || undefined;
}

/**
 * Tells libraries what the policy allows, by globals that they read: importing them for it would
 * bring them into the first page. Zod need not try `eval`, which the browser reports as a breach;
 * react-remove-scroll (inside Radix's dialogs and menus) learns the nonce through get-nonce.
 */
export function tellLibraries(): void {
  const nonce = readNonce();
  Object.assign(globalThis, {
    __zod_globalConfig: { jitless: true },
    ...(nonce ? { __webpack_nonce__: nonce } : {}),
  });
}

/** For parts that take the nonce as a property. */
export function styleNonce(): { nonce?: string } {
  const nonce = readNonce();
  return nonce ? { nonce } : {};
}
