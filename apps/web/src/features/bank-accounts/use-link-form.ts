import { zodResolver } from '@hookform/resolvers/zod';
import { linkBankAccountBody, type SentOf, type linkBankAccount } from '@mohlat/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { applyFieldErrors } from '../../lib/form-errors.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { keys } from '../../lib/keys.ts';
import { errorText, isLoggedOut } from '../../lib/problem.ts';
import { meQuery } from '../../lib/queries.ts';
import { toast } from '../../ui/toast.tsx';
import { linkAccount } from './bank-accounts.data.ts';
import { type BankWords, useBankWords } from './bank-accounts.words.ts';
import { useIfscLookup } from './ifsc-lookup.tsx';

type Link = SentOf<typeof linkBankAccount, 'body'>;
export type LinkValues = Omit<Link, 'acceptTerms'> & { acceptTerms: boolean };
export type LinkForm = UseFormReturn<LinkValues, unknown, Link>;

export const LINK_FIELDS = [
  'accountName',
  'accountNumber',
  'confirmAccountNumber',
  'ifsc',
  'acceptTerms',
] as const;

/** A box not ticked is a value of the form and a refusal of the schema. */
const schema = linkBankAccountBody as unknown as z.ZodType<Link, LinkValues>;

/** Rule: SPEC-4 bank dialog. Whether everything is filled, both numbers are the same and the terms are accepted. */
export function mayBeSaved(values: Partial<LinkValues>): boolean {
  const { accountName = '', accountNumber = '', confirmAccountNumber = '', ifsc = '', acceptTerms } = values;
  const isFilled = [accountName, accountNumber, confirmAccountNumber, ifsc].every((one) => one.trim() !== '');
  return isFilled && accountNumber === confirmAccountNumber && acceptTerms === true;
}

/** Why the account was not linked, first in a sentence and then in its reason. */
function sayRefusal(error: unknown, words: BankWords['link'], reason: string): string {
  const title = isLoggedOut(error) ? words.loggedOut : words.notLinked;
  toast.error(title, isLoggedOut(error) ? undefined : reason);
  return reason;
}

export function useLinkForm(onLinked: () => void) {
  const words = useBankWords().link;
  const { language } = useLanguage();
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<string>();
  const linking = useMutation({ mutationFn: linkAccount });
  const form = useForm<LinkValues, unknown, Link>({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: {
      accountName: client.getQueryData(meQuery.queryKey)?.profile.fullName ?? '',
      accountNumber: '',
      confirmAccountNumber: '',
      ifsc: '',
      acceptTerms: false,
    },
  });
  const values = useWatch({ control: form.control });
  const lookup = useIfscLookup(values.ifsc ?? '');
  const submit = form.handleSubmit(
    async (body) => {
      setRefusal(undefined);
      if (lookup.state === 'invalid') {
        form.setError('ifsc', { message: 'Invalid IFSC code' });
        return;
      }
      try {
        const linked = await linking.mutateAsync(body);
        // Linked is not verified: while the bank is asked, the toast says that too.
        toast.success(words.linked, linked.verification.status === 'pending' ? words.checking : undefined);
        void client.invalidateQueries({ queryKey: keys.bankAccounts });
        onLinked();
      } catch (error) {
        // The answer may have been lost after the account was linked: the list says.
        void client.invalidateQueries({ queryKey: keys.bankAccounts });
        const reason = sayRefusal(error, words, errorText(error, language));
        if (!applyFieldErrors(error, LINK_FIELDS, form.setError)) setRefusal(reason);
      }
    },
    (errors) => {
      setRefusal(undefined);
      if (errors.acceptTerms) toast.error(words.termsToast);
    },
  );
  return {
    form,
    lookup,
    submit,
    refusal,
    canSave: mayBeSaved(values),
    isPending: form.formState.isSubmitting,
  };
}
