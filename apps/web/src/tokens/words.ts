import type { TokenScope } from '@halyard/domain';
import { t } from '@lingui/core/macro';

export const SCOPE_LABELS: Record<TokenScope, string> = {
  read: t`Read`,
  switch: t`Read and control`,
  manage: t`Manage`,
};

/** The lifetimes of a token in days, with their labels. */
export const LIFETIMES: readonly { value: string; label: string }[] = [
  { value: '30', label: t`30 days` },
  { value: '90', label: t`90 days` },
  { value: '365', label: t`A year` },
  { value: 'never', label: t`Until revoked` },
];
