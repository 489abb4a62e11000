import type {
  ComplianceRow,
  DayConfirm,
  EngineSwitch,
  Flag,
  HoldCreate,
  Order,
  OrderKind,
  OrderPreview,
  OrderTerms,
} from '@halyard/domain';
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call, fileHref, serverMessage } from '@/lib/api/api.ts';
import { ASKED_WHEN_SHOWN, KEYS } from '@/lib/api/query.ts';
import { type Action, useAction } from '@/lib/forms/useAction.ts';
import { type ToastInput, toast, toastError } from '@/lib/page/toast.ts';
import { AUTOPILOT_OFF, movesText } from './reachWords.ts';
import { polesText } from './words.ts';

/** What holds now and next. Sun and clock change it without an event: asked anew when shown. */
export const overviewQuery = () =>
  queryOptions({
    queryKey: [...KEYS.halfStaff, 'overview'],
    queryFn: ({ signal }) => call('halfStaffOverview', { signal }),
    ...ASKED_WHEN_SHOWN,
  });

export const calendarQuery = (year: number) =>
  queryOptions({
    queryKey: [...KEYS.halfStaff, 'calendar', year],
    queryFn: ({ signal }) => call('halfStaffCalendar', { params: { year: String(year) }, signal }),
  });

export const ordersQuery = () =>
  queryOptions({
    queryKey: [...KEYS.halfStaff, 'orders'],
    queryFn: ({ signal }): Promise<Order[]> => call('listOrders', { signal }),
  });

/** The page's dialog that turns autopilot on. */
export const AUTOPILOT_DIALOG = 'autopilot';

/** Whether autopilot is on, and which rule changes this user has not dismissed. */
export const engineStatusQuery = () =>
  queryOptions({
    queryKey: [...KEYS.halfStaff, 'engine'],
    queryFn: ({ signal }) => call('engineStatus', { signal }),
  });

/** Which poles go up when a company opts out, or an order is cancelled: as it is at this moment. */
export const releaseQuery = (of: { companyId: string } | { orderId: string }) =>
  queryOptions({
    queryKey: [...KEYS.halfStaff, 'release', of],
    queryFn: ({ signal }) => call('halfStaffRelease', { query: of, signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** As it would be at this moment: never kept. */
export const dryRunQuery = () =>
  queryOptions({
    queryKey: [...KEYS.halfStaff, 'dry-run'],
    queryFn: ({ signal }) => call('dryRun', { signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** What an order would do if it were approved now, or amended to these terms. */
export const previewQuery = ({ id, revision, ...terms }: Order) =>
  queryOptions({
    queryKey: [...KEYS.halfStaff, 'preview', id, revision, terms],
    queryFn: ({ signal }): Promise<OrderPreview> =>
      call('previewOrder', { body: { orderId: id, terms }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

export const HALF_STAFF_PATH = '/half-staff';
const COMPLIANCE_PATH = '/half-staff/proof';

/** What is compared: an order (`order:{id}`) or day (`day:{date}`), or a company's last year. */
export interface ComplianceSubject {
  kind: 'source' | 'company';
  key: string;
}

export const complianceHref = ({ kind, key }: ComplianceSubject): string =>
  `${COMPLIANCE_PATH}?${kind}=${encodeURIComponent(key)}`;

/** The end of the ledger's chain now, COUNT:HASH. */
export const ledgerHeadQuery = () =>
  queryOptions({
    queryKey: [...KEYS.halfStaff, 'ledger-head'],
    queryFn: ({ signal }) => call('ledgerHead', { signal }),
    refetchOnMount: 'always',
  });

export const complianceCsvHref = ({ kind, key }: ComplianceSubject): string =>
  kind === 'source'
    ? fileHref('complianceOfSourceCsv', { params: { sourceKey: key } })
    : fileHref('complianceOfCompanyCsv', { params: { companyId: key } });

/** The ledger grows without telling: asked anew when shown. */
export const complianceQuery = ({ kind, key }: ComplianceSubject) =>
  queryOptions({
    queryKey: [...KEYS.halfStaff, 'proof', kind, key],
    queryFn: ({ signal }): Promise<ComplianceRow[]> =>
      kind === 'source'
        ? call('complianceOfSource', { params: { sourceKey: key }, signal })
        : call('complianceOfCompany', { params: { companyId: key }, signal }),
    refetchOnMount: 'always',
  });

/** Also the federal calendar, which has the confirmed dates. */
export async function refetchHalfStaff(client: QueryClient): Promise<void> {
  await Promise.all(
    [KEYS.halfStaff, KEYS.federalHolidays].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}

/**
 * A change of half-staff: tells what was done, or in the server's words why not, and refetches.
 * @param rowOf for a list whose rows share it (`useAction`)
 */
function useChange<Input, Output>(
  run: (input: Input) => Promise<Output>,
  told: { done: string | ((output: Output, input: Input) => ToastInput); failed: string },
  onDone: (output: Output) => void = () => {},
  rowOf?: (input: Input) => unknown,
): Action<Output, Input> {
  const client = useQueryClient();
  return useAction({
    ...(rowOf && { rowOf }),
    mutationFn: run,
    onSuccess: async (output, input) => {
      onDone(output);
      toast(typeof told.done === 'string' ? { title: told.done } : told.done(output, input));
      await refetchHalfStaff(client);
    },
    onError: (error) => toastError(serverMessage(error, told.failed)),
  });
}

export const useSwitchEngine = (onDone: () => void) =>
  useChange(
    (body: EngineSwitch) => call('switchEngine', { body }),
    {
      done: ({ isOn }) => ({ title: isOn ? 'Autopilot is on' : 'Autopilot is off' }),
      failed: 'Failed to switch autopilot.',
    },
    onDone,
  );

/** The notice of changed rules goes for this person. */
export const useDismissRules = () =>
  useChange(() => call('dismissChangedRules'), {
    done: 'Notice dismissed',
    failed: 'Failed to dismiss the notice.',
  });

export const useConfirmDay = (onDone: () => void) =>
  useChange(
    (body: DayConfirm) => call('confirmHalfStaffDay', { body }),
    { done: 'Date confirmed', failed: 'Failed to confirm the date.' },
    onDone,
  );

/** What should hold at one pole and why. Sun, clock and people change it: asked anew when shown. */
export const poleQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEYS.halfStaff, 'pole', id],
    queryFn: ({ signal }) => call('poleHalfStaff', { params: { id }, signal }),
    ...ASKED_WHEN_SHOWN,
  });

export const useHoldPole = (onDone: () => void) =>
  useChange(
    ({ flag, body }: { flag: Pick<Flag, 'id'>; body: HoldCreate }) =>
      call('holdPole', { params: { id: flag.id }, body }),
    { done: 'Hold set', failed: 'Failed to set the hold.' },
    onDone,
  );

export const useReleaseHold = () =>
  useChange(
    (pole: { id: string }) => call('releaseHold', { params: { id: pole.id } }),
    { done: 'Hold released', failed: 'Failed to release the hold.' },
    undefined,
    ({ id }) => id,
  );

/** Saves a new draft, or the terms of an order that exists. */
export const useSaveOrder = (order: Order | null, onDone: (saved: Order) => void) =>
  useChange(
    (terms: OrderTerms): Promise<Order> =>
      order === null
        ? call('createOrder', { body: terms })
        : call('updateOrder', {
            params: { id: order.id },
            body: { ...terms, revision: order.revision },
          }),
    {
      done:
        order === null ? 'Draft saved' : order.status === 'draft' ? 'Draft saved' : 'Order amended',
      failed: 'Failed to save the order.',
    },
    onDone,
  );

interface Approval {
  order: Order;
  /** As it was shown; undefined: it could not be shown. */
  preview: OrderPreview | undefined;
}

/** What an approval brings, one sentence each. */
export function effectText(preview: OrderPreview, order: { kind: OrderKind }): string {
  if (!preview.engineIsOn) return AUTOPILOT_OFF;
  const { rising } = preview;
  const up = rising.count > 0 ? ` ${polesText(rising.count)} will go up.` : '';
  return movesText(preview.poles.moves.count, order) + up;
}

export const useApproveOrder = (onDone: () => void) =>
  useChange(
    ({ order: { id, revision } }: Approval) =>
      call('approveOrder', { params: { id }, body: { revision } }),
    {
      done: (_order, { order, preview }) => ({
        title: 'Order approved',
        ...(preview && { description: effectText(preview, order) }),
      }),
      failed: 'Failed to approve the order.',
    },
    onDone,
  );

export const useCancelOrder = (onDone: () => void) =>
  useChange(
    ({ order, why }: { order: Order; why: string }) =>
      call('cancelOrder', { params: { id: order.id }, body: { why } }),
    { done: 'Order cancelled', failed: 'Failed to cancel the order.' },
    onDone,
  );

export const useDeleteDraft = (onDone: () => void) =>
  useChange(
    ({ id }: Order) => call('deleteOrder', { params: { id } }),
    { done: 'Draft deleted', failed: 'Failed to delete the draft.' },
    onDone,
  );
