import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

test('a translated sentence shows a name unchanged even if the name looks like a tag', () => {
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

test('a translated sentence shows the backslashes in a name unchanged', () => {
  const name = String.raw`C:\u202e\x41`;
  const count = 2;
  render(
    <p title={t`Lower ${name}`}>
      <Trans>
        Lower <strong>{name}</strong> and {count} more
      </Trans>
    </p>,
  );
  expect(screen.getByRole('paragraph')).toHaveTextContent(`Lower ${name} and 2 more`);
  expect(screen.getByRole('paragraph')).toHaveAttribute('title', `Lower ${name}`);
});
