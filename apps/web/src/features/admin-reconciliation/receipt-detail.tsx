import { ALONE_MAX_PAISE, identifyReceipt, proposeReceiptBack } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { ListLink } from '../../lib/admin/list-link.tsx';
import { paymentQuery, paymentSubject } from '../../lib/admin/payment-subject.ts';
import { ReasonDialog } from '../../lib/admin/reason-dialog.tsx';
import { Reference } from '../../lib/admin/reference.tsx';
import { useStaff } from '../../lib/admin/staff.ts';
import { formatDateWithYear, formatInstant } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { ProblemError } from '../../lib/problem.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { Card, FactList } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { Money } from '../../ui/money.tsx';
import { toast } from '../../ui/toast.tsx';
import { identify, proposeBack, type Receipt } from './reconciliation.data.ts';
import { useReconciliationWords } from './reconciliation.words.ts';
import { to } from '../../lib/addresses.ts';

/** As it stands in an address, too: the page of a payment may be pasted as a whole. */
const ID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/;

export function ReceiptDetail({ receipt }: { readonly receipt: Receipt }) {
  const words = useReconciliationWords();
  const { may } = useStaff();
  // The receipt may be given, or taken back, by somebody else meanwhile: an open dialog stays what it is.
  const [asked, setAsked] = useState<'identify' | 'back'>();
  const act =
    receipt.status === 'held' && may(identifyReceipt)
      ? 'identify'
      : receipt.status === 'identified' && may(proposeReceiptBack)
        ? 'back'
        : undefined;
  const close = () => setAsked(undefined);
  return (
    <Card title={words.receipt}>
      <FactList facts={useFacts(receipt)} />
      {receipt.paymentId === null ? null : (
        <p className="mt-3">
          <ListLink to={to('/admin/payments/:id', { id: receipt.paymentId })}>{words.openPayment}</ListLink>
        </p>
      )}
      {act === undefined ? null : (
        <div className="mt-4 flex flex-col gap-1">
          <Button tone={act === 'back' ? 'danger' : 'secondary'} size="medium" onClick={() => setAsked(act)}>
            {words[act]}
          </Button>
          <p className="text-caption text-ink-3">
            {act === 'back' ? words.backEffect : words.identifyEffect}
          </p>
        </div>
      )}
      {asked === 'identify' ? <Identify receipt={receipt} onClose={close} /> : null}
      {asked === 'back' ? <Back receipt={receipt} onClose={close} /> : null}
    </Card>
  );
}

function useFacts(receipt: Receipt) {
  const words = useReconciliationWords();
  const { language } = useLanguage();
  const text = (label: string, value: string | null) => (value === null ? [] : [{ label, value }]);
  const reference = (label: string, value: string) => ({
    label,
    value: <Reference text={value} of={label} />,
  });
  return [
    { label: words.amount, value: <Money paise={receipt.amountPaise} decimals="always" /> },
    ...(receipt.refundedPaise === 0
      ? []
      : [{ label: words.refundedBefore, value: <Money paise={receipt.refundedPaise} decimals="always" /> }]),
    { label: words.state, value: words.receiptStatuses[receipt.status] },
    reference(words.reference, receipt.paymentRef),
    ...(receipt.orderRef === null ? [] : [reference(words.orderRef, receipt.orderRef)]),
    { label: words.receivedAt, value: formatInstant(receipt.receivedAt, language) },
    ...text(
      words.returnOn,
      receipt.status === 'held' ? formatDateWithYear(receipt.returnOn, language) : null,
    ),
    ...(receipt.hintedRepaymentId === null
      ? []
      : [
          {
            label: words.hinted,
            value: (
              <TextLink to={to('/admin/payments', { query: { search: receipt.hintedRepaymentId } })}>
                {words.openHinted}
              </TextLink>
            ),
          },
        ]),
  ];
}

interface AskedProps {
  readonly receipt: Receipt;
  readonly onClose: () => void;
}

/** Whether it takes a second person is known for sure only afterwards: the order may name another user. */
function Identify({ receipt, onClose }: AskedProps) {
  const words = useReconciliationWords();
  const common = useAdminWords();
  const [typed, setTyped] = useState('');
  const paymentId = ID.exec(typed.toLowerCase())?.[0];
  const { language } = useLanguage();
  const { data, error } = useQuery({ ...paymentQuery(paymentId ?? ''), enabled: paymentId !== undefined });
  const isUnknown = error instanceof ProblemError && error.isFinal;
  // Money that is given to another person's loan repays it at once: whoever gives it reads whose it is.
  const subject = data === undefined ? undefined : paymentSubject(data, language);
  return (
    <ReasonDialog
      title={words.identifyTitle}
      subject={subject}
      text={words.identifyEffect}
      confirm={words.identify}
      draft={`receipt:${receipt.id}`}
      reasonLabel={words.howYouKnow}
      reasonHint={words.howYouKnowHint}
      problem={
        paymentId === undefined
          ? words.paymentMissing
          : isUnknown
            ? words.paymentUnknown
            : subject === undefined
              ? words.paymentUnread
              : undefined
      }
      fields={
        <TextField
          label={words.payment}
          hint={words.paymentHint}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      }
      {...(receipt.amountPaise > ALONE_MAX_PAISE
        ? {
            forSecond: [
              { label: words.amount, value: <Money paise={receipt.amountPaise} decimals="always" /> },
              { label: words.reference, value: receipt.paymentRef },
              { label: words.payment, value: subject ?? paymentId ?? '—' },
            ],
          }
        : {})}
      onSend={async (reason) => {
        const { approvalId } = await identify(receipt.id, { paymentId: paymentId ?? '', reason });
        toast.success(approvalId === null ? words.identified : common.proposed);
      }}
      onDone={onClose}
      onClose={onClose}
    />
  );
}

/** Asks to take money back that was given to a wrong payment. Rule: LEND-24 */
function Back({ receipt, onClose }: AskedProps) {
  const words = useReconciliationWords();
  const common = useAdminWords();
  return (
    <ReasonDialog
      title={words.back}
      subject={receipt.paymentRef}
      text={words.backEffect}
      isDanger
      draft={`receipt-back:${receipt.id}`}
      forSecond={[
        { label: words.amount, value: <Money paise={receipt.amountPaise} decimals="always" /> },
        { label: words.reference, value: receipt.paymentRef },
      ]}
      onSend={(reason) => proposeBack(receipt.id, reason)}
      onDone={() => {
        toast.success(common.proposed);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
