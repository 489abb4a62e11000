import { Card, type CardHeading } from './Card.tsx';
import { type DataRowsProps, RowActions, RowTitle } from './DataTable.tsx';
import { InSteps } from './InSteps.tsx';
import { CARD_GRID } from './Skeleton.tsx';

/** How many cards to render first: as many as fill a phone screen. */
const FIRST_CARDS = 6;
/** How many cards a slow phone can render at once without a noticeable pause. */
const CARDS_AT_ONCE = 3;

interface DataCardsProps<Row, Key extends string> extends DataRowsProps<Row, Key> {
  heading: CardHeading;
}

/**
 * Shows the rows of a generic table as cards on a small screen. The first column is the card's
 * title.
 */
export function DataCards<Row, Key extends string>({
  heading: Heading,
  ...props
}: DataCardsProps<Row, Key>) {
  const { label, columns, cardOrder, rows, rowKey } = props;
  const [title, ...others] = cardOrder
    ? columns.toSorted((a, b) => cardOrder.indexOf(a.key) - cardOrder.indexOf(b.key))
    : columns;
  return (
    <ul aria-label={label} className={CARD_GRID}>
      <InSteps first={FIRST_CARDS} by={CARDS_AT_ONCE}>
        {rows.map((row) => (
          <li key={rowKey(row)}>
            <Card className="grid h-full grid-cols-1 content-start gap-2 p-4 wrap-anywhere [&_.line-clamp-2]:line-clamp-none">
              <div className="flex items-start justify-between gap-3">
                <Heading className="min-w-0 font-medium">
                  <RowTitle row={row} {...props} spacious>
                    {title?.cell(row)}
                  </RowTitle>
                </Heading>
                <div className="-my-1.5 -mr-3 flex shrink-0 max-md:-my-3">
                  <RowActions row={row} {...props} />
                </div>
              </div>
              <dl className="grid grid-cols-1 gap-1 text-[0.8125rem]">
                {others.map((column) => (
                  <div key={column.key} className="flex gap-3 zoomed:block">
                    <dt className="w-20 shrink-0 text-muted-foreground">{column.header}</dt>
                    <dd className="min-w-0 tabular-nums">{column.cell(row)}</dd>
                  </div>
                ))}
              </dl>
            </Card>
          </li>
        ))}
      </InSteps>
    </ul>
  );
}
