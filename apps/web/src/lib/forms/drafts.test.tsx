import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { Route } from 'wouter';
import { z } from 'zod';
import { RequireUser } from '@/app/guards.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { renderWith, testUser } from '@/testing/render.tsx';
import { serve } from '@/testing/server.ts';
import { setCurrentUser } from '../session/currentUser.ts';
import { startLeaving, stopLeaving } from '../session/returnPath.ts';

const schema = z.object({ name: z.string(), city: z.string(), password: z.string() });

/** The saved city. Another user changes it while the form's user is signed out. */
let city = 'Lima';

function Form() {
  const form = useZodForm(schema, { name: '', city, password: '' }, 'thing');
  return (
    <form>
      <FormField form={form} name="name" label="Name">
        {(control) => <Input {...control} />}
      </FormField>
      <FormField form={form} name="city" label="City">
        {(control) => <Input {...control} />}
      </FormField>
      <FormField form={form} name="password" label="Password">
        {(control) => <Input {...control} />}
      </FormField>
    </form>
  );
}

async function type() {
  city = 'Lima';
  serve({});
  const rendered = renderWith(
    <>
      <Route path="/auth">login page</Route>
      <Route path="/things">
        <RequireUser>
          <Form />
        </RequireUser>
      </Route>
    </>,
    { user: testUser(), path: '/things?q=pier' },
  );
  await userEvent.type(screen.getByLabelText('Name'), 'Annex');
  await userEvent.type(screen.getByLabelText('Password'), 'secret-enough');
  return rendered;
}

async function comeBack({ client, navigate }: Awaited<ReturnType<typeof type>>, user = testUser()) {
  act(() => setCurrentUser(client, null));
  await screen.findByText('login page');
  city = 'Reno';
  act(() => setCurrentUser(client, user));
  act(() => navigate('/things'));
}

afterEach(stopLeaving);

test('a form draft restores everything that the user typed before the session ended, except passwords', async () => {
  await comeBack(await type());
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('Annex'));
  expect(screen.getByText('Your unsaved changes were restored.')).toBeVisible();
  expect(screen.getByLabelText('Password')).toHaveValue('');
});

test("a restored form draft shows other users' changes in fields that were not edited", async () => {
  await comeBack(await type());
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('Annex'));
  expect(screen.getByLabelText('City')).toHaveValue('Reno');
});

test('a form draft is restored once, and the form is empty when the user opens it again later', async () => {
  const rendered = await type();
  await comeBack(rendered);
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('Annex'));
  act(() => rendered.navigate('/elsewhere'));
  act(() => rendered.navigate('/things'));
  expect(screen.getByLabelText('Name')).toHaveValue('');
});

test('a form draft is not restored for a different user', async () => {
  await comeBack(await type(), testUser({ id: 'u2' }));
  expect(screen.getByLabelText('Name')).toHaveValue('');
});

test('a form draft is deleted when the user signs out', async () => {
  const rendered = await type();
  startLeaving();
  await comeBack(rendered);
  expect(screen.getByLabelText('Name')).toHaveValue('');
});
