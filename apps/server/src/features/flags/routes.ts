import type { HandlersOf } from '../calls/handlers.ts';
import { listFlagPlaces } from '../fleet/directory/flagPlaces.ts';
import { asksForPage, type Lists } from '../fleet/directory/lists.ts';
import {
  createFlag,
  deleteFlag,
  getFlag,
  listCompanyFlags,
  listFlags,
  listLocationFlags,
  updateFlag,
} from './flags.ts';
import { createDeviceKey, listDeviceKeys, revokeDeviceKey } from './keys/keys.ts';
import { listFlagPage } from './listFlagPage.ts';
import { lockOut, releaseLock } from './lockout.ts';
import { listAdoptable } from './refusedDevices/adoption.ts';
import { replaceDevice } from './replaceDevice.ts';

export const flagHandlers = (
  lists: Lists,
): HandlersOf<
  | 'listFlags'
  | 'listFlagPlaces'
  | 'listCompanyFlags'
  | 'listLocationFlags'
  | 'getFlag'
  | 'listAdoptable'
  | 'createFlag'
  | 'updateFlag'
  | 'deleteFlag'
  | 'lockFlag'
  | 'releaseFlag'
  | 'listDeviceKeys'
  | 'createDeviceKey'
  | 'revokeDeviceKey'
  | 'replaceDevice'
> => ({
  listFlags: ({ ctx, query }) =>
    asksForPage(query) ? listFlagPage(ctx, lists, query) : listFlags(ctx),
  listFlagPlaces: ({ ctx, query }) => listFlagPlaces(ctx, lists, query),
  listCompanyFlags: ({ ctx, params }) => listCompanyFlags(ctx, params.companyId),
  listLocationFlags: ({ ctx, params }) => listLocationFlags(ctx, params.locationId),
  getFlag: ({ ctx, params }) => getFlag(ctx, params.id),
  listAdoptable: ({ ctx, params }) => listAdoptable(ctx, params.flagId),
  createFlag: ({ ctx, body }) => createFlag(ctx, body),
  updateFlag: ({ ctx, params, body }) => updateFlag(ctx, params.id, body),
  deleteFlag: ({ ctx, params }) => deleteFlag(ctx, params.id),
  lockFlag: ({ ctx, params, body }) => lockOut(ctx, params.id, body),
  releaseFlag: ({ ctx, params }) => releaseLock(ctx, params.id),
  listDeviceKeys: ({ ctx, params }) => listDeviceKeys(ctx, params.id),
  createDeviceKey: ({ ctx, params, body }) => createDeviceKey(ctx, params.id, body),
  replaceDevice: ({ ctx, params, body }) => replaceDevice(ctx, params.id, body),
  revokeDeviceKey: ({ ctx, params }) => revokeDeviceKey(ctx, params.id, params.keyId),
});
