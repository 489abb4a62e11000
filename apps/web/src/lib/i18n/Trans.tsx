import type { TransProps } from '@lingui/react';
import { TransNoContext } from '@lingui/react/server';
import { i18n } from './i18n.ts';

const lingui = { i18n };

/** What the `Trans` macro becomes. It needs no provider: the language changes only with the page. */
export function Trans(props: TransProps) {
  return <TransNoContext {...props} lingui={lingui} />;
}
