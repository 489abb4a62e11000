// Builds the help site from docs/ into apps/docs/dist, and fails if a link is dead.
import { buildDocs, ensureInstalled, main } from './lib/setup.mjs';

main(async () => {
  await ensureInstalled();
  await buildDocs();
});
