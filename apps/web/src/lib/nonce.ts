/**
 * The content policy lets in only style tags that carry the nonce of this page. The server writes it
 * into the meta tag that Vite makes; a few libraries write style tags of their own and must know it.
 */
function readNonce(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce || meta?.getAttribute('nonce') || undefined;
}

/**
 * Tells it to react-remove-scroll (inside Radix's dialogs and menus): its get-nonce reads this
 * global, which spares us importing a dependency of a dependency.
 */
export function publishNonce(): void {
  const nonce = readNonce();
  if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce });
}

/** For parts that take the nonce as a property. */
export function styleNonce(): { nonce?: string } {
  const nonce = readNonce();
  return nonce ? { nonce } : {};
}
