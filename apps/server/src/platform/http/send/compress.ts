import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The minimum size in bytes of a response that is compressed. Smaller responses fit into one
 * network packet anyway.
 */
const WORTH_COMPRESSING = 1400;

const ENCODINGS = ['gzip', 'identity'];

const compressed = promisify(gzip);

/**
 * Sends text, compressed if that saves time. Only responses to GET are compressed, because a
 * response to POST may contain a new secret that the compressed length could reveal.
 */
export async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> {
  if (request.method !== 'GET' || text.length < WORTH_COMPRESSING) return reply.send(text);
  reply.header('vary', 'accept-encoding');
  const encoding = negotiate(request.headers['accept-encoding'] ?? 'identity', ENCODINGS);
  if (encoding !== 'gzip') return reply.send(text);
  return reply.header('content-encoding', 'gzip').send(await compressed(text));
}
