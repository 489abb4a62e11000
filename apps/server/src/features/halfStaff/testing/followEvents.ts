import { AUTHORITIES, choiceOf, FLOWN_FLAGS, type FollowsChoice } from '@halyard/domain';
import { updateCompany } from '../../customers/companies/companies.ts';
import { updateLocation } from '../../customers/locations/locations.ts';
import { updateFlag } from '../../flags/flags.ts';
import { setFollows } from '../autopilot/follows.ts';
import type { Off } from './runs.ts';
import type { Handlers } from './stage.ts';

/**
 * Events that can change which orders apply to a pole: new settings of its company or location, or
 * a move to another location.
 */
export const followEvents = {
  async opt(stage, given) {
    const { expected } = stage.at(given.which);
    const { companyId } = expected;
    const concerned = stage.expected.poles.filter((each) => each.companyId === companyId);
    if (stage.expected.companies.get(companyId) === given.isIn) return;
    await updateCompany(stage.world.ctx, companyId, { autoHalfMast: given.isIn });
    stage.expected.change(
      () => stage.expected.companies.set(companyId, given.isIn),
      true,
      concerned,
    );
  },

  async follow(stage, given) {
    const { expected } = stage.at(given.which);
    const { companyId, locationId } = expected;
    const isCompany = given.place === 'company';
    const chosen = choiceWithout(given.off);
    await setFollows(stage.world.ctx, companyId, {
      locationId: isCompany ? null : locationId,
      follows: chosen,
    });
    const off = new Set<string>([
      ...given.off.authorities.map(({ authority, flies }) => `${authority}/${flies}`),
      ...given.off.days,
    ]);
    const { follows, now } = stage.expected;
    stage.expected.changeFollows(() =>
      isCompany
        ? follows.setCompany(companyId, off, now)
        : follows.setLocation(locationId, off, now),
    );
  },

  async 'unfollow-own'(stage, given) {
    const { expected } = stage.at(given.which);
    const { companyId, locationId } = expected;
    await setFollows(stage.world.ctx, companyId, { locationId, follows: null });
    const { follows, now } = stage.expected;
    stage.expected.changeFollows(() => follows.setLocation(locationId, null, now));
  },

  async fly(stage, given) {
    const { pole, expected } = stage.at(given.which);
    if (given.flies === expected.flies) return;
    const { follows } = stage.expected;
    const isOther = follows.differ(expected.locationId, expected.flies, given.flies);
    await updateFlag(stage.world.ctx, pole.id, { flies: given.flies });
    stage.expected.change(
      () => Object.assign(expected, { flies: given.flies }),
      isOther,
      isOther ? [expected] : [],
    );
  },

  async state(stage, given) {
    const { expected } = stage.at(given.which);
    const location = stage.expected.locations.get(expected.locationId)!;
    if (location.state === given.state) return;
    const concerned = stage.expected.poles.filter(
      (each) => each.locationId === expected.locationId,
    );
    await updateLocation(stage.world.ctx, expected.locationId, { state: given.state });
    stage.expected.change(() => Object.assign(location, { state: given.state }), true, concerned);
  },

  async move(stage, given) {
    const { pole, expected } = stage.at(given.which);
    const { companyId, locationId } = stage.expected.poles[given.to]!;
    if (locationId === expected.locationId) return;
    await updateFlag(stage.world.ctx, pole.id, { companyId, locationId });
    stage.expected.change(() => Object.assign(expected, { companyId, locationId }), true, [
      expected,
    ]);
  },

  async rule(stage, given) {
    const { expected } = stage.at(given.which);
    await updateLocation(stage.world.ctx, expected.locationId, { dailyRule: given.rule });
    stage.expected.locations.get(expected.locationId)!.dailyRule = given.rule !== 'none';
  },
} satisfies Handlers<'opt' | 'follow' | 'unfollow-own' | 'fly' | 'state' | 'move' | 'rule'>;

/** Returns the settings to follow everything except the given authorities and half-staff days. */
function choiceWithout({ authorities, days }: Off): FollowsChoice {
  const all = choiceOf(null);
  return {
    authorities: Object.fromEntries(
      AUTHORITIES.map((each) => [
        each,
        FLOWN_FLAGS.filter(
          (flies) => !authorities.some((one) => one.authority === each && one.flies === flies),
        ),
      ]),
    ) as FollowsChoice['authorities'],
    daysNotFollowed: [...all.daysNotFollowed, ...days],
  };
}
