import { flagCreate, moveTimeout } from '@halyard/domain';
import { z } from 'zod';
import type { useZodForm } from '@/components/ui/form.tsx';

/** The fields of the form for a flag. */
export const flagFormSchema = flagCreate
  // The timeout is a text field, because a number field would accept an "e" and change its value on
  // scroll.
  .extend({ moveTimeout: z.string().transform(Number).pipe(moveTimeout) })
  .extend({ serverSteps: z.boolean() });

export type FlagValues = z.output<typeof flagFormSchema>;
export type FlagFormState = ReturnType<
  typeof useZodForm<z.input<typeof flagFormSchema>, z.output<typeof flagFormSchema>>
>;
