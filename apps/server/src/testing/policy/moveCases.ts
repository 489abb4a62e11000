import type { Client } from '../harness.ts';
import type { Case, Kit, Row } from './matrix.ts';

export const moveCases = (kit: Kit): Case[] => {
  const move = (c: Client, flagId: string) =>
    c.call('POST', '/api/moves', { control: 'down', flagIds: [flagId] });
  /**
   * Makes the caller move a flag, and then undo that move or try it again. If the move fails,
   * returns its response.
   */
  const afterOwn = (verb: 'retry' | 'undo') => async (c: Client, t: { flagRowId: string }) => {
    const made = await move(c, t.flagRowId);
    if (made.status !== 201) return made;
    return c.call('POST', `/api/moves/${made.json.id}/${verb}`, bodyOf(verb, t.flagRowId));
  };
  const ofOthers = (verb: 'retry' | 'undo') => async (c: Client, t: { flagRowId: string }) => {
    const made = await move(kit.master, t.flagRowId);
    return c.call('POST', `/api/moves/${made.json.id}/${verb}`, bodyOf(verb, t.flagRowId));
  };
  const nobodys: Row = [404, 404, 404, 404, 404, 404, 401];
  return [
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
      call: 'retryMove',
      what: 'of the caller',
      act: afterOwn('retry'),
      own: [200, 200, 200, 200, 200, 404, 401],
      foreign: [200, 404, 404, 404, 200, 404, 401],
    },
    {
      call: 'retryMove',
      what: 'of other users',
      act: ofOthers('retry'),
      own: nobodys,
      foreign: nobodys,
    },
    {
      call: 'undoMove',
      what: 'of the caller',
      act: afterOwn('undo'),
      own: [200, 200, 200, 200, 200, 404, 401],
      foreign: [200, 404, 404, 404, 200, 404, 401],
    },
    {
      call: 'undoMove',
      what: 'of other users',
      act: ofOthers('undo'),
      own: nobodys,
      foreign: nobodys,
    },
  ];
};

const bodyOf = (verb: 'retry' | 'undo', flagId: string) =>
  verb === 'retry' ? { flagIds: [flagId] } : undefined;
