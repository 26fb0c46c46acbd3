import type { DeviceSession, Me } from '@mohlat/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { logout } from '../../lib/auth.ts';
import { UnreadFace } from '../../lib/faces.tsx';
import { formatInstant } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { isLost } from '../../lib/intent.ts';
import { keys } from '../../lib/keys.ts';
import { useSendOnce } from '../../lib/send-once.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status.tsx';
import { toast } from '../../ui/toast.tsx';
import { endDevice, sessionsQuery } from './security.data.ts';
import { type SecurityWords, useSecurityWords } from './security.words.ts';
import { useAuthText } from './use-auth-text.ts';

export function DevicesCard() {
  const words = useSecurityWords().devices;
  const sessions = useQuery(sessionsQuery);
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <Card title={words.title} description={words.text}>
      <UnreadFace query={sessions} title={words.cannotLoad}>
        <Skeleton height="card" />
      </UnreadFace>
      <ul className="ruled">
        {sessions.data?.items.map((device) => (
          <DeviceRow key={device.id} device={device} />
        ))}
      </ul>
      {sessions.data !== undefined && sessions.data.leftOutCount > 0 ? (
        <p className="mt-2 text-small text-ink-2">{words.leftOut(sessions.data.leftOutCount)}</p>
      ) : null}
      <Button tone="danger" size="medium" className="mt-4" onClick={() => setIsLeaving(true)}>
        {words.everywhere}
      </Button>
      {isLeaving ? <EverywhereDialog onClose={() => setIsLeaving(false)} /> : null}
    </Card>
  );
}

function DeviceRow({ device }: { readonly device: DeviceSession }) {
  const words = useSecurityWords().devices;
  const { language } = useLanguage();
  const textOf = useAuthText();
  const client = useQueryClient();
  const ending = useSendOnce({
    mutationFn: endDevice,
    onSuccess: () => {
      const pending = client.getQueryData<Me>(keys.me)?.pendingContact;
      const isChangeEnded = (pending?.email ?? pending?.mobile ?? null) !== null;
      toast.success(words.ended, isChangeEnded ? words.changeEnded : undefined);
      return client.invalidateQueries({ queryKey: keys.me });
    },
    // After a lost answer it is not known whether the device is still logged in.
    onError: (error) =>
      isLost(error)
        ? toast.error(textOf(error) ?? words.endFailed)
        : toast.error(words.endFailed, textOf(error)),
    // Whether it was still there or not, the list says what is.
    onSettled: () => client.invalidateQueries({ queryKey: keys.sessions }),
  });
  const name = nameOf(device, words);
  const signedInAt = formatInstant(device.signedInAt, language);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-2.5">
      <span className="flex min-w-0 flex-col">
        <span className="font-medium">{name}</span>
        <span className="text-small text-ink-2">{words.signedIn(signedInAt)}</span>
        <span className="text-small text-ink-3">
          {words.lastUsed(formatInstant(device.lastUsedAt, language))}
        </span>
      </span>
      {device.isCurrent ? (
        <StatusTag tone="ok">{words.here}</StatusTag>
      ) : (
        <Button
          tone="quiet"
          size="medium"
          className="-mr-4 ml-auto"
          aria-label={words.endNamed(name, signedInAt)}
          isPending={ending.isPending}
          onClick={() => ending.mutate(device.id)}
        >
          {words.end}
        </Button>
      )}
    </li>
  );
}

function nameOf({ browser, system }: DeviceSession, words: SecurityWords['devices']): string {
  if (browser !== null && system !== null) return words.on(browser, system);
  return browser ?? system ?? words.unknown;
}

/** Ends every session of the account, this one too, and leaves nothing of it in this browser. */
function EverywhereDialog({ onClose }: { readonly onClose: () => void }) {
  const all = useSecurityWords();
  const words = all.devices;
  const client = useQueryClient();
  const leaving = useSendOnce({
    mutationFn: async () => {
      const problem = await logout('global');
      if (problem !== undefined) throw new Error(problem);
    },
    onSuccess: () => {
      client.clear();
      sessionStorage.clear();
      globalThis.location.assign('/');
    },
  });
  return (
    <ConfirmDialog
      title={words.everywhereAsk}
      text={words.everywhereText}
      closeLabel={all.close}
      words={{
        keep: all.cancel,
        confirm: words.everywhere,
        pending: words.everywherePending,
        failed: all.failed,
      }}
      isPending={leaving.isPending}
      problem={leaving.error?.message}
      onConfirm={() => leaving.mutate()}
      onClose={onClose}
    />
  );
}
