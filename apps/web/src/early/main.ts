import { fetchEarly } from './fetchEarly.ts';

/**
 * The module that the page loads before everything else. main.tsx imports it too, so that both
 * share the responses.
 */
void fetchEarly(window.location);
