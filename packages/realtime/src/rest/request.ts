import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Budget } from '../core/budget.ts';
import type { Database } from '../core/database.ts';
import type { Sessions } from '../core/session.ts';
import type { Refused } from '../errors.ts';
import type { Authenticator, Identity, RealtimeServerOptions } from '../options.ts';
import type { Rules } from '../rules/types.ts';
import { hashOf } from '../tree/hash.ts';
import type { TreeNode } from '../tree/node.ts';
import type { Path } from '../tree/types.ts';
import { contentDisposition, type Presentation } from './params.ts';
import { indented } from './pretty.ts';
import { respond } from './respond.ts';

/** Handles the rule changes that administrators make through the API. */
export interface RulesDesk {
  /** Whether administrators may replace the rules. See `RealtimeServerOptions.replaceableRules`. */
  readonly replaceable: boolean;
  /** Stores new rules, which take effect once they are durable. */
  replace(rules: Rules, respond: (refused: Refused | undefined) => void): void;
}

export interface RestContext {
  database: Database;
  sessions: Sessions;
  authenticate: Authenticator;
  rules: RulesDesk;
  onRefused: NonNullable<RealtimeServerOptions['onRefused']>;
}

/** A REST request with a valid URL and a known sender. */
export interface RestRequest {
  context: RestContext;
  req: IncomingMessage;
  res: ServerResponse;
  path: Path;
  params: URLSearchParams;
  presentation: Presentation;
  identity: Identity;
  /** Throws if the sender's permissions were revoked while the request was waiting. */
  askAgain: () => void;
}

/** Responds to a REST request, or throws the reason for its rejection. */
export type Handler = (request: RestRequest) => void | Promise<void>;

/**
 * Handles a request as soon as its user's share of processing time allows it.
 * @throws CredentialRefused if the user's permissions were revoked while the request waited
 * @throws Refused if too many of the user's requests are already waiting
 */
export async function workInTurn(request: RestRequest, work: () => void): Promise<void> {
  const { res, askAgain } = request;
  await budgetOf(request).handleInTurn(() => {
    if (res.destroyed) return;
    askAgain();
    work();
  });
}

/**
 * Does the same as {@link workInTurn}, and also counts the bytes of the response that the client
 * has not read yet.
 */
export async function answerInTurn(request: RestRequest, work: () => void): Promise<void> {
  const { res } = request;
  const { unread } = budgetOf(request);
  const reader = { unread: () => res.writableLength, drop: () => void res.destroy() };
  await workInTurn(request, () => {
    unread.add(reader);
    res.once('close', () => unread.delete(reader));
    work();
  });
}

const budgetOf = ({ context: { sessions }, req, identity }: RestRequest): Budget =>
  sessions.budgetOf(identity, sessions.addressOf(req));

/** Returns the ETag of a node; `null_etag` if there is no data (protocol §15). */
export const etagOf = (node: TreeNode | undefined): string =>
  node === undefined ? 'null_etag' : hashOf(node);

export const wantsEtag = (req: IncomingMessage): boolean =>
  req.headers['x-firebase-etag'] === 'true';

/** Sends the body of a response in the format that the URL requests (protocol §15). */
export function answer(
  { req, res, presentation }: RestRequest,
  body: string,
  headers: Record<string, string>,
): void {
  const { print, download } = presentation;
  const all =
    download === undefined || req.method !== 'GET'
      ? headers
      : { ...headers, 'Content-Disposition': contentDisposition(download) };
  if (print === 'silent') respond(res, 204, '', all);
  else if (print === 'pretty') {
    respond(res, 200, `${indented(body)}\n`, all);
  } else respond(res, 200, body, all);
}
