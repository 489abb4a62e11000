// Builds the help site: node apps/docs/src/build.ts. Writes the site, then fails if a link is dead.
import path from 'node:path';
import { markdownFor } from './markdown.ts';
import { parsePages, problemsOf, problemsOfContents } from './problems.ts';
import { repository } from './repository.ts';
import { buildSite } from './site.ts';

await buildSite(path.resolve(import.meta.dirname, '../dist'));
const files = repository();
const pages = parsePages(files, markdownFor(files));
const problems = [...problemsOf(files, pages), ...problemsOfContents(pages)];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
