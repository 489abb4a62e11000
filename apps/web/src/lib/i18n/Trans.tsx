import type { TransProps } from '@lingui/react';
import { TransNoContext } from '@lingui/react/server';
import type { ReactNode } from 'react';
import { i18n } from './i18n.ts';

const lingui = { i18n };

/**
 * The component that the `Trans` macro compiles to. The language changes only when the page
 * reloads.
 */
export function Trans({ values, ...props }: TransProps) {
  return <TransNoContext {...props} {...(values && { values: escaped(values) })} lingui={lingui} />;
}

/**
 * Turns texts with a `<` into elements. Lingui looks for a message's tags after it has inserted the
 * values, so the name `<b>Main</b>` would lose its tags.
 */
const escaped = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && value.includes('<') ? asElement(value) : value,
    ]),
  );

const asElement = (text: string): ReactNode => <>{text}</>;
