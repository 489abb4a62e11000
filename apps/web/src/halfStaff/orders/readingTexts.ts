import { AUTHORITY_LABELS, type OrderReading, orderEndText, orderStartText } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { KIND_LABELS, scopeText } from './orderTexts.ts';

/**
 * Placeholders for the functions that look up names. They are not called, because an order found in
 * a document never refers to a company or location.
 */
const NAMES = { company: (id: string) => id, location: (id: string) => id };

/** Summarizes an order found in text: "Half-staff · Governor · Ohio". */
export function headlineText({ kind, authority, scope, narrower }: OrderReading): string {
  const where = scope ? scopeText(scope.value, NAMES) : narrower?.value;
  return [kind && KIND_LABELS[kind.value], authority && AUTHORITY_LABELS[authority.value], where]
    .filter(Boolean)
    .join(' · ');
}

/** Returns the period that a document states: "Immediately – sunset, May 8, 2026". */
export function periodText({ starts, ends }: OrderReading): string {
  if (starts && ends) return `${orderStartText(starts.value)} – ${orderEndText(ends.value)}`;
  if (starts) return t`Starts: ${{ start: orderStartText(starts.value) }}`;
  return ends ? t`Ends: ${{ end: orderEndText(ends.value) }}` : t`No dates in the text`;
}
