import { readdirSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

const YEAR_MS = 31_536_000_000;
/**
 * Matches files whose names contain a hash of their content. The content of any other file may
 * change under the same name.
 */
export const HASHED = /^\/assets\//;

/**
 * Enables the app to serve static files from build folders. One call is enough for all folders;
 * further calls do nothing.
 */
export async function sendsBuiltFiles(app: FastifyInstance, root: string): Promise<void> {
  if (app.hasReplyDecorator('sendFile')) return;
  await app.register(fastifyStatic, { root, serve: false, preCompressed: true });
}

/**
 * Returns the URL paths of all files in a folder. A request can only match one of these paths; its
 * path is never resolved against the file system.
 */
export function filesBelow(root: string): ReadonlySet<string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  return new Set(paths.map((relative) => `/${relative.split(path.sep).join('/')}`));
}

/**
 * Sends a static file from a build folder.
 * @param pathname one of the paths from `filesBelow`
 */
export function sendBuiltFile(reply: FastifyReply, root: string, pathname: string): FastifyReply {
  const immutable = HASHED.test(pathname);
  const caching = immutable ? { maxAge: YEAR_MS, immutable } : { maxAge: 0 };
  // The accept-encoding header decides which encoding of the file is sent.
  reply.header('vary', 'accept-encoding');
  return reply.sendFile(pathname.slice(1), root, caching);
}
