import { Toaster } from '@/components/ui/toast.tsx';

/**
 * A notification area with messages that stay on screen, so that a test on a busy machine can find
 * them.
 */
export const PatientToaster = () => <Toaster durationMs={600_000} />;
