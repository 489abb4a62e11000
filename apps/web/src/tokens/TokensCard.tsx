import type { ReactNode } from 'react';
import { Plus } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '@/components/ui/Card.tsx';
import { ErrorState } from '@/components/ui/ErrorState.tsx';
import { Skeleton } from '@/components/ui/Skeleton.tsx';

interface TokensCardProps<Row> {
  title: string;
  loadingLabel: string;
  /** The title of the error message if the tokens do not load. */
  failedTitle: string;
  addLabel: string;
  onAdd: () => void;
  /** The text to show if there are no tokens. It explains what tokens are for. */
  empty: string;
  query: {
    data: Row[] | undefined;
    error: Error | null;
    isFetching: boolean;
    refetch: () => unknown;
  };
  item: (row: Row) => ReactNode;
  /** The dialogs that this card opens. */
  children: ReactNode;
}

/** A card with a list of tokens and a button that creates one. */
export function TokensCard<Row>(props: TokensCardProps<Row>) {
  const { title, query, item } = props;
  const { data, error } = query;
  return (
    <Card>
      <CardHeader className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <CardTitle>{title}</CardTitle>
        <Button onClick={props.onAdd}>
          <Plus aria-hidden="true" />
          {props.addLabel}
        </Button>
      </CardHeader>
      <CardContent>
        {!data && !error && (
          <div role="status" aria-label={props.loadingLabel} className="grid gap-2 py-1">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-3 w-64 max-w-full" />
          </div>
        )}
        {!data && error && (
          <ErrorState
            title={props.failedTitle}
            error={error}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )}
        {data?.length === 0 && <p className="text-muted-foreground">{props.empty}</p>}
        {data && data.length > 0 && (
          <ul aria-label={title} className="grid grid-cols-1 divide-y divide-border">
            {data.map(item)}
          </ul>
        )}
      </CardContent>
      {props.children}
    </Card>
  );
}
