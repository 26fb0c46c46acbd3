import type { Me } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { readDraft } from '../../lib/draft.ts';
import { ErrorFace, LoadingFace } from '../../lib/faces.tsx';
import { billQuery, cardsQuery, meQuery } from '../../lib/queries.ts';
import { LinkButton } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { EMPTY_PAY_DRAFT, PAY_DRAFT, pickCard, withBill, type PayDraft } from './pay-draft.ts';
import { PayWizard } from './pay-wizard.tsx';
import { usePaymentsWords } from './payments.words.ts';
import { to } from '../../lib/addresses.ts';

/** Opens the wizard only for a person who could finish it. */
export function Component() {
  const words = usePaymentsWords().pay;
  const me = useQuery(meQuery);
  return (
    <>
      <PageHeader title={words.title} />
      {me.isPending ? <WizardSkeleton onRetry={() => void me.refetch()} /> : null}
      {me.isError && me.data === undefined ? (
        <ErrorFace error={me.error} onRetry={() => void me.refetch()} />
      ) : null}
      {me.data ? <Gate me={me.data} /> : null}
    </>
  );
}

function WizardSkeleton({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <LoadingFace onRetry={onRetry}>
      <div className="flex max-w-form flex-col gap-3">
        <Skeleton height="row" />
        <Skeleton height="hero" />
      </div>
    </LoadingFace>
  );
}

interface BarrierProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly to: string;
  readonly action: string;
}

function Barrier({ title, children, to, action }: BarrierProps) {
  return (
    <div className="max-w-form">
      <Notice
        tone="due"
        title={title}
        actions={
          <LinkButton to={to} size="medium">
            {action}
          </LinkButton>
        }
      >
        {children}
      </Notice>
    </div>
  );
}

function Gate({ me }: { readonly me: Me }) {
  const words = usePaymentsWords().pay;
  if (!me.kyc.isComplete) {
    return (
      <Barrier title={words.kycTitle} to={to('/dashboard/kyc-verification')} action={words.completeKyc}>
        {words.kycText}
      </Barrier>
    );
  }
  if (me.credit === null) {
    return (
      <Barrier
        title={words.limitTitle}
        to={to('/dashboard/kyc-verification', { query: { step: '3' } })}
        action={words.seeLimit}
      >
        {words.limitText}
      </Barrier>
    );
  }
  if (me.credit.state !== 'active') {
    return (
      <Barrier title={words.inactiveTitle} to={to('/dashboard/credit')} action={words.seeWhy}>
        {words.inactiveText}
      </Barrier>
    );
  }
  return <Opening availablePaise={me.credit.availablePaise} />;
}

/**
 * `?card=` names a saved card: its bill is fetched first, so that the wizard can open at its third step with card
 * and amount filled in. Without it the wizard goes on where the person left.
 */
function Opening({ availablePaise }: { readonly availablePaise: number }) {
  const [params] = useSearchParams();
  const wantedId = params.get('card');
  return <OpeningWith key={wantedId ?? 'draft'} wantedId={wantedId} availablePaise={availablePaise} />;
}

interface OpeningWithProps {
  readonly availablePaise: number;
  readonly wantedId: string | null;
}

function OpeningWith({ availablePaise, wantedId }: OpeningWithProps) {
  const cards = useQuery(cardsQuery);
  const wanted = cards.data?.items.find((card) => card.id === wantedId);
  const bill = useQuery({ ...billQuery(wanted?.id ?? ''), enabled: wanted !== undefined });
  const [initial, setInitial] = useState<PayDraft>();
  // Asked once is enough: a wizard that is open stays open while something is asked again, with all that was typed.
  const isReady = cards.isFetched && (wanted === undefined || bill.isFetched);
  if (initial === undefined && isReady)
    setInitial(
      wanted === undefined
        ? storedDraft()
        : startOf({ ...EMPTY_PAY_DRAFT, card: pickCard(wanted) }, bill.data),
    );
  if (initial === undefined) return <WizardSkeleton onRetry={() => void cards.refetch()} />;
  return (
    <PayWizard
      availablePaise={availablePaise}
      cards={cards.data?.items ?? []}
      cardsError={cards.error}
      initial={initial}
    />
  );
}

function startOf(draft: PayDraft, bill: Parameters<typeof withBill>[1] | undefined): PayDraft {
  return bill === undefined ? draft : withBill(draft, bill);
}

function storedDraft(): PayDraft {
  return { ...EMPTY_PAY_DRAFT, ...readDraft<PayDraft>(PAY_DRAFT) };
}
