import type { EventType, WebhookDelivery } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import type { BadgeProps } from '@/components/ui/Badge.tsx';

/** The labels of webhook events. */
export const EVENT_LABELS: Record<EventType, string> = {
  'flag.position': t`Flag moved`,
  'flag.lamp': t`Lamp turned on or off`,
  'flag.online': t`Pole online`,
  'flag.offline': t`Pole offline`,
  'command.confirmed': t`Command confirmed`,
  'command.not_confirmed': t`Command not confirmed`,
  'alert.started': t`Alert started`,
  'alert.ended': t`Alert ended`,
  'order.approved': t`Half-staff order approved`,
  'order.amended': t`Half-staff order amended`,
  'order.cancelled': t`Half-staff order canceled`,
  'draft.waiting': t`Draft waiting for approval`,
  'half_staff.begins_tomorrow': t`Half-staff begins tomorrow`,
  'half_staff.begins': t`Half-staff begins`,
  'half_staff.ends_today': t`Half-staff ends today`,
  'source.problem': t`Problem with an order source`,
};

export const eventLabel = (type: string): string =>
  type in EVENT_LABELS ? EVENT_LABELS[type as EventType] : t`Test`;

export const DELIVERY_LOOKS: Record<
  WebhookDelivery['status'],
  { label: string; variant: BadgeProps['variant'] }
> = {
  waiting: { label: t`Waiting`, variant: 'warn' },
  delivered: { label: t`Delivered`, variant: 'ok' },
  failed: { label: t`Failed`, variant: 'bad' },
};
