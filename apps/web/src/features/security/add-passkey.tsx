import { isAuthError } from '@supabase/auth-js';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { auth } from '../../lib/auth-client.ts';
import { askDevice } from '../../lib/passkey.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { accountChanged, afterFactor, firstCodes, type MadeCodes } from './security.data.ts';
import { useSecurityWords } from './security.words.ts';
import { useSetUpWords } from './set-up.words.ts';
import { useAuthText } from './use-auth-text.ts';
import { useSendOnce } from '../../lib/send-once.ts';

const NAME_MAX = 60;

interface AddPasskeyProps {
  readonly onCodes: (codes: MadeCodes) => void;
  readonly onClose: () => void;
}

/** Has the device make a passkey. Throws what the service or the device said. */
async function addPasskey(client: QueryClient, name: string): Promise<MadeCodes | undefined> {
  const { data, error } = await afterFactor(() =>
    auth.mfa.enroll({ factorType: 'webauthn', friendlyName: name }),
  );
  if (error) throw error;
  const refusal = await askDevice(data.id);
  if (refusal === undefined) return firstCodes(client);
  // An enrolment the device did not go along with would keep its name.
  await auth.mfa.unenroll({ factorId: data.id });
  throw refusal;
}

export function AddPasskeyDialog({ onCodes, onClose }: AddPasskeyProps) {
  const all = useSecurityWords();
  const words = useSetUpWords().passkey;
  const textOf = useAuthText();
  const client = useQueryClient();
  const fieldId = useId();
  const [name, setName] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const adding = useSendOnce({
    mutationFn: (named: string) => addPasskey(client, named),
    onSuccess: async (codes) => {
      toast.success(words.done);
      onClose();
      if (codes !== undefined) onCodes(codes);
      await accountChanged(client);
    },
  });
  const submit = () => {
    setAttempt(attempt + 1);
    setIsMissing(name.trim() === '');
    if (name.trim() !== '') adding.mutate(name.trim());
  };
  // The device's own error text is for developers, so it is not shown.
  const refusal = isAuthError(adding.error) ? textOf(adding.error) : adding.error && words.refused;
  const error = isMissing ? words.nameNeeded : (refusal ?? undefined);
  return (
    <Dialog
      onClose={onClose}
      title={words.title}
      description={words.text}
      closeLabel={all.close}
      isBusy={adding.isPending}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        className="flex flex-col gap-4"
      >
        <ErrorSummary
          title={all.failed}
          errors={error === undefined ? [] : [{ ...(isMissing ? { fieldId } : {}), message: error }]}
          attempt={attempt}
        />
        <TextField
          id={fieldId}
          label={words.name}
          hint={words.nameHint}
          value={name}
          maxLength={NAME_MAX}
          autoComplete="off"
          error={isMissing ? words.nameNeeded : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" isWide isPending={adding.isPending} pendingText={words.creating}>
          {words.create}
        </Button>
      </form>
    </Dialog>
  );
}
