import { isAuthError, isAuthRetryableFetchError, type User } from '@supabase/auth-js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorFace } from '../../lib/faces.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/states.tsx';
import {
  accountChanged,
  type CodesLeft,
  codesQuery,
  factorsOf,
  type MadeCodes,
  makeCodes,
} from './security.data.ts';
import { type SecurityWords, useSecurityWords } from './security.words.ts';
import { useAuthText } from './use-auth-text.ts';
import { useSendOnce } from '../../lib/send-once.ts';

interface CodesCardProps {
  readonly user: User;
  readonly onCodes: (codes: MadeCodes) => void;
}

/** Shows the count of recovery codes left. Codes need a factor, so without one nothing shows. */
export function CodesCard({ user, onCodes }: CodesCardProps) {
  const words = useSecurityWords().codes;
  const isOn = factorsOf(user).length > 0;
  const codes = useQuery({ ...codesQuery, enabled: isOn });
  if (!isOn) return null;
  return (
    <Card title={words.title}>
      <p className="text-ink-2">{words.text}</p>
      {codes.isPending ? <Skeleton height="row" /> : null}
      {codes.isError && codes.data === undefined ? (
        <ErrorFace error={codes.error} onRetry={() => void codes.refetch()} />
      ) : null}
      {codes.data === undefined ? null : <Left left={codes.data} onCodes={onCodes} />}
    </Card>
  );
}

interface LeftProps {
  readonly left: CodesLeft | null;
  readonly onCodes: (codes: MadeCodes) => void;
}

function Left({ left, onCodes }: LeftProps) {
  const all = useSecurityWords();
  const words = all.codes;
  const textOf = useAuthText();
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const making = useSendOnce({
    mutationFn: () => makeCodes(left !== null),
    onSuccess: async (codes) => {
      setIsAsking(false);
      onCodes(codes);
      await accountChanged(client);
    },
    // There may be codes by now: after a lost answer, or from another window.
    onError: () => accountChanged(client),
  });
  const problem = problemOf(making.error, words, textOf);
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-3">
      <span className="font-medium tabular">
        {left === null ? words.none : words.left(left.remaining, left.total)}
      </span>
      <Button
        tone="secondary"
        size="medium"
        isPending={making.isPending && left === null}
        pendingText={words.making}
        onClick={() => {
          if (left === null) making.mutate();
          else setIsAsking(true);
        }}
      >
        {left === null ? words.make : words.again}
      </Button>
      {problem !== undefined && !isAsking ? (
        <Notice tone="bad" isLive title={all.failed}>
          {problem}
        </Notice>
      ) : null}
      {isAsking ? (
        <ConfirmDialog
          title={words.askTitle}
          text={words.askText}
          closeLabel={all.close}
          words={{ keep: all.cancel, confirm: words.again, pending: words.making, failed: all.failed }}
          isPending={making.isPending}
          problem={problem}
          onConfirm={() => making.mutate()}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </div>
  );
}

function problemOf(
  error: Error | null,
  words: SecurityWords['codes'],
  textOf: ReturnType<typeof useAuthText>,
): string | undefined {
  if (isAuthError(error) && error.code === 'mfa_verified_factor_exists') return words.some;
  const told = textOf(error);
  return told !== undefined && isAuthRetryableFetchError(error) ? `${told} ${words.unseenText}` : told;
}
