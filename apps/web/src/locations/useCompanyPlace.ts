import type { CallBody } from '@halyard/domain';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { companyQuery } from '@/lib/api/query.ts';
import type { LocationValues } from './useSaveLocation.ts';

type LocationInput = Omit<CallBody<'createLocation'>, 'id'>;

/** The form fields that usually have the same values for a location and its company. */
const SHARED = ['name', 'address1', 'address2', 'city', 'state', 'zip', 'phone'] as const;

/**
 * Fills in a new location's form with the chosen company's name and address, except for fields that
 * the user has typed into.
 * @param companyId the chosen company; null for an existing location, whose form is not filled in
 * @returns the company's name once the form has been filled in; otherwise null
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
