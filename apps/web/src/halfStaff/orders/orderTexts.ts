import {
  type Authority,
  dateText,
  type OrderEnd,
  type OrderKind,
  type OrderScope,
  type OrderStart,
  type OrderStatus,
  stateName,
  timeText,
} from '@halyard/domain';

export const AUTHORITY_LABELS: Record<Authority, string> = {
  president: 'President',
  governor: 'Governor',
  'mayor-dc': 'Mayor of DC',
  county: 'County',
  city: 'City',
  company: 'Company',
};

export const KIND_LABELS: Record<OrderKind, string> = {
  half: 'Half-staff',
  full: 'Full-staff exception',
};

/** An approved order that was changed later shows as amended. */
export function statusText(status: OrderStatus, version: number): string {
  if (status === 'draft') return 'Draft';
  if (status === 'cancelled') return 'Canceled';
  return version > 1 ? `Amended (version ${version})` : 'Approved';
}

export function startText(starts: OrderStart): string {
  switch (starts.kind) {
    case 'immediately':
      return 'Immediately';
    case 'sunrise':
      return `Sunrise, ${dateText(starts.date)}`;
    case 'time':
      return `${timeText(starts.time)}, ${dateText(starts.date)}`;
  }
}

export function endText(ends: OrderEnd): string {
  switch (ends.kind) {
    case 'open':
      return 'open end';
    case 'sunset':
      return `sunset, ${dateText(ends.date)}`;
    case 'noon':
      return `noon, ${dateText(ends.date)}`;
    case 'time':
      return `${timeText(ends.time)}, ${dateText(ends.date)}`;
  }
}

/** Looks up the names of the IDs in a scope. Returns the ID itself if it has no name. */
export interface ScopeNames {
  company: (id: string) => string;
  location: (id: string) => string;
}

export function scopeText(scope: OrderScope, names: ScopeNames): string {
  switch (scope.kind) {
    case 'all':
      return 'All poles';
    case 'states':
      return scope.states.map((code) => stateName(code) ?? code).join(', ');
    case 'companies':
      return scope.companyIds.map(names.company).join(', ');
    case 'locations':
      return scope.locationIds.map(names.location).join(', ');
  }
}
