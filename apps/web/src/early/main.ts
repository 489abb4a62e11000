import { fetchEarly } from './fetchEarly.ts';

/**
 * The page loads this module before everything else (vite.config.ts). main.tsx also imports it, so
 * that both share the responses.
 */
void fetchEarly(window.location);
