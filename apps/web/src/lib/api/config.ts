import { useQuery } from '@tanstack/react-query';
import { configQuery } from './query.ts';

/** An operator may put a name of its own on the console; until it is known, ours. */
const DEFAULT_PRODUCT_NAME = 'Halyard';
export const TAGLINE = 'Flag Control Platform';

export function useProductName(): string {
  const { data } = useQuery(configQuery());
  return data?.productName ?? DEFAULT_PRODUCT_NAME;
}
