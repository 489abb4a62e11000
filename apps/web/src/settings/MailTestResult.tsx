import { MAIL_TEST_OUTCOMES } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { FormProblem } from '@/components/ui/FormProblem.tsx';
import { Status } from '@/components/ui/Status.tsx';
import { problemText } from '@/lib/api/api.ts';
import type { useTestMail } from './useSettings.ts';

/** Shows the result of a test email, or why none was sent. */
export function MailTestResult({ test }: { test: ReturnType<typeof useTestMail> }) {
  const { data, error, isPending } = test;
  return (
    <div role="status" className="not-empty:pt-4">
      {!isPending && data && (
        <Status tone={data.outcome === 'sent' ? 'ok' : 'bad'} className="whitespace-normal">
          {MAIL_TEST_OUTCOMES[data.outcome]}
          {data.outcome === 'sent' && ` ${t`Check ${{ address: data.to }}.`}`}
        </Status>
      )}
      {!isPending && <FormProblem text={problemText(error)} />}
    </div>
  );
}
