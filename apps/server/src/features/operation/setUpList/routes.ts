import type { HandlersOf } from '../../calls/handlers.ts';
import type { SystemSettings } from '../settings/systemSettings.ts';
import { getSetUpList, showSetUpList } from './setUpList.ts';

export const setUpListHandlers = (
  system: SystemSettings,
): HandlersOf<'getSetUpList' | 'showSetUpList'> => ({
  getSetUpList: ({ ctx }) => getSetUpList(ctx, system),
  async showSetUpList({ ctx, body }) {
    await showSetUpList(ctx, body.isShown);
    return getSetUpList(ctx, system);
  },
});
