import {
  blockUser,
  proposeLimit,
  proposeReinstatement,
  proposeUnblock,
  type UserDetail,
} from '@mohlat/contract';
import { isReviewedHold } from '@mohlat/money';
import { useState, type ComponentProps } from 'react';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { ReasonDialog } from '../../lib/admin/reason-dialog.tsx';
import { useStaff } from '../../lib/admin/staff.ts';
import { useTyped } from '../../lib/admin/typed.ts';
import { formatRupees, parseRupees } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card, type Fact } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { toast } from '../../ui/toast.tsx';
import { MoneyField } from '../../ui/typed-fields.tsx';
import { block, markFraud, propose, reinstate, unblock } from './users.data.ts';
import { type UsersWords, useUsersWords } from './users.words.ts';

const ACTIONS = ['block', 'fraud', 'unblock', 'reinstate', 'limit'] as const;
type Action = (typeof ACTIONS)[number];
type PlainAction = Exclude<Action, 'limit'>;

const SENDERS = { block, fraud: markFraud, unblock, reinstate } as const satisfies Record<
  PlainAction,
  unknown
>;

/** The actions that fit the account's state and the caller's roles. Staff do nothing to their own account. */
export function UserActions({ user }: { readonly user: UserDetail }) {
  const words = useUsersWords();
  const { staff, may } = useStaff();
  const [asked, setAsked] = useState<Action>();
  const isClosed = user.state === 'closed';
  const isRisk = staff?.roles.includes('risk') === true;
  // The auth server's own door leaves no block of ours, and its ban may pass.
  const isBarred = user.state === 'blocked' && user.block?.at === null;
  const isOpen: Record<Action, boolean> = {
    // A colleague is blocked by two of risk; support is refused.
    block: may(blockUser) && (!user.isStaff || isRisk) && (user.state === 'active' || isBarred),
    // There is no block to mark yet: its own dialog asks whether it is for fraud.
    fraud: isRisk && may(blockUser) && user.state !== 'active' && !isBarred && user.block?.isFraud !== true,
    // Also where the auth server let the person in again: the block stands until it is lifted.
    unblock: may(proposeUnblock) && user.block !== null,
    reinstate:
      may(proposeReinstatement) &&
      user.state === 'active' &&
      user.credit?.state === 'suspended' &&
      isReviewedHold(user.creditDetail?.stateReason ?? null),
    limit: may(proposeLimit) && user.credit !== null && user.state === 'active',
  };
  const names: Record<Action, string> = {
    block: words.blockAction,
    fraud: isClosed ? words.markAction : words.fraudAction,
    unblock: isClosed ? words.unmarkAction : words.unblockAction,
    reinstate: words.reinstateAction,
    limit: words.limitAction,
  };
  const actions = ACTIONS.filter((action) => isOpen[action]);
  if (actions.length === 0 || staff?.id === user.id) return null;
  const close = () => setAsked(undefined);
  return (
    <Card title={words.actions}>
      <div className="flex flex-wrap gap-3">
        {actions.map((action) => (
          <Button
            key={action}
            tone={action === 'block' ? 'danger' : 'secondary'}
            size="medium"
            onClick={() => setAsked(action)}
          >
            {names[action]}
          </Button>
        ))}
      </div>
      {asked === undefined ? null : asked === 'limit' ? (
        <LimitDialog user={user} name={names.limit} onClose={close} />
      ) : (
        <PlainDialog user={user} name={names[asked]} action={asked} onClose={close} />
      )}
    </Card>
  );
}

interface ActionDialogProps extends Omit<ComponentProps<typeof ReasonDialog>, 'title' | 'onSend' | 'onDone'> {
  readonly name: string;
  readonly onSend: (reason: string) => Promise<{ readonly approvalId: string | null }>;
}

/** Asks for one action by its name, and tells whether it is done or waits for a second person. */
function ActionDialog({ name, onSend, onClose, ...dialog }: ActionDialogProps) {
  const words = useUsersWords();
  const common = useAdminWords();
  return (
    <ReasonDialog
      {...dialog}
      title={name}
      onSend={async (reason) => {
        const { approvalId } = await onSend(reason);
        toast.success(approvalId === null ? words.done : common.proposed);
      }}
      onDone={onClose}
      onClose={onClose}
    />
  );
}

interface AskedProps {
  readonly user: UserDetail;
  readonly name: string;
  readonly onClose: () => void;
}

/** Asks for an action that needs only a reason. A block and its mark count at once, except a colleague's; two people decide the others. */
function PlainDialog({ user, action, ...dialog }: AskedProps & { readonly action: PlainAction }) {
  const words = useUsersWords();
  const { staff } = useStaff();
  const [isFraud, setIsFraud] = useState(false);
  const isForTwo = (action !== 'block' && action !== 'fraud') || user.isStaff;
  const texts: Record<PlainAction, string> = {
    block: user.isStaff ? words.blockColleagueText : words.blockText,
    fraud: user.state === 'closed' ? words.markText : words.fraudText,
    unblock: user.state === 'closed' ? words.unmarkText : words.unblockText,
    reinstate: words.reinstateText,
  };
  return (
    <ActionDialog
      {...dialog}
      subject={user.name ?? undefined}
      text={texts[action]}
      draft={`user-${action}:${user.id}`}
      isDanger={action === 'block' || action === 'fraud'}
      {...(isForTwo ? { forSecond: factsOf(user, action, words) } : {})}
      fields={
        action !== 'block' || staff?.roles.includes('risk') !== true ? undefined : (
          <Checkbox
            label={words.isFraud}
            checked={isFraud}
            onChange={(event) => setIsFraud(event.currentTarget.checked)}
          />
        )
      }
      onSend={(reason) => SENDERS[action](user.id, reason, isFraud)}
    />
  );
}

function factsOf(user: UserDetail, action: PlainAction, words: UsersWords): Fact[] {
  const facts: Fact[] = [{ label: words.name, value: user.name ?? '—' }];
  if (action === 'reinstate' && user.credit !== null)
    facts.push(
      { label: words.limit, value: formatRupees(user.credit.limitPaise) },
      { label: words.outstanding, value: formatRupees(user.outstandingPaise) },
    );
  return facts;
}

function LimitDialog({ user, ...dialog }: AskedProps) {
  const words = useUsersWords();
  const [typed, limitField] = useTyped();
  const limitPaise = parseRupees(typed);
  const maxPaise = user.creditDetail?.proposableMaxPaise ?? null;
  return (
    <ActionDialog
      {...dialog}
      subject={user.name ?? undefined}
      text={words.limitText}
      reasonHint={words.limitReasonHint}
      draft={`user-limit:${user.id}`}
      problem={limitPaise ? undefined : words.limitMissing}
      fields={
        <MoneyField
          label={words.newLimit}
          hint={maxPaise === null ? undefined : words.limitMax(formatRupees(maxPaise))}
          {...limitField}
        />
      }
      forSecond={[
        { label: words.currentLimit, value: formatRupees(user.credit?.limitPaise ?? 0) },
        { label: words.newLimit, value: limitPaise ? formatRupees(limitPaise) : '—' },
      ]}
      onSend={(reason) => propose(user.id, limitPaise ?? 0, reason)}
    />
  );
}
