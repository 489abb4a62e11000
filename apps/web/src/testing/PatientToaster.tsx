import { Toaster } from '@/components/ui/toast.tsx';

/**
 * The notification area with messages that stay, so that a test on a busy machine can find them.
 */
export const PatientToaster = () => <Toaster durationMs={600_000} />;
