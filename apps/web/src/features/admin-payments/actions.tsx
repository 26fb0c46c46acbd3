import { type AdminPayment, type ErrorCode, type PaymentAction, RECORDABLE_OUTCOMES } from '@mohlat/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { given, oneOf } from '../../lib/admin/list.ts';
import { adminChanged } from '../../lib/admin/keys.ts';
import { useTyped } from '../../lib/admin/typed.ts';
import { Failed } from '../../lib/failed.tsx';
import { formatRupees } from '../../lib/format.ts';
import { ProblemError } from '../../lib/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.tsx';
import { ActionDialog, type AskedProps, useEvidence } from './action-dialog.tsx';
import { AgentDialog, ContactDialog } from './contact-dialogs.tsx';
import { DebitDialog } from './debit-dialog.tsx';
import { endFreeze, enquire, recordOutcome, sendLink } from './payments.data.ts';
import { usePaymentsWords } from './payments.words.ts';
import { PlainDialog, SettleDialog, WaiveDialog } from './loan-dialogs.tsx';
import { TransferDialog } from './transfer-dialog.tsx';
import { useSendOnce } from '../../lib/send-once.ts';

interface ActionsProps {
  readonly id: string;
  readonly data: AdminPayment;
}

/** Only what the server says may be done now, by this person. */
export function Actions({ id, data }: ActionsProps) {
  const words = usePaymentsWords();
  const [asked, setAsked] = useState<Exclude<PaymentAction, AtOnce>>();
  const close = () => setAsked(undefined);
  const done = () => {
    toast.success(words.sent);
    close();
  };
  const dialog = { id, data, onDone: done, onClose: close };
  return (
    <Card title={words.actions}>
      {data.actions.length === 0 ? <p className="text-ink-2">{words.noActions}</p> : null}
      <ul className="flex flex-col gap-4">
        {data.actions.map((action) => (
          <li key={action} className="flex flex-col items-start gap-1">
            {isAtOnce(action) ? (
              <ActAtOnce id={id} action={action} />
            ) : (
              <Button tone="secondary" size="medium" onClick={() => setAsked(action)}>
                {words.action[action]}
              </Button>
            )}
            <p className="text-caption text-ink-3">{words.actionText[action]}</p>
          </li>
        ))}
      </ul>
      {asked === 'record_outcome' ? <OutcomeDialog {...dialog} /> : null}
      {asked === 'waive' ? <WaiveDialog {...dialog} /> : null}
      {asked === 'settle' ? <SettleDialog {...dialog} /> : null}
      {asked === 'record_debit' ? <DebitDialog {...dialog} /> : null}
      {asked === 'end_freeze' ? <EndFreezeDialog {...dialog} /> : null}
      {asked === 'name_agent' ? <AgentDialog {...dialog} /> : null}
      {asked === 'log_contact' ? <ContactDialog {...dialog} /> : null}
      {asked === 'transfer_excess' ? <TransferDialog {...dialog} /> : null}
      {asked === 'write_off' || asked === 'refund_excess' ? <PlainDialog {...dialog} action={asked} /> : null}
    </Card>
  );
}

const AT_ONCE = { enquire, send_link: sendLink } as const satisfies Partial<Record<PaymentAction, unknown>>;
type AtOnce = keyof typeof AT_ONCE;
const isAtOnce = (action: PaymentAction): action is AtOnce => action in AT_ONCE;

/** The rules of contact refuse it: the person's own wish for it is stronger. Rule: LEND-23 */
const AGAINST_CONTACT: ReadonlySet<string> = new Set<ErrorCode>([
  'contact_hours',
  'contact_most',
  'contact_rests',
]);
const isAgainstContact = (error: unknown) => error instanceof ProblemError && AGAINST_CONTACT.has(error.code);

/** Asking the rail and sending a link conclude nothing, so they take no reason. */
function ActAtOnce({ id, action }: { readonly id: string; readonly action: AtOnce }) {
  const words = usePaymentsWords();
  const client = useQueryClient();
  const acting = useSendOnce({
    mutationFn: (isAskedFor: boolean): Promise<unknown> =>
      action === 'send_link' ? sendLink(id, isAskedFor) : AT_ONCE[action](id),
    onSuccess: () => void adminChanged(client),
  });
  return (
    <>
      <Button
        tone="secondary"
        size="medium"
        isPending={acting.isPending}
        onClick={() => acting.mutate(false)}
      >
        {words.action[action]}
      </Button>
      {acting.isSuccess ? (
        <Notice tone="ok" isLive>
          {words.doneAtOnce[action]}
        </Notice>
      ) : null}
      <Failed error={acting.error} tone="info" />
      {action === 'send_link' && isAgainstContact(acting.error) ? (
        <Button tone="secondary" size="medium" onClick={() => acting.mutate(true)}>
          {words.sendAskedFor}
        </Button>
      ) : null}
    </>
  );
}

/** The difference that the rail's word opened is closed as agreed: the bill does not come back. */
function EndFreezeDialog({ data, ...dialog }: AskedProps) {
  const words = usePaymentsWords();
  const returned = data.breaks.find(({ kind, isOpen }) => kind === 'returned' && isOpen);
  return (
    <ActionDialog
      {...dialog}
      data={data}
      action="end_freeze"
      reasonLabel={words.howYouKnow}
      reasonHint={words.howYouKnowHint}
      problem={returned === undefined ? words.missing : undefined}
      onSend={(note) => endFreeze(returned?.id ?? '', note)}
    />
  );
}

/** Records the outcome of a bill, with evidence. Nothing moves before a second person has read the same. */
function OutcomeDialog({ id, data, ...dialog }: AskedProps) {
  const words = usePaymentsWords();
  const [chosen, outcomeField] = useTyped();
  const [railReference, railReferenceField] = useTyped();
  const [paidOn, paidOnField] = useTyped();
  const shown = useEvidence('record_outcome', { id, onDone: dialog.onDone });
  const [isRefundPromised, setIsRefundPromised] = useState(false);
  const outcome = oneOf(RECORDABLE_OUTCOMES, chosen);
  const isPaid = outcome === 'paid';
  const isMissing =
    outcome === undefined || shown.isMissing || (isPaid && (railReference.trim() === '' || paidOn === ''));
  return (
    <ActionDialog
      {...dialog}
      id={id}
      data={data}
      onDone={shown.onDone}
      action="record_outcome"
      problem={isMissing ? words.missing : undefined}
      fields={
        <>
          <Select
            label={words.outcome}
            emptyLabel="—"
            options={RECORDABLE_OUTCOMES.map((value) => ({ value, label: words.outcomes[value] }))}
            {...outcomeField}
          />
          {isPaid ? (
            <>
              <TextField label={words.railRef} autoComplete="off" {...railReferenceField} />
              <TextField type="date" label={words.paidOn} {...paidOnField} />
            </>
          ) : null}
          {outcome === 'failed' ? (
            <Checkbox
              label={words.refundPromised}
              checked={isRefundPromised}
              onChange={(event) => setIsRefundPromised(event.currentTarget.checked)}
            />
          ) : null}
          {shown.field}
        </>
      }
      forSecond={[
        { label: words.outcome, value: outcome === undefined ? '—' : words.outcomes[outcome] },
        { label: words.amount, value: formatRupees(data.payment.amountPaise) },
        shown.forSecond,
      ]}
      onSend={(reason) =>
        recordOutcome(id, {
          outcome: outcome ?? 'failed',
          evidence: shown.evidence,
          reason,
          isRefundPromised: outcome === 'failed' && isRefundPromised,
          ...(isPaid ? given({ railReference: railReference.trim(), paidOn }) : {}),
        })
      }
    />
  );
}
