/** Chromium's offer to install the console as an app. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

export const INSTALL_OFFERED = 'beforeinstallprompt';
export const installOffer: { kept: InstallOffer | null } = { kept: null };

// The browser makes the offer only once, perhaps before a page is ready to show it, so this listens
// from the start.
addEventListener(INSTALL_OFFERED, (event) => {
  // Prevents the browser's own banner, because the user menu contains the offer.
  event.preventDefault();
  installOffer.kept = event as InstallOffer;
});

// The manifest is not needed before. In index.html, it would take a connection that the scripts need.
addEventListener('load', () => {
  const manifest = document.createElement('link');
  manifest.rel = 'manifest';
  manifest.href = '/site.webmanifest';
  document.head.append(manifest);
});
