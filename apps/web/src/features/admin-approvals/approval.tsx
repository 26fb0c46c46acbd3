import { APPROVAL_ROLES, decideApproval, type AnswerOf, type getApproval } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { AdminDetail } from '../../lib/admin/admin-detail.tsx';
import { AccountLink } from '../../lib/admin/account-link.tsx';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { DisputeReason } from '../../lib/admin/dispute-reason.tsx';
import { codeWord, factValue } from '../../lib/admin/facts.tsx';
import { ReasonDialog } from '../../lib/admin/reason-dialog.tsx';
import { SettingChanges } from '../../lib/admin/setting-change.tsx';
import { useStaff } from '../../lib/admin/staff.ts';
import { formatInstant } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { nowMs } from '../../lib/product-clock.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { Card, FactList } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { ApprovalStatus } from './approval-status.tsx';
import { approvalQuery, decide } from './approvals.data.ts';
import { useApprovalsWords } from './approvals.words.ts';
import { to } from '../../lib/addresses.ts';
import { usePageOf } from '../../lib/admin/thing-pages.ts';

type Approval = AnswerOf<typeof getApproval>;

export function Component() {
  const { id = '' } = useParams();
  const words = useApprovalsWords();
  const common = useAdminWords();
  return (
    <AdminDetail
      query={useQuery(approvalQuery(id))}
      list={{ to: to('/admin/approvals'), name: words.title }}
      fallbackTitle={words.title}
      title={({ kind }) => common.approvalKinds[kind]}
      status={(approval) => <ApprovalStatus status={statusNow(approval)} />}
    >
      {(approval) => <Proposal key={id} approval={approval} />}
    </AdminDetail>
  );
}

/** The sweep that ends a proposal comes some time after its last moment, and the server refuses every decision from then on. */
function statusNow({ status, expiresAt }: Pick<Approval, 'status' | 'expiresAt'>): Approval['status'] {
  return status === 'open' && Date.parse(expiresAt) <= nowMs() ? 'expired' : status;
}

function Proposal({ approval }: { readonly approval: Approval }) {
  const words = useApprovalsWords();
  const common = useAdminWords();
  const status = statusNow(approval);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card title={words.why}>
        <WhoAndWhy approval={approval} />
      </Card>
      <div className="flex flex-col gap-4">
        {approval.changes.length === 0 ? null : (
          <Card title={common.changes}>
            <SettingChanges changes={approval.changes} />
          </Card>
        )}
        <Facts facts={approval.facts} />
        {status === 'expired' ? <Notice title={words.over}>{words.overText}</Notice> : null}
        {status === 'open' ? <Decision approval={approval} /> : null}
      </div>
    </div>
  );
}

type Placed = Pick<Approval, 'objectId' | 'status'>;
const payment = ({ objectId }: Placed) => to('/admin/payments/:id', { id: objectId });
/** An approved difference has left the list that is shown first, so the link names its state. */
const difference = ({ objectId, status }: Placed) =>
  to('/admin/reconciliation', {
    query: { state: status === 'approved' ? 'resolved' : undefined, break: objectId },
  });
/** In the list where it stands: a given one among those that were given, one that was taken back among those held. */
const receiptGiven = (whether: (of: Placed) => boolean) => (of: Placed) =>
  to('/admin/reconciliation', {
    query: { list: 'receipts', status: whether(of) ? 'identified' : undefined, receipt: of.objectId },
  });
/** The page of a proposal's object, where it has one of its own; an account is linked by its name. */
const OBJECTS: Readonly<Partial<Record<Approval['kind'], (of: Placed) => string>>> = {
  waiver: payment,
  settlement: payment,
  write_off: payment,
  rail_outcome: payment,
  debit_outcome: payment,
  refund: payment,
  refund_transfer: payment,
  rail_loss: difference,
  rail_reverse: difference,
  rail_returned: difference,
  rail_refund: difference,
  rail_agreed: difference,
  receipt: receiptGiven(({ status }) => status === 'approved'),
  receipt_back: receiptGiven(({ status }) => status !== 'approved'),
  chargeback_accept: ({ objectId }) => to('/admin/chargebacks/:id', { id: objectId }),
  settings: () => to('/admin/settings'),
  settings_withdrawal: () => to('/admin/settings'),
};

/** A proposal's object whose page another feature may have. */
const THINGS: Readonly<Partial<Record<Approval['kind'], string>>> = { hardship_extension: 'hardship' };

/** Values are codes of whatever a proposal is about, or amounts, days and words of their own. */
function Facts({ facts }: Pick<Approval, 'facts'>) {
  const words = useApprovalsWords();
  const codes = useCodeWords();
  const { language } = useLanguage();
  const values: Readonly<Partial<Record<string, Readonly<Record<string, string>>>>> = {
    account_state: words.values,
    bill_status: codes.billStatuses,
    credit_hold: codes.creditReasons,
    difference: codes.breakKinds,
    hardship_reason: codes.hardshipReasons,
    loan_status: codes.loanStatuses,
    movement: codes.bankMovements,
    outcome: codes.billStatuses,
  };
  if (facts.length === 0) return null;
  return (
    <Card title={words.facts}>
      <FactList
        facts={facts.map(({ code, value }) => ({
          label: codeWord(words.factNames, code),
          value:
            code === 'dispute_reason' && typeof value === 'string' && value !== '' ? (
              <DisputeReason code={value} />
            ) : (
              factValue(code, value, language, { ...words.values, ...values[code] })
            ),
        }))}
      />
    </Card>
  );
}

/** True of a proposal whose reason goes to the person as it was typed: that of a lower limit. */
function isReasonSent({ kind, facts }: Pick<Approval, 'kind' | 'facts'>): boolean {
  const sum = (code: string) => Number(facts.find((fact) => fact.code === code)?.value);
  return kind === 'credit_limit' && sum('proposed_limit_paise') < sum('limit_paise');
}

function WhoAndWhy({ approval }: { readonly approval: Approval }) {
  const words = useApprovalsWords();
  const common = useAdminWords();
  const { language } = useLanguage();
  const { account, proposedBy, decidedBy, decidedAt, note } = approval;
  const pageOf = usePageOf();
  const object = OBJECTS[approval.kind]?.(approval) ?? pageOf(THINGS[approval.kind] ?? '', approval.objectId);
  const decided =
    decidedAt === null
      ? [{ label: words.expiresAt, value: formatInstant(approval.expiresAt, language) }]
      : [
          { label: words.decidedBy, value: decidedBy?.name ?? common.nobody },
          { label: words.decidedAt, value: formatInstant(decidedAt, language) },
          { label: words.note, value: note ?? common.nobody },
        ];
  return (
    <FactList
      facts={[
        { label: isReasonSent(approval) ? words.reasonForPerson : words.reason, value: approval.reason },
        {
          label: common.account,
          value: <AccountLink account={account} />,
        },
        ...(object === undefined
          ? []
          : [
              {
                label: words.about,
                value: <TextLink to={object}>{words.openIt}</TextLink>,
              },
            ]),
        { label: words.proposedBy, value: proposedBy.name ?? common.unnamed },
        { label: words.proposedAt, value: formatInstant(approval.proposedAt, language) },
        ...decided,
      ]}
    />
  );
}

function Decision({ approval }: { readonly approval: Approval }) {
  const words = useApprovalsWords();
  const common = useAdminWords();
  const { staff, may } = useStaff();
  const [asked, setAsked] = useState<'approve' | 'reject'>();
  if (staff === undefined) return null;
  if (approval.account?.id === staff.id) return <Notice>{words.ownAccount}</Notice>;
  const isOwn = approval.proposedBy.id === staff.id;
  const roles = APPROVAL_ROLES[approval.kind];
  if (!may(decideApproval) || (!isOwn && !may({ roles })))
    return <Notice>{words.otherRole(roles.map((role) => common.roles[role]).join(', '))}</Notice>;
  return (
    <>
      {isOwn ? <Notice title={words.own}>{words.ownText}</Notice> : null}
      {approval.isCurrent || isOwn ? null : <NotNow facts={approval.facts} />}
      <div className="flex flex-col gap-3 md:flex-row">
        {isOwn || !approval.isCurrent ? null : (
          <Button onClick={() => setAsked('approve')}>{words.approve}</Button>
        )}
        <Button tone="danger" onClick={() => setAsked('reject')}>
          {isOwn ? words.takeBack : words.reject}
        </Button>
      </div>
      {asked === undefined ? null : (
        <DecisionDialog
          approval={approval}
          decision={asked}
          isOwn={isOwn}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

/** Why it cannot be approved now: what it waits for, or that it has changed. */
function NotNow({ facts }: Pick<Approval, 'facts'>) {
  const words = useApprovalsWords();
  const texts: Readonly<Partial<Record<string, string>>> = words.waitTexts;
  const text = facts.map(({ code }) => texts[code]).find((one) => one !== undefined);
  return (
    <Notice tone="due" title={text === undefined ? words.stale : words.wait}>
      {text ?? words.staleText}
    </Notice>
  );
}

interface DecisionDialogProps {
  readonly approval: Approval;
  readonly decision: 'approve' | 'reject';
  readonly isOwn: boolean;
  readonly onClose: () => void;
}

function DecisionDialog({ approval, decision, isOwn, onClose }: DecisionDialogProps) {
  const words = useApprovalsWords();
  const kind = useAdminWords().approvalKinds[approval.kind];
  const isReject = decision === 'reject';
  return (
    <ReasonDialog
      title={
        isReject ? (isOwn ? words.takeBackTitle(kind) : words.rejectTitle(kind)) : words.approveTitle(kind)
      }
      subject={approval.account?.name ?? undefined}
      text={isReject ? (isOwn ? words.takeBackText : words.rejectText) : words.approveText}
      confirm={isReject ? (isOwn ? words.takeBack : words.reject) : words.approve}
      isDanger={isReject}
      isReasonOptional={!isReject || isOwn}
      reasonLabel={words.noteLabel}
      draft={`approval-${decision}:${approval.id}`}
      onSend={(note) => decide(approval.id, { decision, ...(note === '' ? {} : { note }) })}
      onDone={() => {
        toast.success(words.done[decision]);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
