import { INSTALL_OFFERED, installOffer } from './installOffer.ts';

const INSTALLED = 'appinstalled';

export const installStore = {
  subscribe(listener: () => void): () => void {
    const installed = () => {
      installOffer.kept = null;
      listener();
    };
    addEventListener(INSTALL_OFFERED, listener);
    addEventListener(INSTALLED, installed);
    return () => {
      removeEventListener(INSTALL_OFFERED, listener);
      removeEventListener(INSTALLED, installed);
    };
  },
  /** Whether the browser offers to install the console. */
  getSnapshot: (): boolean => installOffer.kept !== null,
};

/**
 * Asks the user in the browser's own dialog whether to install the console. Each offer from the
 * browser works only once; the browser creates a new one later.
 */
export async function install(): Promise<void> {
  const offer = installOffer.kept;
  installOffer.kept = null;
  await offer?.prompt();
}
