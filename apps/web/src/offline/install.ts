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
  /** Returns whether the browser offers to install the console. */
  getSnapshot: (): boolean => installOffer.kept !== null,
};

/** Opens the browser's dialog that asks the user whether to install the console. */
export async function install(): Promise<void> {
  const offer = installOffer.kept;
  installOffer.kept = null;
  await offer?.prompt();
}
