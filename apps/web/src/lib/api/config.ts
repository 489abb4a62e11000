import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { configQuery } from './query.ts';

/**
 * The product name to show until the configuration has loaded. The configuration may contain a
 * different name.
 */
const DEFAULT_PRODUCT_NAME = 'Halyard';
export const TAGLINE = t`Flag Control Platform`;

export function useProductName(): string {
  const { data } = useQuery(configQuery());
  return data?.productName ?? DEFAULT_PRODUCT_NAME;
}
