import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { makeCompany } from '@/testing/places.ts';
import { renderWith } from '@/testing/render.tsx';
import { type Handler, serve } from '@/testing/server.ts';
import { RecordSelect } from './RecordSelect.tsx';
import { Field } from './ui/Field.tsx';

const few = ['Acme', 'Birch', 'Cedar', 'Cobalt'].map((name) =>
  makeCompany(name.toLowerCase(), name),
);
const many = Array.from({ length: 60 }, (_, n) => makeCompany(`c${n}`, `Customer ${n}`));

function show(companies: unknown[], value = '', handlers: Record<string, Handler> = {}) {
  const onChosen = vi.fn();
  serve({ 'GET /api/companies': () => ({ body: companies }), ...handlers });
  function Form() {
    const [chosen, setChosen] = useState(value);
    return (
      <Field label="Company">
        {(control) => (
          <RecordSelect
            {...control}
            kind="companies"
            fixed={[{ value: '-', label: 'All companies' }]}
            value={chosen}
            placeholder="Select a company"
            unknownLabel="Unknown"
            onValueChange={(next) => {
              onChosen(next);
              setChosen(next);
            }}
          />
        )}
      </Field>
    );
  }
  renderWith(<Form />);
  return { onChosen };
}
const select = () => screen.getByRole('combobox', { name: 'Company' });
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const highlighted = () => {
  const of = document.activeElement?.getAttribute('aria-activedescendant');
  return of && document.getElementById(of)?.textContent;
};
const asked = () => vi.mocked(fetch).mock.calls.map(([input]) => String(input));

describe('a select with a few records', () => {
  test('offers all records without a search field, and can be used with only the keyboard', async () => {
    const { onChosen } = show(few);
    expect(select()).toHaveTextContent('Select a company');
    await userEvent.tab();
    expect(select()).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() =>
      expect(options()).toEqual(['All companies', 'Acme', 'Birch', 'Cedar', 'Cobalt']),
    );
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(highlighted()).toBe('All companies');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(highlighted()).toBe('Birch');
    await userEvent.keyboard('{End}{ArrowDown}');
    expect(highlighted()).toBe('Cobalt');
    await userEvent.keyboard('c');
    expect(highlighted()).toBe('Cedar');
    await userEvent.keyboard('o');
    expect(highlighted()).toBe('Cobalt');
    await userEvent.keyboard('{Enter}');
    expect(onChosen).toHaveBeenCalledExactlyOnceWith('cobalt');
    expect(select()).toHaveTextContent('Cobalt');
    await waitFor(() => expect(select()).toHaveFocus());
    expect(options()).toEqual([]);
    expect(asked()).toHaveLength(1);
  });

  test('opens at the selected option, and changes nothing on Escape', async () => {
    const { onChosen } = show(few, 'birch');
    await waitFor(() => expect(select()).toHaveTextContent('Birch'));
    await userEvent.click(select());
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Birch');
    expect(highlighted()).toBe('Birch');
    await userEvent.keyboard('{ArrowDown}{Escape}');
    await waitFor(() => expect(options()).toEqual([]));
    await userEvent.click(select());
    await userEvent.click(screen.getByRole('option', { name: 'Birch' }));
    expect(onChosen).not.toHaveBeenCalled();
  });
});

describe('a select with many records', () => {
  test('offers the first 50, and finds the rest by searching on the server', async () => {
    const { onChosen } = show(many);
    await userEvent.click(select());
    const field = await screen.findByRole('combobox', { name: 'Find company' });
    expect(field).toHaveFocus();
    expect(options()).toHaveLength(51);
    expect(screen.getByText('10 more; keep typing')).toBeVisible();
    await userEvent.type(field, 'customer 57');
    await waitFor(() => expect(options()).toEqual(['Customer 57']));
    await userEvent.keyboard('{Enter}');
    expect(onChosen).toHaveBeenCalledExactlyOnceWith('c57');
    await waitFor(() => expect(select()).toHaveTextContent('Customer 57'));
    await userEvent.click(select());
    await userEvent.type(
      await screen.findByRole('combobox', { name: 'Find company' }),
      'nothing like it',
    );
    expect(await screen.findByText('No results for “nothing like it”')).toBeVisible();
  });

  test('shows the name of a selected record that is not among the first 50', async () => {
    show(many, 'c59', { 'GET /api/companies/c59': () => ({ body: many[59] }) });
    await waitFor(() => expect(select()).toHaveTextContent('Customer 59'));
  });

  test('shows that the selected record no longer exists', async () => {
    show(many, 'gone', { 'GET /api/companies/gone': () => ({ status: 404, body: 'No.' }) });
    await waitFor(() => expect(select()).toHaveTextContent('Unknown'));
  });

  test('ignores the results of the previous search', async () => {
    const { onChosen } = show(many);
    await userEvent.click(select());
    const field = await screen.findByRole('combobox', { name: 'Find company' });
    await userEvent.type(field, '57');
    await waitFor(() => expect(options()).toEqual(['Customer 57']));
    await userEvent.clear(field);
    await userEvent.type(field, '58{Enter}');
    expect(onChosen.mock.calls.flat()).not.toContain('c57');
  });
});
