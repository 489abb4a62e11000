import { Toaster } from '@/components/ui/toast.tsx';

/** The notification area, with messages that stay: a test on a busy machine must find them. */
export const PatientToaster = () => <Toaster durationMs={600_000} />;
