import { z } from 'zod';
import { pathId } from '../../fields.ts';
import * as flags from '../flags.ts';
import { byId, endpoint, none } from './endpoint.ts';

export const deviceKeysCalls = {
  listDeviceKeys: endpoint(
    'GET',
    '/api/flags/:id/keys',
    'deviceKey.manage',
    'flags',
    "List a flag's device keys, without the keys themselves",
    { params: byId, response: z.array(flags.deviceKey) },
  ),
  createDeviceKey: endpoint(
    'POST',
    '/api/flags/:id/keys',
    'deviceKey.manage',
    'flags',
    'Create a device key; the old one stays valid until the pole reports with the new one',
    {
      params: byId,
      body: flags.deviceKeyCreate.default({}),
      response: flags.deviceKey,
      status: 201,
    },
  ),
  replaceDevice: endpoint(
    'POST',
    '/api/flags/:id/replace',
    'deviceKey.manage',
    'flags',
    'Replace a broken device: the flag stays, and all old keys are revoked immediately',
    {
      params: byId,
      body: flags.deviceReplacement.default({}),
      response: flags.flagCreated,
      status: 201,
    },
  ),
  revokeDeviceKey: endpoint(
    'DELETE',
    '/api/flags/:id/keys/:keyId',
    'deviceKey.manage',
    'flags',
    'Revoke a device key; its open connections end immediately',
    { params: byId.extend({ keyId: pathId }), response: none, status: 204 },
  ),
} as const;
