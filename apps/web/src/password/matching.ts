import { t } from '@lingui/core/macro';
import type { z } from 'zod';

/** Adds a check that both fields contain the same new password (spec §5). */
export function refusingMismatch<
  T extends z.ZodType<{ newPassword: string; confirmPassword: string }>,
>(schema: T) {
  return schema.refine((value) => value.newPassword === value.confirmPassword, {
    path: ['confirmPassword'],
    message: t`New passwords do not match.`,
  });
}
