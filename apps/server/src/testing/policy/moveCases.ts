import type { Client } from '../harness.ts';
import type { Case, Kit, Row } from './matrix.ts';

export const moveCases = (kit: Kit): Case[] => {
  const move = (c: Client, flagId: string) =>
    c.call('POST', '/api/moves', { control: 'down', flagIds: [flagId] });
  /**
   * Makes the caller move a flag, and then undo that move or try it again. If the move fails,
   * returns its response.
   */
  const afterOwn =
    (method: 'GET' | 'POST', verb: string) => async (c: Client, t: { flagRowId: string }) => {
      const made = await move(c, t.flagRowId);
      if (made.status !== 201) return made;
      return c.call(method, `/api/moves/${made.json.id}${verb}`, bodyOf(verb, t.flagRowId));
    };
  /**
   * For each flag, the ID of one move by another user. Cases share this move, because the number of
   * moves per user is limited.
   */
  const others = new Map<string, Promise<string>>();
  const ofOthers =
    (method: 'GET' | 'POST', verb: string) => async (c: Client, t: { flagRowId: string }) => {
      const made =
        others.get(t.flagRowId) ??
        move(kit.master, t.flagRowId).then(({ json }) => json.id as string);
      others.set(t.flagRowId, made);
      return c.call(method, `/api/moves/${await made}${verb}`, bodyOf(verb, t.flagRowId));
    };
  const plan = (c: Client, flagId: string) =>
    c.call('POST', '/api/moves/plans', { control: 'down', flagIds: [flagId] });
  const confirm = (c: Client, id: string) =>
    c.call('POST', '/api/moves', { control: 'down', plan: id });
  const nobodys: Row = [404, 404, 404, 404, 404, 404, 401];
  return [
    {
      call: 'planMove',
      what: "of a flag at the user's own location",
      act: (c, t) => plan(c, t.flagRowId),
      own: [201, 201, 201, 201, 201, 404, 401],
      foreign: [201, 404, 404, 404, 201, 404, 401],
    },
    {
      call: 'planMove',
      what: 'of a flag at another location of the company',
      act: (c, t) => plan(c, t.otherFlagRowId),
      own: [201, 201, 404, 201, 201, 404, 401],
      foreign: [201, 404, 404, 404, 201, 404, 401],
    },
    {
      call: 'createMove',
      what: "by the caller's plan",
      act: async (c, t) => {
        const made = await plan(c, t.flagRowId);
        return made.status === 201 ? confirm(c, made.json.id) : made;
      },
      own: [201, 201, 201, 201, 201, 404, 401],
      foreign: [201, 404, 404, 404, 201, 404, 401],
    },
    {
      call: 'createMove',
      what: "by other users' plans",
      act: async (c, t) => confirm(c, (await plan(kit.master, t.flagRowId)).json.id),
      own: nobodys,
      foreign: nobodys,
    },
    {
      call: 'createMove',
      what: "of a flag at the user's own location",
      act: (c, t) => move(c, t.flagRowId),
      own: [201, 201, 201, 201, 201, 404, 401],
      foreign: [201, 404, 404, 404, 201, 404, 401],
    },
    {
      call: 'createMove',
      what: 'of a flag at another location of the company',
      act: (c, t) => move(c, t.otherFlagRowId),
      own: [201, 201, 404, 201, 201, 404, 401],
      foreign: [201, 404, 404, 404, 201, 404, 401],
    },
    {
      call: 'listMoves',
      what: 'of the caller',
      act: (c) => c.call('GET', '/api/moves'),
      own: [200, 200, 200, 200, 200, 200, 401],
      foreign: [200, 200, 200, 200, 200, 200, 401],
    },
    {
      call: 'getMove',
      what: 'of the caller',
      act: afterOwn('GET', ''),
      own: [200, 200, 200, 200, 200, 404, 401],
      foreign: [200, 404, 404, 404, 200, 404, 401],
    },
    {
      call: 'getMove',
      what: 'of other users',
      act: ofOthers('GET', ''),
      own: nobodys,
      foreign: nobodys,
    },
    {
      call: 'listMoveFlags',
      what: 'of the caller',
      act: afterOwn('GET', '/flags'),
      own: [200, 200, 200, 200, 200, 404, 401],
      foreign: [200, 404, 404, 404, 200, 404, 401],
    },
    {
      call: 'listMoveFlags',
      what: 'of other users',
      act: ofOthers('GET', '/flags'),
      own: nobodys,
      foreign: nobodys,
    },
    {
      call: 'cancelMove',
      what: 'of the caller',
      act: afterOwn('POST', '/cancel'),
      own: [200, 200, 200, 200, 200, 404, 401],
      foreign: [200, 404, 404, 404, 200, 404, 401],
    },
    {
      call: 'cancelMove',
      what: 'of other users',
      act: ofOthers('POST', '/cancel'),
      own: nobodys,
      foreign: nobodys,
    },
    {
      call: 'retryMove',
      what: 'of the caller',
      act: afterOwn('POST', '/retry'),
      own: [200, 200, 200, 200, 200, 404, 401],
      foreign: [200, 404, 404, 404, 200, 404, 401],
    },
    {
      call: 'retryMove',
      what: 'of other users',
      act: ofOthers('POST', '/retry'),
      own: nobodys,
      foreign: nobodys,
    },
    {
      call: 'undoMove',
      what: 'of the caller',
      act: afterOwn('POST', '/undo'),
      own: [200, 200, 200, 200, 200, 404, 401],
      foreign: [200, 404, 404, 404, 200, 404, 401],
    },
    {
      call: 'undoMove',
      what: 'of other users',
      act: ofOthers('POST', '/undo'),
      own: nobodys,
      foreign: nobodys,
    },
  ];
};

const bodyOf = (verb: string, flagId: string) =>
  verb === '/retry' ? { flagIds: [flagId] } : undefined;
