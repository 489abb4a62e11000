import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/api.ts';
import { ASKED_WHEN_SHOWN } from '../api/query.ts';

/** Fetches the single sign-on identities that can sign in to the user's account. */
export const signInLinksQuery = () =>
  queryOptions({
    queryKey: ['/api/user/sign-in-links'],
    queryFn: ({ signal }) => call('listSignInLinks', { signal }),
    ...ASKED_WHEN_SHOWN,
  });
