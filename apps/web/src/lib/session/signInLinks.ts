import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/api.ts';
import { ASKED_WHEN_SHOWN } from '../api/query.ts';

/** Who opens one's own account by single sign-on. */
export const signInLinksQuery = () =>
  queryOptions({
    queryKey: ['/api/user/sign-in-links'],
    queryFn: ({ signal }) => call('listSignInLinks', { signal }),
    ...ASKED_WHEN_SHOWN,
  });
