import { z } from 'zod';
import { REACH_KINDS } from './reachKinds.ts';

/** A pole in a list of them: its row id, and what people call it. */
export const poleRef = z.object({
  id: z.string(),
  name: z.string(),
  location: z.string(),
  company: z.string(),
  companyId: z.string(),
});
export type PoleRef = z.infer<typeof poleRef>;

const reachedPoles = z.object({
  count: z.number().int(),
  /** The first of them. */
  names: z.array(poleRef),
});

/** What becomes of the poles in the scope of an order or day: each is counted in one kind. */
export const orderReach = z.object({
  /** Poles in its scope: the sum of all kinds. */
  inScope: z.number().int(),
  /** Of these, those of companies that follow orders. */
  follow: z.number().int(),
  /** Of those that move, those that do so later: at sunrise, or when it begins there. */
  later: z.number().int(),
  poles: z.object(
    Object.fromEntries(REACH_KINDS.map((kind) => [kind, reachedPoles])) as Record<
      (typeof REACH_KINDS)[number],
      typeof reachedPoles
    >,
  ),
});
export type OrderReach = z.infer<typeof orderReach>;

/** The poles of one time zone in a preview. Moments are epoch milliseconds. */
export const previewZone = z.object({
  timeZone: z.string(),
  poles: z.number().int(),
  from: z.object({ earliest: z.number(), latest: z.number() }),
  /** Null: open end. */
  until: z.object({ earliest: z.number(), latest: z.number() }).nullable(),
});
export type PreviewZone = z.infer<typeof previewZone>;

/** What an order would do if it were approved now, or amended to these terms. */
export const orderPreview = orderReach.extend({
  /** While autopilot is off, nothing moves. */
  engineIsOn: z.boolean(),
  /** It would be in effect for no minute anywhere: it cannot be approved. */
  isEmpty: z.boolean(),
  zones: z.array(previewZone),
  /** Poles at half-staff that would go up, since an amendment takes the order away from them. */
  rising: reachedPoles,
  /** All of these, by their ids: a person may raise them while autopilot is off. */
  risingIds: z.array(z.string()),
});
export type OrderPreview = z.infer<typeof orderPreview>;
