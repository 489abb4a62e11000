import { msg } from '@halyard/messages';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../../platform/errors.ts';
import { helpPolicy } from '../../platform/http/headers.ts';
import { filesBelow, HASHED, sendBuiltFile, sendsBuiltFiles } from './builtFiles.ts';

/** The path of the help. The console links to the help, and the service worker ignores it. */
const HELP = '/help';
/** The file sent for every path that does not exist. */
const LOST = '/404.html';

/**
 * Serves the help that apps/docs builds, at `/help/`, to everyone. It is the same for all and
 * contains no data of this installation.
 * @param root the folder of the built site; without it, its paths return 404
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
    if (!files.has(asked) && (HASHED.test(asked) || !files.has(LOST)))
      throw notFound(msg`File not found`);
    const file = files.has(asked) ? asked : LOST;
    if (file === LOST) reply.code(404);
    if (file.endsWith('.html')) reply.header('content-security-policy', helpPolicy());
    return sendBuiltFile(reply, root, file);
  });
}
