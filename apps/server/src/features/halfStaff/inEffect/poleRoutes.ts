import type { HandlersOf } from '../../calls/handlers.ts';
import { holdPole, poleHalfStaff, releaseHold } from './poleStatus.ts';

export const poleHalfStaffHandlers: HandlersOf<'poleHalfStaff' | 'holdPole' | 'releaseHold'> = {
  poleHalfStaff: ({ ctx, params }) => poleHalfStaff(ctx, params.id),
  holdPole: ({ ctx, params, body }) => holdPole(ctx, params.id, body),
  releaseHold: ({ ctx, params }) => releaseHold(ctx, params.id),
};
