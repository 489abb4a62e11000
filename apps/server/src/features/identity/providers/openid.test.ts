import { describe, expect, test } from 'vitest';
import { vouchesForEmail } from './openid.ts';

const email = 'pat@state.example';

describe('Google as a sign-in provider', () => {
  const issuer = 'https://accounts.google.com';
  const verified = { email, email_verified: true };

  test('confirms email addresses in a Workspace domain, and Gmail addresses', () => {
    expect(vouchesForEmail(issuer, { ...verified, hd: 'state.example' })).toBe(true);
    expect(vouchesForEmail(issuer, { email: 'pat@gmail.com', email_verified: true })).toBe(true);
  });

  test('does not confirm an email address that Google once verified but does not host', () => {
    expect(vouchesForEmail(issuer, verified)).toBe(false);
    expect(vouchesForEmail(issuer, { ...verified, hd: '' })).toBe(false);
    expect(vouchesForEmail(issuer, { ...verified, hd: true })).toBe(false);
    expect(vouchesForEmail(issuer, { email: 'pat@gmail.com.example', email_verified: true })).toBe(
      false,
    );
  });

  test('does not confirm an unverified email address', () => {
    expect(vouchesForEmail(issuer, { email, hd: 'state.example' })).toBe(false);
    expect(vouchesForEmail(issuer, { email, hd: 'state.example', email_verified: false })).toBe(
      false,
    );
  });
});

describe('Microsoft Entra as a sign-in provider', () => {
  const tid = '72f988bf-86f1-41af-91ab-2d7cd011db47';
  const issuer = `https://login.microsoftonline.com/${tid}/v2.0`;

  test.each([true, 1, '1', 'true'])(
    "confirms an email address in one of the tenant's verified domains if xms_edov is %j",
    (xms_edov) => {
      expect(vouchesForEmail(issuer, { email, tid, xms_edov })).toBe(true);
    },
  );

  test.each([undefined, null, false, 0, '0', 'false', '', {}, [true]])(
    'does not confirm an email address if xms_edov is %j',
    (xms_edov) => {
      expect(vouchesForEmail(issuer, { email, tid, xms_edov })).toBe(false);
    },
  );

  test('does not confirm an email address if the user is in another tenant or the issuer serves all tenants', () => {
    const other = '9188040d-6c67-4c5b-b112-36a304b66dad';
    const claims = { email, xms_edov: true };
    expect(vouchesForEmail(issuer, { ...claims, tid: other })).toBe(false);
    expect(vouchesForEmail(issuer, claims)).toBe(false);
    for (const any of ['{tenantid}', 'common', 'organizations', other])
      expect(
        vouchesForEmail(`https://login.microsoftonline.com/${any}/v2.0`, { ...claims, tid }),
      ).toBe(false);
  });

  test('does not confirm an email address that is marked as unverified in the token', () => {
    expect(vouchesForEmail(issuer, { email, tid, xms_edov: true, email_verified: false })).toBe(
      false,
    );
  });

  test('confirms no email address if the token does not contain one', () => {
    expect(vouchesForEmail(issuer, { tid, xms_edov: true })).toBe(false);
  });
});

describe('a sign-in provider other than Google and Microsoft Entra', () => {
  const issuer = 'https://login.example.com';

  test('confirms an email address only if email_verified is true', () => {
    expect(vouchesForEmail(issuer, { email, email_verified: true })).toBe(true);
    for (const email_verified of ['true', 1, undefined])
      expect(vouchesForEmail(issuer, { email, email_verified, hd: 'state.example' })).toBe(false);
  });

  test("ignores Entra's own claim about verified email addresses", () => {
    expect(vouchesForEmail(issuer, { email, tid: 'x', xms_edov: true })).toBe(false);
  });
});
