import { fetchEarly } from './fetchEarly.ts';

/**
 * The module that the page loads before everything else. main.tsx imports it too, and uses the
 * responses that this module has fetched.
 */
void fetchEarly(window.location);
