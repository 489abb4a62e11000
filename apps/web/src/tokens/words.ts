import type { TokenScope } from '@halyard/domain';

export const SCOPE_LABELS: Record<TokenScope, string> = {
  read: 'Read',
  switch: 'Read and switch',
  manage: 'Manage',
};

/** The lifetimes of a token in days, with their labels. */
export const LIFETIMES: readonly { value: string; label: string }[] = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
  { value: 'never', label: 'Until it is revoked' },
];
