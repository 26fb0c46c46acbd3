import type { Credit } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { to, WRITE_TO_US } from '../../lib/addresses.ts';
import { LoadingFace } from '../../lib/faces.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { creditQuery } from './credit.data.ts';
import { useCreditWords } from './credit.words.ts';

type HoldCode = NonNullable<Credit['stateReason']>['code'];

/** Finds the act that ends a hold; undefined where the page of the limit itself asks for it. */
function useWayOut(code: HoldCode) {
  const words = useCreditWords();
  const repay = { to: to('/dashboard/payments'), text: words.repay };
  return {
    overdue: repay,
    arrears: repay,
    dispute: { to: WRITE_TO_US, text: words.contactSupport },
    kyc_lapse: { to: to('/dashboard/kyc-verification'), text: words.verifyAgain },
    report_stale: undefined,
    npa: repay,
    written_off: repay,
  }[code];
}

const hasEnded = (code: HoldCode): boolean => code === 'npa' || code === 'written_off';

/** Why the limit rests, and what ends that. */
export function Hold({ code }: { readonly code: HoldCode }) {
  const action = useWayOut(code);
  return (
    <HoldNotice code={code}>
      {action ? (
        <LinkButton to={action.to} size="medium" tone="secondary">
          {action.text}
        </LinkButton>
      ) : undefined}
    </HoldNotice>
  );
}

interface HoldNoticeProps {
  readonly code: HoldCode;
  /** Advice about a bill that was to be paid. */
  readonly more?: string;
  readonly children: ReactNode;
}

function HoldNotice({ code, more, children }: HoldNoticeProps) {
  const words = useCreditWords();
  const isOver = hasEnded(code);
  return (
    <Notice tone="due" title={isOver ? words.endedTitle : words.holdTitle} actions={children}>
      {[words.holds[code], words.holdRepay, more].filter(Boolean).join(' ')}
    </Notice>
  );
}

/** The same where a bill was to be paid: the way out, and the people to ask. Without a known reason `children` stand there. */
export function PayHold({ children }: { readonly children?: ReactNode }) {
  const credit = useQuery(creditQuery);
  if (credit.isPending) {
    return (
      <LoadingFace onRetry={() => void credit.refetch()}>
        <Skeleton height="card" />
      </LoadingFace>
    );
  }
  const code = credit.data?.stateReason?.code;
  return code === undefined ? children : <PayHoldOf code={code} />;
}

function PayHoldOf({ code }: { readonly code: HoldCode }) {
  const words = useCreditWords();
  const wayOut = useWayOut(code) ?? { to: to('/dashboard/credit'), text: words.refresh };
  return (
    <div className="max-w-form">
      <HoldNotice code={code} more={hasEnded(code) ? words.endedPayAtBank : words.holdMeanwhile}>
        <LinkButton to={wayOut.to} size="medium">
          {wayOut.text}
        </LinkButton>
        {wayOut.to === WRITE_TO_US ? null : (
          <LinkButton to={WRITE_TO_US} size="medium" tone="secondary">
            {words.contactSupport}
          </LinkButton>
        )}
        <LinkButton to={to('/dashboard/credit')} size="medium" tone="quiet">
          {words.seeCredit}
        </LinkButton>
      </HoldNotice>
    </div>
  );
}
