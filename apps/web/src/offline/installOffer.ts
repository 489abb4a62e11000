/** Chromium's offer to install the console as an app. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

export const INSTALL_OFFERED = 'beforeinstallprompt';
export const installOffer: { kept: InstallOffer | null } = { kept: null };

// The browser offers it once, perhaps before any page is there to show it: from the start on.
addEventListener(INSTALL_OFFERED, (event) => {
  // No bar of the browser's own: the user menu has it.
  event.preventDefault();
  installOffer.kept = event as InstallOffer;
});
