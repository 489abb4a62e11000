import { msg } from '@halyard/messages';
import type { FastifyInstance } from 'fastify';
import { fileNotFound, notFound } from '../../platform/errors.ts';
import { helpPolicy } from '../../platform/http/headers.ts';
import { filesBelow, HASHED, sendBuiltFile, sendsBuiltFiles } from './builtFiles.ts';

/** The path prefix of the help site. The console links to it, and the service worker ignores it. */
const HELP = '/help';
/** The help site's page for unknown paths. */
const LOST = '/404.html';

/**
 * Serves the help site at `/help/` without authentication. apps/docs builds the site, which is the
 * same for everyone and contains no data from this installation.
 * @param root the folder of the built site; without it, the paths return 404
 */
export async function serveHelp(app: FastifyInstance, root: string | undefined): Promise<void> {
  if (root === undefined) {
    for (const url of [HELP, `${HELP}/*`])
      app.get(url, () => {
        throw notFound(msg`Help topic not found`);
      });
    return;
  }
  await sendsBuiltFiles(app, root);
  const files = filesBelow(root);
  app.get(HELP, (_request, reply) => reply.redirect(`${HELP}/`, 308));
  app.get(`${HELP}/*`, async (request, reply) => {
    const pathname = request.url.split('?', 1)[0]!.slice(HELP.length);
    const asked = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    if (!files.has(asked) && (HASHED.test(asked) || !files.has(LOST))) throw fileNotFound();
    const file = files.has(asked) ? asked : LOST;
    if (file === LOST) reply.code(404);
    if (file.endsWith('.html')) reply.header('content-security-policy', helpPolicy());
    return sendBuiltFile(reply, root, file);
  });
}
