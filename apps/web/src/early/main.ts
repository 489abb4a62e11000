import { fetchEarly } from './fetchEarly.ts';

/** The page loads this module before everything else (vite.config.ts). main.tsx also imports it. */
void fetchEarly(window.location);
