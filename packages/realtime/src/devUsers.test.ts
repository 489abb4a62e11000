import { expect, test } from 'vitest';
import { devUsers } from './devUsers.ts';
import { unsignedToken } from './testing/unsignedToken.ts';

const identify = (credential: string) => devUsers.credential(credential, 'wire');

test('with --dev, the server accepts an unsigned token, and uses its user and all its claims', async () => {
  const claims = { sub: 'ann', role: 'editor', exp: 3600 };
  expect(await identify(unsignedToken(claims))).toEqual({ auth: { uid: 'ann', token: claims } });
  expect(await identify(unsignedToken({ user_id: 'bob' }))).toMatchObject({ auth: { uid: 'bob' } });
  expect(await identify('owner')).toEqual({ auth: null, admin: true });
});

test.each([
  [
    'if it is signed',
    unsignedToken({ sub: 'ann' }, { header: { alg: 'HS256' }, signature: 'c2lnbmVk' }),
  ],
  [
    'if it was signed and the signature is removed',
    unsignedToken({ sub: 'ann' }, { header: { alg: 'HS256' } }),
  ],
  [
    'if it claims to be unsigned but has a signature',
    unsignedToken({ sub: 'ann' }, { signature: 'c2lnbmVk' }),
  ],
  [
    'if its algorithm is in another case',
    unsignedToken({ sub: 'ann' }, { header: { alg: 'None' } }),
  ],
  ['if it has four parts', `${unsignedToken({ sub: 'ann' })}.x`],
  ['if it has two parts', unsignedToken({ sub: 'ann' }).slice(0, -1)],
  ['without a user', unsignedToken({ iat: 1 })],
  ['with an empty user', unsignedToken({ sub: '' })],
  ['if its user is a number', unsignedToken({ sub: 1 })],
  ['if its claims are a list', unsignedToken(['ann'])],
  ['without a header', unsignedToken({ sub: 'ann' }, { header: null })],
  ['if it is not JSON', 'a.b.'],
  [
    'with an integer that cannot be kept',
    unsignedToken({ sub: 'ann' }).replace(
      /\..*\./,
      `.${Buffer.from('{"sub":"ann","n":9007199254740993}').toString('base64url')}.`,
    ),
  ],
  ['that is another word', 'Owner'],
  ['that is empty', ''],
])('with --dev, a token is rejected %s', async (_, credential) => {
  await expect(identify(credential)).rejects.toMatchObject({
    name: 'CredentialRefused',
    status: 'invalid_token',
  });
});
