import { Button, LinkButton } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { usePaymentsWords } from '../payments.words.ts';
import type { Refusal } from './use-pay.ts';
import { WayOn, wayOn } from './ways-on.tsx';
import { to } from '../../../lib/addresses.ts';

interface RefusalNoticeProps {
  readonly refusal: Refusal;
  readonly onChangeCard: () => void;
  readonly onChangeAmount: () => void;
}

/** Why nothing was paid, and the way to where that is mended. Of a bill that is paid already: where that payment is, and the way to what may be left of it. */
export function RefusalNotice({ refusal, ...ways }: RefusalNoticeProps) {
  const words = usePaymentsWords().confirm;
  return (
    <Notice
      tone={refusal.isCertain ? 'bad' : 'due'}
      isLive
      title={refusal.title}
      actions={
        refusal.isBillPaid ? (
          <>
            <LinkButton to={to('/dashboard/transactions')} size="medium" tone="secondary">
              {words.seePayments}
            </LinkButton>
            <Button size="medium" tone="secondary" onClick={ways.onChangeAmount}>
              {words.changeAmount}
            </Button>
          </>
        ) : refusal.isCertain && wayOn(refusal.error) !== undefined ? (
          <WayOn error={refusal.error} {...ways} />
        ) : undefined
      }
    >
      {refusal.text}
    </Notice>
  );
}
