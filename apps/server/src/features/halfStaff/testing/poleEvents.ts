import { POSITION_SWITCHES } from '@halyard/domain';
import { holdPole, releaseHold } from '../inEffect/poleStatus.ts';
import { MINUTE_MS } from './expected.ts';
import { type Handlers, type Stage, unlessRefused } from './stage.ts';

/**
 * Returns a handler for events that take a device online or offline, make it stuck, or let it move
 * again.
 */
const setting =
  (condition: 'isOnline' | 'isStuck', value: boolean) =>
  async (stage: Stage, given: { which: number }) => {
    const { pole, expected } = stage.at(given.which);
    pole[condition] = expected[condition] = value;
  };

/** Events of one pole: commands, holds, and what happens to its device. */
export const poleEvents = {
  async switch(stage, given) {
    const { world } = stage;
    const { pole, expected } = stage.at(given.which);
    const on = (['up', 'half', 'down'] as const).find(
      (p) => world.services.link.record(pole).desired[POSITION_SWITCHES[p]],
    );
    if (given.to === null && on === undefined) return;
    // If the engine has not run since, a repeated command to a pole that is already in position
    // hides the first command.
    const { request } = expected;
    if (request?.byPerson && request.asked === given.to && request.at > stage.engineAt) return;
    const states =
      given.to === null
        ? { [POSITION_SWITCHES[on!]]: false }
        : { [POSITION_SWITCHES[given.to]]: true };
    await world.switchByHand(pole, states);
    await world.idle();
    stage.expected.command(expected, given.to);
  },

  async lamp(stage, given) {
    const { world } = stage;
    const { pole, expected } = stage.at(given.which);
    await world.switchByHand(pole, { lamp: !world.services.link.record(pole).desired.lamp });
    await world.idle();
    stage.expected.lamp(expected);
  },

  async hold(stage, given) {
    const { world } = stage;
    const { pole, expected } = stage.at(given.which);
    if (stage.expected.hasRule(expected)) return;
    const at = world.now() + (given.hours ?? 0) * 60 * MINUTE_MS;
    const said = stage.expected.inEffect(expected);
    if (given.hours === null && !said) return;
    const expires =
      given.hours === null
        ? ({ kind: 'source-ends', sourceKey: said!.key } as const)
        : ({ kind: 'at', at } as const);
    await holdPole(world.ctx, pole.id, { reason: 'Ceremony', expires });
    const key = given.hours === null ? said!.key : null;
    expected.hold = {
      key,
      at: given.hours === null ? Infinity : at,
      isByCommand: false,
      isStored: true,
    };
  },

  async release(stage, given) {
    const { pole, expected } = stage.at(given.which);
    // A hold that the engine has not stored yet cannot be released.
    if (await releaseHold(stage.world.ctx, pole.id).catch(unlessRefused)) expected.hold = null;
  },

  async 'at-pole'(stage, given) {
    const { world } = stage;
    const { pole, expected } = stage.at(given.which);
    if (!pole.isOnline || pole.isStuck || expected.open) return;
    pole.position = given.to;
    expected.position = given.to;
    await world.report();
  },

  away: setting('isOnline', false),
  back: setting('isOnline', true),
  stuck: setting('isStuck', true),
  loose: setting('isStuck', false),

  async replace(stage, given) {
    const { world } = stage;
    const { pole, expected } = stage.at(given.which);
    if (!pole.isOnline || pole.isStuck || expected.open) return;
    await world.replaceDevice(pole, `R-${++stage.replaced}`);
  },
} satisfies Handlers<
  | 'switch'
  | 'lamp'
  | 'hold'
  | 'release'
  | 'at-pole'
  | 'away'
  | 'back'
  | 'stuck'
  | 'loose'
  | 'replace'
>;
