import type { CallBody } from '@halyard/domain';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { companyQuery } from '@/lib/api/query.ts';
import type { LocationValues } from './useSaveLocation.ts';

type LocationInput = Omit<CallBody<'createLocation'>, 'id'>;

/** The fields that most companies share with their location. */
const SHARED = ['name', 'address1', 'address2', 'city', 'state', 'zip', 'phone'] as const;

/**
 * Copies the company's name and address to a new location's form. Typed values stay; choosing
 * a different company replaces the rest. @param companyId the company chosen in the form; null if
 * the location already exists @returns the company's name once its values are copied
 */
export function useCompanyPlace(
  form: UseFormReturn<LocationInput, unknown, LocationValues>,
  companyId: string | null,
): string | null {
  const { data: company } = useQuery({
    ...companyQuery(companyId ?? ''),
    enabled: companyId !== null && companyId !== '',
  });
  const { getFieldState, resetField, formState } = form;
  // The form tracks `dirtyFields` only if it is read here.
  const { dirtyFields } = formState;
  useEffect(() => {
    if (!company) return;
    for (const field of SHARED)
      if (!getFieldState(field).isDirty) resetField(field, { defaultValue: company[field] ?? '' });
  }, [company, getFieldState, resetField]);
  const isFilled = company !== undefined && SHARED.some((field) => !(field in dirtyFields));
  return isFilled ? company.name : null;
}
