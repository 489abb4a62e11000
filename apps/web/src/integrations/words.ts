import type { EventType, WebhookDelivery } from '@halyard/domain';
import type { BadgeProps } from '@/components/ui/Badge.tsx';

/** The labels of the events. */
export const EVENT_LABELS: Record<EventType, string> = {
  'flag.position': 'Flag moved',
  'flag.lamp': 'Lamp switched',
  'flag.online': 'Pole online',
  'flag.offline': 'Pole offline',
  'command.confirmed': 'Command confirmed',
  'command.not_confirmed': 'Command not confirmed',
  'alert.started': 'Alert started',
  'alert.ended': 'Alert ended',
};

export const eventLabel = (type: string): string =>
  type in EVENT_LABELS ? EVENT_LABELS[type as EventType] : 'Test';

export const DELIVERY_LOOKS: Record<
  WebhookDelivery['status'],
  { label: string; variant: BadgeProps['variant'] }
> = {
  waiting: { label: 'Waiting', variant: 'warn' },
  delivered: { label: 'Delivered', variant: 'ok' },
  failed: { label: 'Failed', variant: 'bad' },
};
