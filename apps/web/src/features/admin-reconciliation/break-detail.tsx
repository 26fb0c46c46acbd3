import { ALONE_MAX_PAISE, resolveBreak, type ReconciliationBreak } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { codeWord } from '../../lib/admin/facts.tsx';
import { ListLink } from '../../lib/admin/list-link.tsx';
import { paymentQuery, paymentSubject } from '../../lib/admin/payment-subject.ts';
import { ReasonDialog } from '../../lib/admin/reason-dialog.tsx';
import { useStaff } from '../../lib/admin/staff.ts';
import { formatDateWithYear, formatInstant } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Button, TextLink } from '../../ui/button.tsx';
import { Card, FactList } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { toast } from '../../ui/toast.tsx';
import { resolve } from './reconciliation.data.ts';
import { useReconciliationWords } from './reconciliation.words.ts';
import { to } from '../../lib/addresses.ts';

type Resolution = ReconciliationBreak['allowed'][number];

/**
 * True for a resolution that a second person decides: a loss, a reversal, or more than a small sum that came back or that an
 * row without a payment of ours moved. The server adds the sums that one person has cleared alone on that day.
 */
function isForTwo(item: ReconciliationBreak, resolution: Resolution): boolean {
  if (resolution === 'loss' || resolution === 'reverse') return true;
  if (resolution === 'agreed' && item.kind !== 'unmatched_row') return false;
  // Money may be missing in either direction.
  return Math.max(Math.abs(item.oursPaise ?? 0), Math.abs(item.theirsPaise ?? 0)) > ALONE_MAX_PAISE;
}

/** The effect of a resolution. An agreement that a bill does not come back after all ends the freeze of its loan. */
function useEffectOf({ kind }: ReconciliationBreak) {
  const words = useReconciliationWords();
  return (resolution: Resolution) =>
    kind === 'returned' && resolution === 'agreed' ? words.withdrawn : words.effects[resolution];
}

export function BreakDetail({ item }: { readonly item: ReconciliationBreak }) {
  const words = useReconciliationWords();
  const codes = useCodeWords();
  const effectOf = useEffectOf(item);
  const { may } = useStaff();
  const [asked, setAsked] = useState<Resolution>();
  return (
    <Card title={codeWord(codes.breakKinds, item.kind)}>
      <FactList facts={useFacts(item)} />
      {item.loanId === null ? null : (
        <p className="mt-3">
          <ListLink to={to('/admin/payments/:id', { id: item.loanId })}>{words.openPayment}</ListLink>
        </p>
      )}
      {item.state === 'resolved' || !may(resolveBreak) ? null : (
        <div className="mt-4 flex flex-col gap-3">
          {item.allowed.length === 0 ? <Elsewhere item={item} /> : null}
          {item.allowed.map((resolution) => (
            <div key={resolution} className="flex flex-col gap-1">
              <Button tone="secondary" size="medium" onClick={() => setAsked(resolution)}>
                {words.resolutions[resolution]}
              </Button>
              <p className="text-caption text-ink-3">{effectOf(resolution)}</p>
            </div>
          ))}
        </div>
      )}
      {asked === undefined ? null : (
        <Resolve item={item} resolution={asked} onClose={() => setAsked(undefined)} />
      )}
    </Card>
  );
}

/**
 * Money without an owner is given to a payment from its receipt, and a refused refund is begun once more at its payment; for the rest the
 * rail has to speak first.
 */
function Elsewhere({ item: { kind, loanId } }: { readonly item: ReconciliationBreak }) {
  const words = useReconciliationWords();
  if (kind === 'refund_refused' && loanId !== null) return <p className="text-ink-2">{words.atPayment}</p>;
  if (kind !== 'unmatched_receipt' && kind !== 'refund_refused')
    return <p className="text-ink-2">{words.nothing}</p>;
  return (
    <p className="text-ink-2">
      {words.atReceipt}{' '}
      <TextLink to={to('/admin/reconciliation', { query: { list: 'receipts' } })}>
        {words.findReceipt}
      </TextLink>
    </p>
  );
}

function useFacts(item: ReconciliationBreak) {
  const words = useReconciliationWords();
  const common = useAdminWords();
  const { language } = useLanguage();
  const amount = (paise: number | null) =>
    paise === null ? common.nobody : <Money paise={paise} decimals="always" />;
  const instant = (label: string, at: string | null) =>
    at === null ? [] : [{ label, value: formatInstant(at, language) }];
  const text = (label: string, value: string | null) => (value === null ? [] : [{ label, value }]);
  return [
    { label: words.rail, value: words.rails[item.rail] },
    { label: words.owner, value: words.owners[item.owner] },
    ...text(words.reference, item.reference),
    { label: words.ours, value: amount(item.oursPaise) },
    { label: words.theirs, value: amount(item.theirsPaise) },
    ...text(words.businessOn, item.businessOn && formatDateWithYear(item.businessOn, language)),
    { label: words.dueOn, value: formatDateWithYear(item.dueOn, language) },
    ...instant(words.openedAt, item.openedAt),
    ...instant(words.escalatedAt, item.escalatedAt),
    ...instant(words.resolvedAt, item.resolvedAt),
    ...text(words.resolution, item.resolution && codeWord(words.resolutions, item.resolution)),
    ...text(words.note, item.note),
  ];
}

/** The person, the card and the bill of a difference, read for the dialog alone; where it has none, the rail's reference. */
function useSubject({ loanId, rail, reference }: ReconciliationBreak): string {
  const words = useReconciliationWords();
  const { language } = useLanguage();
  const { data } = useQuery({ ...paymentQuery(loanId ?? ''), enabled: loanId !== null });
  const ofRail = [words.rails[rail], reference].filter(Boolean).join(' · ');
  return data === undefined ? ofRail : paymentSubject(data, language);
}

interface ResolveProps {
  readonly item: ReconciliationBreak;
  readonly resolution: Resolution;
  readonly onClose: () => void;
}

function Resolve({ item, resolution, onClose }: ResolveProps) {
  const words = useReconciliationWords();
  const common = useAdminWords();
  const codes = useCodeWords();
  const facts = useFacts(item);
  const subject = useSubject(item);
  const effectOf = useEffectOf(item);
  const isProposed = isForTwo(item, resolution);
  return (
    <ReasonDialog
      title={words.clearTitle(words.resolutions[resolution])}
      subject={subject}
      text={effectOf(resolution)}
      confirm={words.resolutions[resolution]}
      draft={`break-${resolution}:${item.id}`}
      isDanger={resolution === 'loss' || resolution === 'reverse'}
      reasonLabel={words.howYouKnow}
      reasonHint={words.howYouKnowHint}
      {...(isProposed
        ? {
            forSecond: [
              { label: words.kind, value: codeWord(codes.breakKinds, item.kind) },
              ...facts.filter(({ label }) =>
                [words.reference, words.ours, words.theirs].includes(String(label)),
              ),
            ],
          }
        : {})}
      onSend={async (note) => {
        const { state } = await resolve(item.id, { resolution, note });
        toast.success(state === 'resolved' ? words.done : common.proposed);
      }}
      onDone={onClose}
      onClose={onClose}
    />
  );
}
