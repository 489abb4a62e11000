import { z } from 'zod';
import { POSITIONS } from './position.ts';
import {
  commandShape,
  lockShape,
  NOTHING,
  positionRequestShape,
  recordShape,
  switchesShape,
} from './shapes.ts';
import { OUTCOMES, TARGETS } from './values.ts';

/** API schemas for the kinds of fields in a flag's live state. */
const kinds = {
  text: () => z.string(),
  textOrEmpty: () => z.string(),
  textOrNull: () => z.string().nullable(),
  name: () => z.string(),
  time: () => z.number(),
  timeOrZero: () => z.number(),
  optionalTime: () => z.number().optional(),
  numberOrNull: () => z.number().nullable(),
  optionalState: () => z.boolean().exactOptional(),
  isSet: () => z.boolean(),
  seconds: () => z.number(),
  voltage: () => z.number().nullable(),
  optionalPosition: () => z.enum(POSITIONS).optional(),
  optionalTarget: () => z.enum(TARGETS).optional(),
  optionalOutcome: () => z.enum(OUTCOMES).optional(),
};

const switches = z.object(switchesShape(kinds, NOTHING));
const positionRequest = z.object(positionRequestShape(kinds, NOTHING));
const command = z.object(
  commandShape({ ...kinds, positionRequest: () => positionRequest.optional() }, NOTHING),
);

/** A pole's lock: who locked it, when (epoch milliseconds), and why. */
export const flagLock = z.object(lockShape(kinds, NOTHING));

/** A flag's live state, from which the server and all clients compute the same view. */
export const flagRecord = z.object(
  recordShape(
    {
      ...kinds,
      switches: () => switches,
      command: () => command.nullable(),
      lock: () => flagLock.nullable(),
    },
    NOTHING,
    NOTHING,
  ),
);
