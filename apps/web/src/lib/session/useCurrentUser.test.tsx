import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderWith, testUser } from '@/testing/render.tsx';
import { setCurrentUser, useCurrentUser } from './currentUser.ts';

function Page() {
  return <p>{useCurrentUser().username}</p>;
}

describe('useCurrentUser', () => {
  it('follows a change of the same user', async () => {
    const { client } = renderWith(<Page />, { user: testUser() });
    act(() => setCurrentUser(client, testUser({ username: 'pat.lee' })));
    expect(await screen.findByText('pat.lee')).toBeInTheDocument();
  });

  it('does not break a page that renders once more while the session ends', () => {
    const { client } = renderWith(<Page />, { user: testUser() });
    act(() => setCurrentUser(client, null));
    expect(screen.getByText('pat')).toBeInTheDocument();
  });
});
