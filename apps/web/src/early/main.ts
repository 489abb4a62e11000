import { fetchEarly } from './fetchEarly.ts';

/** The page loads this module before everything else (vite.config.ts). main.tsx imports it, too. */
void fetchEarly(window.location);
