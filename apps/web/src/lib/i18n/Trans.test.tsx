import { Trans } from '@lingui/react/macro';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

test('shows a name that looks like a tag unchanged', () => {
  const name = '<0>Main</0> <b>Entrance</b>';
  const count = 2;
  render(
    <p>
      <Trans>
        Lower <strong>{name}</strong> and {count} more
      </Trans>
    </p>,
  );
  expect(screen.getByRole('paragraph')).toHaveTextContent(`Lower ${name} and 2 more`);
  expect(screen.getByRole('strong')).toHaveTextContent(name);
});
