import { type AdminPayment, listBreaks } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { AdminDetail } from '../../lib/admin/admin-detail.tsx';
import { AccountLink } from '../../lib/admin/account-link.tsx';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { codeWord } from '../../lib/admin/facts.tsx';
import { paymentQuery } from '../../lib/admin/payment-subject.ts';
import { Reference } from '../../lib/admin/reference.tsx';
import { useStaff } from '../../lib/admin/staff.ts';
import { usePageOf } from '../../lib/admin/thing-pages.ts';
import { formatDateWithYear, formatInstant, formatRupees, maskedCardLabel } from '../../lib/format.ts';
import { useGlossary } from '../../lib/glossary.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { paidSoFar, repaidOf, shownSchedule } from '../../lib/repaid.ts';
import { TextLink } from '../../ui/button.tsx';
import { Card, FactList } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Schedule } from '../../ui/schedule.tsx';
import { Actions } from './actions.tsx';
import { BillTag } from './bill-tag.tsx';
import { Journals } from './journals.tsx';
import { Mandates } from './mandates.tsx';
import { PaymentTimeline } from './payment-timeline.tsx';
import { usePaymentsWords } from './payments.words.ts';
import { to } from '../../lib/addresses.ts';

export function Component() {
  const { id = '' } = useParams();
  const words = usePaymentsWords();
  return (
    <AdminDetail
      query={useQuery(paymentQuery(id))}
      list={{ to: to('/admin/payments'), name: words.title }}
      fallbackTitle={words.title}
      title={({ payment }) => maskedCardLabel(payment.bankName, payment.cardMasked)}
      status={({ payment }) => <BillTag billStatus={payment.billStatus} />}
    >
      {(data) => (
        <div key={id} className="grid items-start gap-4 lg:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-4">
            <Terms data={data} />
            <Freezes freezes={data.freezes} />
            <Mandates mandates={data.mandates} />
            <DebitsInReview debitsInReview={data.debitsInReview} />
            <Actions id={id} data={data} />
            <Waiting data={data} />
            <PlanRows data={data} />
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <PaymentTimeline timeline={data.timeline} leftOut={data.leftOut} />
            <Journals journals={data.journals} />
          </div>
        </div>
      )}
    </AdminDetail>
  );
}

interface Part {
  readonly data: AdminPayment;
}

/** Whether the bill is paid is not known yet. */
const isUnderWay = ({ billStatus }: AdminPayment['payment']): boolean =>
  billStatus === 'accepted' || billStatus === 'submitted' || billStatus === 'unknown';

/** Paise that were repaid in all; undefined while the payment runs. Of a settled one it is not the agreed sum. */
function allRepaid(payment: AdminPayment['payment']): number | undefined {
  if (payment.ending?.kind !== 'settled') return repaidOf(payment)?.totalPaise;
  return payment.charges.reduce((sum, charge) => sum + charge.paidPaise, paidSoFar(payment));
}

/** The answer to a person who asks on the phone to end it today. */
function Closing({
  closing: { totalPaise, savingPaise },
}: {
  readonly closing: NonNullable<AdminPayment['closing']>;
}) {
  const words = usePaymentsWords();
  return (
    <>
      <Money paise={totalPaise} decimals="always" />
      {savingPaise > 0 ? (
        <span className="text-ink-2"> · {words.saves(formatRupees(savingPaise))}</span>
      ) : null}
    </>
  );
}

function Terms({
  data: { payment, account, settingsVersion, loan, closing, hardships, nextEnquiryAt },
}: Part) {
  const words = usePaymentsWords();
  const common = useAdminWords();
  const codes = useCodeWords();
  const { language } = useLanguage();
  const repaidPaise = allRepaid(payment);
  const amount = (paise: number) => <Money paise={paise} decimals="always" />;
  const reference = (label: string, text: string | null) => ({
    label,
    value: text === null ? common.nobody : <Reference text={text} of={label} />,
  });
  const standing =
    loan === null
      ? [{ label: words.loan, value: isUnderWay(payment) ? words.noLoanYet : words.noLoan }]
      : [
          { label: words.loanStatus, value: codeWord(codes.loanStatuses, loan.status) },
          { label: words.disbursedOn, value: formatDateWithYear(loan.disbursedOn, language) },
          { label: words.late, value: loan.daysPastDue },
          { label: words.closedThroughOn, value: formatDateWithYear(loan.closedThroughOn, language) },
          { label: words.outstanding, value: amount(payment.outstandingPaise) },
          ...(closing === null ? [] : [{ label: words.closesToday, value: <Closing closing={closing} /> }]),
        ];
  return (
    <Card title={words.facts}>
      <FactList
        facts={[
          {
            label: common.account,
            value: <AccountLink account={account} />,
          },
          { label: words.date, value: formatInstant(payment.date, language) },
          { label: words.amount, value: amount(payment.amountPaise) },
          { label: words.fee, value: amount(payment.serviceFeePaise) },
          { label: words.total, value: amount(payment.totalAmountPaise) },
          ...(repaidPaise === undefined ? [] : [{ label: words.repaid, value: amount(repaidPaise) }]),
          {
            label: words.plan,
            value: payment.plan.kind === 'single' ? words.single : words.emis(payment.plan.instalments),
          },
          ...standing,
          ...(payment.recoveryAgent === undefined
            ? []
            : [{ label: words.agent, value: agentText(payment.recoveryAgent) }]),
          ...hardships.map((one) => ({ label: words.hardship, value: <Hardship key={one.id} one={one} /> })),
          reference(words.paymentId, payment.id),
          reference(words.ourReference, payment.ourReference),
          reference(words.railReference, payment.railReference),
          ...(nextEnquiryAt === null
            ? []
            : [{ label: words.nextEnquiry, value: formatInstant(nextEnquiryAt, language) }]),
          { label: words.settings, value: settingsVersion },
        ]}
      />
    </Card>
  );
}

const agentText = ({ name, phone }: NonNullable<AdminPayment['payment']['recoveryAgent']>) =>
  `${name} · ${phone}`;

/** From when until when it was put off; a role that may read more is led there. */
function Hardship({ one }: { readonly one: AdminPayment['hardships'][number] }) {
  const words = usePaymentsWords();
  const { language } = useLanguage();
  const page = usePageOf()('hardship', one.id);
  const text = words.span(
    formatDateWithYear(one.fromDate, language),
    formatDateWithYear(one.endedDate ?? one.untilDate, language),
  );
  return page === undefined ? text : <TextLink to={page}>{text}</TextLink>;
}

/** Proposals and differences that two people or a rail have to settle first. */
function Waiting({ data: { approvals, breaks } }: Part) {
  const { may } = useStaff();
  const words = usePaymentsWords();
  const common = useAdminWords();
  const codes = useCodeWords();
  const open = approvals.filter(({ status }) => status === 'open');
  const differences = breaks.filter(({ isOpen }) => isOpen);
  if (open.length + differences.length === 0) return null;
  return (
    <Card title={words.waits}>
      <ul className="flex flex-col gap-2">
        {open.map(({ id, kind }) => (
          <li key={id}>
            <TextLink to={to('/admin/approvals/:id', { id })}>{common.approvalKinds[kind]}</TextLink>
          </li>
        ))}
        {differences.map(({ id, kind }) => (
          <li key={id}>
            {may(listBreaks) ? (
              <TextLink to={to('/admin/reconciliation', { query: { break: id } })}>
                {codeWord(codes.breakKinds, kind)}
              </TextLink>
            ) : (
              codeWord(codes.breakKinds, kind)
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface AgreedRowsProps {
  readonly payment: AdminPayment['payment'];
  readonly hasLoan: boolean;
}

/** The schedule: as repaid, and as agreed where no loan came of it or it ended for a lower sum. A row has no state then. */
function AgreedRows({ payment, hasLoan }: AgreedRowsProps) {
  const words = usePaymentsWords();
  const glossary = useGlossary();
  const { language } = useLanguage();
  const isSettled = payment.ending?.kind === 'settled';
  const schedule = isSettled ? payment.schedule : shownSchedule(payment);
  if (schedule.length === 0) return null;
  const unlent = isUnderWay(payment) ? words.schedulePlanned : words.scheduleVoid;
  const description = isSettled ? words.scheduleSettled : hasLoan ? undefined : unlent;
  return (
    <Card title={words.schedule} description={description}>
      <Schedule
        isNarrow
        labels={glossary.schedule}
        rows={schedule.map((row) => ({
          ...row,
          dueDate: formatDateWithYear(row.dueDate, language),
          // An amount that was never lent is not upcoming, and one that was settled for less is not paid.
          state: description === undefined ? glossary.instalment[row.status] : undefined,
        }))}
      />
    </Card>
  );
}

function PlanRows({ data: { payment, loan, repayments, refunds } }: Part) {
  const words = usePaymentsWords();
  const { language } = useLanguage();
  const codes = useCodeWords();
  const moved = (
    title: string,
    rows: readonly { readonly at: string; readonly amountPaise: number; readonly said: readonly string[] }[],
  ) => (
    <Card title={title}>
      <FactList
        facts={rows.map(({ at, amountPaise, said }) => ({
          label: [formatInstant(at, language), ...said].join(' · '),
          value: <Money paise={amountPaise} decimals="always" />,
        }))}
      />
    </Card>
  );
  return (
    <>
      <AgreedRows payment={payment} hasLoan={loan !== null} />
      {repayments.length === 0
        ? null
        : moved(
            words.repayments,
            repayments.map((one) => ({
              ...one,
              said: [
                one.takenBackOn
                  ? `${codes.repaymentTakenBack}: ${formatDateWithYear(one.takenBackOn, language)}`
                  : one.failureReason === 'given_by_mistake'
                    ? codes.repaymentMistaken
                    : codes.repaymentStatuses[one.status],
                codeWord(codes.channels, one.isPaidByLink ? 'link' : one.channel),
                ...(one.failureReason ? [codeWord(codes.failures, one.failureReason)] : []),
              ],
            })),
          )}
      {refunds.length === 0
        ? null
        : moved(
            words.refunds,
            refunds.map((one) => ({
              ...one,
              said: [
                codes.refundStatuses[one.status],
                ...(one.failureReason === null ? [] : [codeWord(codes.failures, one.failureReason)]),
              ],
            })),
          )}
    </>
  );
}

/** The times without dunning for a loan, why, and how many days that leaves out. */
function Freezes({ freezes }: Pick<AdminPayment, 'freezes'>) {
  const words = usePaymentsWords();
  const { language } = useLanguage();
  const day = (date: string) => formatDateWithYear(date, language);
  return freezes.map(({ word, fromDate, endedDate, end, days }, index) => (
    <Card
      key={`${fromDate} ${index}`}
      title={endedDate === null ? words.frozen : words.wasFrozen}
      description={endedDate === null ? words.frozenText : words.wasFrozenText}
    >
      <FactList
        facts={[
          endedDate === null
            ? { label: words.frozenSince, value: day(fromDate) }
            : { label: words.frozenSpan, value: words.span(day(fromDate), day(endedDate)) },
          { label: words.railSaid, value: words.railWords[word] },
          { label: words.frozenDays, value: endedDate === null ? words.daysSoFar(days) : words.daysIn(days) },
          ...(end === null ? [] : [{ label: words.freezeEnd, value: words.freezeEnds[end] }]),
        ]}
      />
    </Card>
  ));
}

/** Debits whose banks did not answer in time, with what a member of staff needs to ask for them. */
function DebitsInReview({ debitsInReview }: Pick<AdminPayment, 'debitsInReview'>) {
  const words = usePaymentsWords();
  const common = useAdminWords();
  const { language } = useLanguage();
  return debitsInReview.map(({ id, number, amountPaise, presentedDate, answerByDate, orderRef }) => (
    <Card key={id} title={words.debitsInReview} description={words.debitsInReviewText}>
      <FactList
        facts={[
          { label: words.debitOf(number), value: <Money paise={amountPaise} decimals="always" /> },
          { label: words.presentedOn, value: formatDateWithYear(presentedDate, language) },
          {
            label: words.answerBy,
            value: answerByDate === null ? common.nobody : formatDateWithYear(answerByDate, language),
          },
          {
            label: words.orderRef,
            value: orderRef === null ? common.nobody : <Reference text={orderRef} of={words.orderRef} />,
          },
        ]}
      />
    </Card>
  ));
}
