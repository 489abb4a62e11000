import { Refused } from '../errors.ts';
import { objectJson, orderedExportJson, plainJson, shallowJson } from '../tree/json.ts';
import { namesPriority } from '../tree/keys.ts';
import type { TreeNode } from '../tree/node.ts';
import { RETRY_AFTER_S } from '../wire/status.ts';
import { type Filter, parseFilter, parseShallowFilter } from './filter.ts';
import type { Presentation } from './params.ts';
import { refusalOfRead } from './refusedRead.ts';
import {
  answer,
  answerInTurn,
  etagOf,
  type RestRequest,
  wantsEtag,
  workInTurn,
} from './request.ts';
import { respond, respondError, respondRefused, withoutPatience } from './respond.ts';
import { EventStream } from './stream.ts';

/**
 * Handles GET and HEAD: sends the data at a path, or opens an event stream for it (protocol §15,
 * §16).
 */
export async function get(request: RestRequest): Promise<void> {
  const { context, req, res, path, params, presentation, identity } = request;
  const { database, sessions } = context;
  const filter = presentation.shallow
    ? parseShallowFilter(params, database.limits)
    : parseFilter(params, database.limits);
  if (req.method === 'GET' && req.headers.accept?.includes('text/event-stream')) {
    if (presentation.shallow || presentation.exported || namesPriority(path)) {
      throw new Refused(
        'invalid_data',
        'An event stream supports neither shallow reads nor priorities',
      );
    }
    return workInTurn(request, () => {
      const crowded = sessions.crowdedStream(req, identity, path);
      const later = { 'Retry-After': RETRY_AFTER_S };
      if (sessions.full) respondError(res, 503, 'Too many connections', later);
      else if (crowded !== undefined) respondRefused(res, new Refused('too_many', crowded));
      else new EventStream(context, req, res, identity, { path, filter });
    });
  }
  limitTime(request);
  await answerInTurn(request, () => {
    database.read(() => {
      const refused = refusalOfRead(database, identity, path, filter);
      if (refused !== undefined) return () => respondRefused(res, refused);
      const node = database.select(path, filter.query);
      const known = req.headers['if-none-match'];
      const unchanged = known !== undefined && known === etagOf(node);
      // A client that sends an ETag also needs the new one, as for `get_if_changed` in
      // firebase-admin for Python.
      const headers = wantsEtag(req) || known !== undefined ? { ETag: etagOf(node) } : {};
      if (unchanged) return () => respond(res, 304, '', headers);
      const body = bodyOf(node, filter, presentation);
      return () => answer(request, body, headers);
    }, withoutPatience(res));
  });
}

/** Rejects a read that takes longer than the time limit given in the URL (protocol §15). */
function limitTime({ res, presentation }: RestRequest): void {
  const { timeout } = presentation;
  if (timeout === undefined) return;
  const timer = setTimeout(
    () => respondError(res, 400, 'The read took longer than its timeout'),
    timeout,
  );
  res.on('close', () => clearTimeout(timer));
}

function bodyOf(node: TreeNode | undefined, filter: Filter, presentation: Presentation): string {
  if (filter.order !== undefined && node === undefined) return '{}';
  if (presentation.shallow) return shallowJson(node);
  if (presentation.exported) return orderedExportJson(node);
  return filter.order === undefined ? plainJson(node) : objectJson(node);
}
