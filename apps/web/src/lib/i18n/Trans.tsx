import type { TransProps } from '@lingui/react';
import { TransNoContext } from '@lingui/react/server';
import type { ReactNode } from 'react';
import { i18n } from './i18n.ts';

const lingui = { i18n };

/** The component that the `Trans` macro compiles to. */
export function Trans({ values, ...props }: TransProps) {
  return <TransNoContext {...props} {...(values && { values: escaped(values) })} lingui={lingui} />;
}

/**
 * Turns values that contain `<` into elements. Otherwise, Lingui would remove what looks like a
 * tag, as in the name `<b>Main</b>`.
 */
const escaped = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && value.includes('<') ? asElement(value) : value,
    ]),
  );

const asElement = (text: string): ReactNode => <>{text}</>;
