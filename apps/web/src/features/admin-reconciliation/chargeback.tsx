import type { ChargebackDetail } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { AdminDetail } from '../../lib/admin/admin-detail.tsx';
import { AccountLink } from '../../lib/admin/account-link.tsx';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { DisputeReason } from '../../lib/admin/dispute-reason.tsx';
import { codeWord } from '../../lib/admin/facts.tsx';
import { Reference } from '../../lib/admin/reference.tsx';
import { cardLabel, formatInstant, formatRupees } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { TextLink } from '../../ui/button.tsx';
import { Card, FactList } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ChargebackAnswer } from './chargeback-answer.tsx';
import { ChargebackStatus, isTooLate } from './chargeback-status.tsx';
import { Evidence } from './evidence.tsx';
import { chargebackQuery } from './reconciliation.data.ts';
import { useReconciliationWords } from './reconciliation.words.ts';
import { to } from '../../lib/addresses.ts';

export function Component() {
  const { id = '' } = useParams();
  const words = useReconciliationWords();
  const common = useAdminWords();
  return (
    <AdminDetail
      query={useQuery(chargebackQuery(id))}
      list={{
        to: to('/admin/reconciliation', { query: { list: 'chargebacks' } }),
        name: words.lists.chargebacks,
      }}
      fallbackTitle={words.chargeback}
      title={({ account, amountPaise }) => `${formatRupees(amountPaise)} · ${account.name ?? common.unnamed}`}
      status={(chargeback) => <ChargebackStatus chargeback={chargeback} />}
    >
      {(chargeback) => (
        <div key={id} className="grid items-start gap-4 lg:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-4">
            <Dispute chargeback={chargeback} />
            <Repaid chargeback={chargeback} />
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <Waits chargeback={chargeback} />
            <Said chargeback={chargeback} />
            <Evidence chargeback={chargeback} />
            <ChargebackAnswer chargeback={chargeback} />
          </div>
        </div>
      )}
    </AdminDetail>
  );
}

interface Part {
  readonly chargeback: ChargebackDetail;
}

function Dispute({ chargeback }: Part) {
  const words = useReconciliationWords();
  const { language } = useLanguage();
  const instant = (label: string, at: string | null) =>
    at === null ? [] : [{ label, value: formatInstant(at, language) }];
  const { reasonCode } = chargeback;
  return (
    <Card title={words.chargeback}>
      <FactList
        facts={[
          { label: words.disputed, value: <Money paise={chargeback.amountPaise} decimals="always" /> },
          {
            label: words.reference,
            value: <Reference text={chargeback.disputeRef} of={words.reference} />,
          },
          { label: words.phase, value: codeWord(words.phases, chargeback.phase) },
          ...(reasonCode === null
            ? []
            : [{ label: words.reasonCode, value: <DisputeReason code={reasonCode} /> }]),
          ...instant(words.openedAt, chargeback.openedAt),
          ...instant(words.respondBy, chargeback.respondBy),
          ...instant(words.deductedAt, chargeback.deductedAt),
          ...instant(words.endedAt, chargeback.endedAt),
        ]}
      />
    </Card>
  );
}

function Repaid({ chargeback }: Part) {
  const words = useReconciliationWords();
  const common = useAdminWords();
  const codes = useCodeWords();
  const { language } = useLanguage();
  const { account, repayment, card } = chargeback;
  return (
    <Card title={words.repaid}>
      <FactList
        facts={[
          {
            label: common.account,
            value: <AccountLink account={account} />,
          },
          {
            label: words.cardPaid,
            value: (
              <TextLink to={to('/admin/payments/:id', { id: chargeback.paymentId })}>
                {cardLabel(card.bankName, card.last4)}
              </TextLink>
            ),
          },
          { label: words.repaidAmount, value: <Money paise={repayment.amountPaise} decimals="always" /> },
          { label: words.channel, value: codeWord(codes.channels, repayment.channel) },
          {
            label: words.state,
            // A bank disputes money that came in: where it counts no more, it was taken back.
            value:
              repayment.status === 'failed'
                ? codes.repaymentTakenBack
                : codeWord(codes.repaymentStatuses, repayment.status),
          },
          {
            label: words.receivedAt,
            value:
              repayment.receivedAt === null ? common.nobody : formatInstant(repayment.receivedAt, language),
          },
          ...(repayment.paymentRef === null
            ? []
            : [
                {
                  label: words.paymentRef,
                  value: <Reference text={repayment.paymentRef} of={words.paymentRef} />,
                },
              ]),
          {
            label: words.outstanding,
            value: <Money paise={chargeback.outstandingPaise} decimals="always" />,
          },
        ]}
      />
    </Card>
  );
}

/** The party that the chargeback waits for: us, a second person, or the staff who clear the difference it became. */
function Waits({ chargeback }: Part) {
  const { status, response, openApprovalId, difference } = chargeback;
  const words = useReconciliationWords();
  const codes = useCodeWords();
  if (openApprovalId !== null) {
    return (
      <Notice
        tone="due"
        title={words.chargebackApproval}
        actions={
          <TextLink to={to('/admin/approvals/:id', { id: openApprovalId })}>{words.openProposal}</TextLink>
        }
      />
    );
  }
  return (
    <>
      {isTooLate(chargeback) ? (
        <Notice tone="bad">{words.chargebackWaits.late}</Notice>
      ) : status === 'open' && response === null ? (
        <Notice tone="due">{words.chargebackWaits.open}</Notice>
      ) : null}
      {status === 'review' ? <Notice tone="due">{words.chargebackWaits.review}</Notice> : null}
      {difference === null ? null : (
        <Card title={words.difference}>
          <FactList
            facts={[
              {
                label: words.kind,
                value: (
                  <TextLink
                    to={to('/admin/reconciliation', {
                      query: {
                        state: difference.resolvedAt === null ? undefined : 'resolved',
                        break: difference.id,
                      },
                    })}
                  >
                    {codeWord(codes.breakKinds, difference.kind)}
                  </TextLink>
                ),
              },
              ...(difference.resolution === null
                ? []
                : [
                    {
                      label: words.resolution,
                      value: codeWord(words.resolutions, difference.resolution),
                    },
                  ]),
              ...(difference.note === null ? [] : [{ label: words.note, value: difference.note }]),
            ]}
          />
        </Card>
      )}
    </>
  );
}

function Said({ chargeback: { response, said } }: Part) {
  const words = useReconciliationWords();
  const common = useAdminWords();
  const { language } = useLanguage();
  return (
    <Card title={words.response}>
      {said === null ? (
        <p className="text-ink-2">{words.noResponse}</p>
      ) : (
        <FactList
          facts={[
            ...(response === null ? [] : [{ label: words.state, value: words.responses[response] }]),
            ...(said.summary === null
              ? []
              : [
                  {
                    label: words.summary,
                    value: <span className="font-normal whitespace-pre-line">{said.summary}</span>,
                  },
                ]),
            { label: words.saidBy, value: said.by.name ?? common.unnamed },
            { label: words.saidAt, value: formatInstant(said.at, language) },
            ...(said.refusal === null
              ? []
              : [
                  // Ours, before anything was told: every other code is the rail's.
                  said.refusal === 'file_lost'
                    ? { label: words.notTold, value: words.evidenceLost }
                    : { label: words.refusal, value: said.refusal },
                ]),
          ]}
        />
      )}
    </Card>
  );
}
