import { CONSENTS, type ConsentItem } from '@mohlat/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { UnreadFace } from '../../lib/faces.tsx';
import { Failed } from '../../lib/failed.tsx';
import { formatDate, istDateOf } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { keys } from '../../lib/keys.ts';
import { useSendOnce } from '../../lib/send-once.ts';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/choice.tsx';
import { FormDialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { changeConsent, consentsQuery } from './privacy.data.ts';
import { usePrivacyWords } from './privacy.words.ts';

/** A switch for each purpose. One that is asked at its moment, and never was, has none: there is nothing to take back. */
export function ConsentsCard() {
  const words = usePrivacyWords();
  const { language } = useLanguage();
  const consents = useQuery(consentsQuery);
  const [asked, setAsked] = useState<ConsentItem>();
  const items = consents.data?.items ?? [];
  const isWaiting = ({ purpose, status }: ConsentItem) =>
    status === 'never_given' && CONSENTS[purpose].isPerUse;
  const waiting = items.filter(isWaiting);
  const isStopped = items.some(({ status, stops }) => status === 'withdrawn' && stops === 'new_payments');
  return (
    <Card title={words.consentsTitle} description={words.consentsText}>
      <UnreadFace query={consents}>
        <Skeleton height="card" />
      </UnreadFace>
      {isStopped ? (
        <Notice tone="due" title={words.stoppedTitle} isLive>
          {words.stoppedText}
        </Notice>
      ) : null}
      <ul className="ruled">
        {items
          .filter((item) => !isWaiting(item))
          .map((item) => (
            <li key={item.purpose} className="py-1">
              <Switch
                label={CONSENTS[item.purpose].title[language]}
                hint={<ConsentState item={item} />}
                checked={item.status === 'given'}
                onChange={() => setAsked(item)}
              />
            </li>
          ))}
      </ul>
      {waiting.length > 0 ? (
        <p className="mt-3 text-small text-ink-2">
          {words.askedTitle}: {waiting.map(({ purpose }) => CONSENTS[purpose].title[language]).join(', ')}.
        </p>
      ) : null}
      {asked ? <ConsentDialog item={asked} onClose={() => setAsked(undefined)} /> : null}
    </Card>
  );
}

function ConsentState({ item: { given, status } }: { readonly item: ConsentItem }) {
  const words = usePrivacyWords();
  const { language } = useLanguage();
  if (given === null) return words.neverGiven;
  const on = (instant: string) => formatDate(istDateOf(instant), language);
  if (status === 'withdrawn' && given.withdrawnAt !== null) return words.withdrawn(on(given.withdrawnAt));
  return words.given(on(given.at), given.version);
}

/** Asked once, both ways alike: the words of the consent, and what taking it back stops. */
function ConsentDialog({ item, onClose }: { readonly item: ConsentItem; readonly onClose: () => void }) {
  const words = usePrivacyWords();
  const { language } = useLanguage();
  const client = useQueryClient();
  const isGiving = item.status !== 'given';
  const { title, wording, whenWithdrawn } = CONSENTS[item.purpose];
  const change = useSendOnce({
    mutationFn: () => changeConsent(item.purpose, isGiving, language),
    onSuccess: (answer) => {
      client.setQueryData(keys.consents, answer);
      toast.success(isGiving ? words.consentGiven : words.consentTakenBack);
      onClose();
    },
  });
  const name = title[language];
  return (
    <FormDialog
      title={isGiving ? words.giveTitle(name) : words.takeBackTitle(name)}
      closeLabel={isGiving ? words.notNow : words.keep}
      cancel={isGiving ? words.notNow : words.keep}
      submit={isGiving ? words.agree : words.takeBack}
      pending={words.saving}
      isPending={change.isPending}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <Failed error={change.error} />
      {isGiving ? null : <p>{whenWithdrawn[language]}</p>}
      {isGiving ? null : <p className="text-small text-ink-2">{words.youAgreedTo}</p>}
      <blockquote className="border-l-2 border-brand-line pl-4 text-ink-2">
        {isGiving ? wording[language] : item.given?.wording}
      </blockquote>
    </FormDialog>
  );
}
