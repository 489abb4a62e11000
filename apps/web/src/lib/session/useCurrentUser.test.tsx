import { act, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { renderWith, testUser } from '@/testing/render.tsx';
import { setCurrentUser, useCurrentUser } from './currentUser.ts';

function Page() {
  return <p>{useCurrentUser().username}</p>;
}

describe('the signed-in user', () => {
  test("is updated when the same user's data changes", async () => {
    const { client } = renderWith(<Page />, { user: testUser() });
    act(() => setCurrentUser(client, testUser({ username: 'pat.lee' })));
    expect(await screen.findByText('pat.lee')).toBeInTheDocument();
  });

  test('is still available to a page that renders once more while the session ends', () => {
    const { client } = renderWith(<Page />, { user: testUser() });
    act(() => setCurrentUser(client, null));
    expect(screen.getByText('pat')).toBeInTheDocument();
  });
});
