import type { Me } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { readDraft, saveDraft } from '../../../lib/draft.ts';
import { ErrorFace, LoadingFace } from '../../../lib/faces.tsx';
import { Part } from '../../../lib/parts.tsx';
import { cardsQuery, meQuery } from '../../../lib/queries.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { EMPTY_PAY_DRAFT, PAY_DRAFT, pickCard, type PayDraft } from './pay-draft.ts';
import { PayWizard } from './pay-wizard.tsx';
import { usePaymentsWords } from '../payments.words.ts';
import { to } from '../../../lib/addresses.ts';

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
      <Part at="pay.onHold" given={{}} fallback={<Skeleton height="card" />}>
        <Barrier title={words.inactiveTitle} to={to('/dashboard/credit')} action={words.seeWhy}>
          {words.inactiveText}
        </Barrier>
      </Part>
    );
  }
  return <Opening availablePaise={me.credit.availablePaise} />;
}

/** `?card=` names a saved card: the wizard begins again with it. Without it the wizard goes on where the person left. */
function Opening({ availablePaise }: { readonly availablePaise: number }) {
  const wantedId = useSearchParams()[0].get('card');
  return wantedId === null ? (
    <Opened availablePaise={availablePaise} />
  ) : (
    <NamedCard key={wantedId} id={wantedId} />
  );
}

/**
 * Puts the card that the address names into the draft and takes it out of the address, so that a reload finds what was typed
 * since. Where the cards are not known, no card is offered instead.
 */
function NamedCard({ id }: { readonly id: string }) {
  const [params, setParams] = useSearchParams();
  const { data, error, isFetching, refetch } = useQuery(cardsQuery);
  const card = data?.items.find((one) => one.id === id);
  const isKnown = card !== undefined || (data !== undefined && !isFetching);
  useEffect(() => {
    if (!isKnown) return;
    saveDraft(PAY_DRAFT, { ...EMPTY_PAY_DRAFT, card: card && pickCard(card) });
    const step = params.get('step');
    setParams(card && step !== null ? { step } : {}, {
      replace: true,
      state: { isCardMissing: card === undefined } satisfies Arrival,
    });
  }, [isKnown, card, params, setParams]);
  if (error !== null && !isKnown && !isFetching)
    return <ErrorFace error={error} onRetry={() => void refetch()} />;
  return <WizardSkeleton onRetry={() => void refetch()} />;
}

interface Arrival {
  readonly isCardMissing: boolean;
}

function Opened({ availablePaise }: { readonly availablePaise: number }) {
  const words = usePaymentsWords().card;
  const { state } = useLocation() as { state: Arrival | null };
  const cards = useQuery(cardsQuery);
  const [initial] = useState(storedDraft);
  // Asked once is enough: a wizard that is open stays open while something is asked again, with all that was typed.
  if (!cards.isFetched) return <WizardSkeleton onRetry={() => void cards.refetch()} />;
  return (
    <>
      {state?.isCardMissing === true ? (
        <div className="mb-6 max-w-form">
          <Notice tone="due" isLive title={words.notSaved}>
            {words.notSavedText}
          </Notice>
        </div>
      ) : null}
      <PayWizard
        availablePaise={availablePaise}
        cards={cards.data?.items ?? []}
        cardsError={cards.error}
        initial={initial}
      />
    </>
  );
}

function storedDraft(): PayDraft {
  return { ...EMPTY_PAY_DRAFT, ...readDraft<PayDraft>(PAY_DRAFT) };
}
