import {
  type ComparedField,
  differingFields,
  type EventTerms,
  orderEndText,
  orderStartText,
  type SessionUser,
  type SourceDraft,
} from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { ScrollRegion } from '@/components/ui/ScrollRegion.tsx';
import { StatusShape } from '@/components/ui/Status.tsx';
import { cn } from '@/lib/cn.ts';
import { ordersOfQuery } from '../../data/halfStaffQueries.ts';
import { KIND_LABELS, scopeText } from '../../orders/orderTexts.ts';
import { sourceDraftsQuery } from '../sourceQueries.ts';
import { eventsAlike } from './eventsAlike.ts';

interface OtherSourcesProps {
  user: SessionUser;
  draft: SourceDraft;
  terms: EventTerms;
}

/**
 * Compares a draft side by side with other drafts and recorded orders about the same event. Renders
 * nothing if there are none.
 */
export function OtherSources({ user, draft, terms }: OtherSourcesProps) {
  const { data: drafts = [] } = useQuery(sourceDraftsQuery(user));
  const { data: orders } = useQuery({
    ...ordersOfQuery(terms.authority ?? 'president'),
    enabled: terms.authority !== null,
  });
  const others = eventsAlike(draft, terms, drafts, orders?.items ?? []);
  if (others.length === 0) return null;
  const differing = new Map(others.map(({ id, terms: one }) => [id, differingFields(terms, one)]));
  const differs = [...differing.values()].some((fields) => fields.length > 0);
  const title = differs ? t`The sources disagree.` : t`Another source agrees.`;
  return (
    <div
      className={cn(
        'grid grid-cols-1 gap-2 rounded-lg border px-4 py-3',
        differs ? 'border-warn/30 bg-warn-soft' : 'border-border',
      )}
    >
      <h3 className="flex items-baseline gap-2 font-medium">
        {differs && <StatusShape tone="warn" />}
        {title}
      </h3>
      <ScrollRegion label={title} className="overflow-x-auto">
        <table className="w-full text-left tabular-nums">
          <thead>
            <tr className="align-bottom">
              <td />
              <Heading>{t`This draft: ${{ source: draft.sourceName }}`}</Heading>
              {others.map(({ id, name, href }) => (
                <Heading key={id}>
                  <Link href={href} replace className="touch-target rounded-sm underline">
                    {name}
                  </Link>
                </Heading>
              ))}
            </tr>
          </thead>
          <tbody>
            {ROWS.map(({ field, label, textOf }) => (
              <tr key={field} className="border-t border-border align-baseline">
                <th scope="row" className="py-1.5 pr-4 font-normal text-muted-foreground">
                  {label}
                </th>
                <td className="min-w-32 py-1.5 pr-4">{textOf(terms) ?? '–'}</td>
                {others.map(({ id, terms: one }) => (
                  <Value
                    key={id}
                    text={textOf(one)}
                    differs={differing.get(id)?.includes(field) ?? false}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  );
}

const Heading = ({ children }: { children: React.ReactNode }) => (
  <th scope="col" className="min-w-32 py-1.5 pr-4 font-medium break-words">
    {children}
  </th>
);

/**
 * A cell of the comparison. If its value differs from the draft's, it is bold and marked for screen
 * readers.
 */
function Value({ text, differs }: { text: string | null; differs: boolean }) {
  return (
    <td className={cn('min-w-32 py-1.5 pr-4', differs && 'font-semibold')}>
      {differs && (
        <>
          <StatusShape tone="warn" className="mr-1.5 inline-block" />
          <span className="sr-only">{t`Differs:`} </span>
        </>
      )}
      {text ?? '–'}
    </td>
  );
}

interface Row {
  field: ComparedField;
  label: string;
  /**
   * Returns the value that one row of the comparison shows for an order; null if the text does not
   * state it.
   */
  textOf: (terms: EventTerms) => string | null;
}

const ROWS: readonly Row[] = [
  { field: 'kind', label: t`Kind`, textOf: ({ kind }) => kind && KIND_LABELS[kind] },
  {
    field: 'scope',
    label: t`Applies to`,
    textOf: ({ scope }) => scope && scopeOf(scope),
  },
  { field: 'starts', label: t`Starts`, textOf: ({ starts }) => starts && orderStartText(starts) },
  { field: 'ends', label: t`Ends`, textOf: ({ ends }) => ends && orderEndText(ends) },
];

/** Describes a scope. Gives only the number of companies or locations, not their names. */
function scopeOf(scope: NonNullable<EventTerms['scope']>): string {
  if (scope.kind === 'companies')
    return plural({ count: scope.companyIds.length }, { one: '# company', other: '# companies' });
  if (scope.kind === 'locations')
    return plural({ count: scope.locationIds.length }, { one: '# location', other: '# locations' });
  return scopeText(scope, { company: String, location: String });
}
