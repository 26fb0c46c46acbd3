import type { Me } from '@mohlat/contract';
import { readStateCode, STATES } from '@mohlat/money';
import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAskedAnew } from '../../../lib/asked-anew.ts';
import { LoadingFace, PartOnItsWay, UnreadFace } from '../../../lib/faces.tsx';
import { formatDate, today } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import { Part } from '../../../lib/parts.tsx';
import { kycQuery, meQuery } from '../../../lib/queries.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card, FactList, PageHeader } from '../../../ui/card.tsx';
import { Money } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { StatusTag } from '../../../ui/status.tsx';
import { useMeWords } from '../me.words.ts';
import { PendingContact, ShownMobile } from './pending-contact.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { to } from '../../../lib/addresses.ts';

// The form's libraries come when the user edits.
const EditProfileDialog = lazy(() =>
  import('./edit-profile.tsx').then((module) => ({ default: module.EditProfileDialog })),
);

/** My Profile, in the specification's order: what this feature knows itself, then what others bring. */
export function Component() {
  const words = useMeWords().profile;
  const me = useQuery(meQuery);
  return (
    <>
      <PageHeader title={words.title} subtitle={words.subtitle} />
      <UnreadFace query={me}>
        <Skeleton height="row" />
        <div className="grid gap-3 lg:grid-cols-2">
          <Skeleton height="hero" />
          <Skeleton height="hero" />
        </div>
      </UnreadFace>
      {me.data ? <ProfileSections me={me.data} /> : null}
    </>
  );
}

/** Where the KYC stands. A complete one may be due again, which the KYC itself says. */
function KycNotice({ me }: { readonly me: Me }) {
  const words = useMeWords().profile;
  const { language } = useLanguage();
  const { data: kyc, isPending, refetch } = useQuery(kycQuery);
  const way = (text: string) => (
    <LinkButton to={to('/dashboard/kyc-verification')} size="medium">
      {text}
    </LinkButton>
  );
  if (!me.kyc.isComplete) {
    return (
      <Notice tone="due" title={words.kycRequired} actions={way(words.completeKyc)}>
        {words.kycRequiredText}
      </Notice>
    );
  }
  if (isPending) {
    return (
      <LoadingFace onRetry={() => void refetch()}>
        <Skeleton height="row" />
      </LoadingFace>
    );
  }
  if (kyc?.isReKycOpen && kyc.reKycDueOn !== null) {
    const date = formatDate(kyc.reKycDueOn, language);
    return (
      <Notice tone="due" title={words.kycAgain} actions={way(words.verifyAgain)}>
        {today() > kyc.reKycDueOn ? words.kycHeld(date) : words.kycHolds(date)}
      </Notice>
    );
  }
  return (
    <Notice tone="ok" title={words.kycComplete}>
      {words.kycVideoTexts[me.kyc.videoStatus]}
    </Notice>
  );
}

const ON_ITS_WAY = <PartOnItsWay height="hero" />;

const STACK = 'flex min-w-0 flex-col gap-3 lg:gap-6';

function ProfileSections({ me }: { readonly me: Me }) {
  return (
    <div className="flex flex-col gap-3 lg:gap-6">
      <KycNotice me={me} />
      {/* Two stacks and not rows of two: a short card leaves no hole beside a long one. */}
      <div className="grid items-start gap-3 lg:grid-cols-2 lg:gap-6">
        <div className={STACK}>
          <PersonalSection me={me} />
          <AddressSection me={me} />
          <FinancialSection me={me} />
          <KycSection me={me} />
        </div>
        <div className={STACK}>
          <Part at="profile.bankAccounts" given={{}} fallback={ON_ITS_WAY} />
          <Part at="profile.credit" given={{}} fallback={ON_ITS_WAY} />
          <Part at="profile.cards" given={{}} fallback={ON_ITS_WAY} />
          <Part at="profile.privacy" given={{}} />
          <Part at="profile.security" given={{}} />
        </div>
      </div>
    </div>
  );
}

function PersonalSection({ me }: { readonly me: Me }) {
  const words = useMeWords().profile;
  const { language } = useLanguage();
  const [search, setSearch] = useSearchParams();
  const asked = search.get('edit');
  const isAsked = asked !== null;
  const [isEditing, setIsEditing] = useState(isAsked);
  const [isStale, setIsStale] = useState(false);
  useAskedAnew('edit', () => setIsEditing(true));
  const close = () => {
    setIsEditing(false);
    if (isAsked) setSearch({}, { replace: true });
  };
  const { dateOfBirth, fullName } = me.profile;
  return (
    <Card
      title={words.personal}
      action={
        <Button tone="quiet" size="medium" className="-mr-4" onClick={() => setIsEditing(true)}>
          <Pencil aria-hidden="true" className="size-5" />
          {words.edit}
        </Button>
      }
    >
      <FactList
        facts={[
          { label: words.name, value: fullName ?? me.name ?? words.notGiven },
          { label: words.email, value: me.email ?? words.notGiven },
          { label: words.mobile, value: <ShownMobile me={me} onStale={() => setIsStale(true)} /> },
          {
            label: words.dateOfBirth,
            value: dateOfBirth === null ? words.notGiven : formatDate(dateOfBirth, language),
          },
        ]}
      />
      {isStale ? (
        <SignInAgain returnPath={to('/dashboard/profile')} onBack={() => setIsStale(false)} />
      ) : null}
      <PendingContact
        presentEmail={me.email}
        pending={me.pendingContact}
        onEdit={() => setIsEditing(true)}
        onStale={() => setIsStale(true)}
      />
      {isEditing ? (
        <Suspense>
          <EditProfileDialog me={me} onClose={close} startsAt={asked} />
        </Suspense>
      ) : null}
    </Card>
  );
}

function AddressSection({ me }: { readonly me: Me }) {
  const words = useMeWords().profile;
  const { language } = useLanguage();
  const state = readStateCode(me.profile.state ?? '');
  return (
    <Card title={words.address}>
      <FactList
        facts={[
          { label: words.currentAddress, value: me.profile.address ?? words.notGiven },
          { label: words.state, value: state === undefined ? words.notGiven : STATES[state][language] },
        ]}
      />
    </Card>
  );
}

function FinancialSection({ me }: { readonly me: Me }) {
  const words = useMeWords().profile;
  const income = me.profile.monthlyIncomePaise;
  const { isComplete } = me.kyc;
  const hidden = (word: string) => (
    <span className="font-normal text-ink-3">{isComplete ? word : words.kycToView}</span>
  );
  return (
    <Card title={words.financial}>
      <FactList
        facts={[
          { label: words.income, value: income === null ? words.notGiven : <Money paise={income} /> },
          {
            label: words.creditLimit,
            value: isComplete && me.credit ? <Money paise={me.credit.limitPaise} /> : hidden(words.notSetYet),
          },
          {
            label: words.creditScore,
            value: isComplete && me.credit ? (me.credit.score ?? words.noScore) : hidden(words.notAskedYet),
          },
        ]}
      />
      {isComplete && me.credit === null ? (
        <LinkButton to={to('/dashboard/credit')} tone="secondary" size="medium" className="mt-3">
          {words.seeLimit}
        </LinkButton>
      ) : null}
    </Card>
  );
}

const VIDEO_TONES = { not_started: 'due', pending: 'neutral', verified: 'ok', rejected: 'bad' } as const;

function KycSection({ me }: { readonly me: Me }) {
  const words = useMeWords().profile;
  const { data: kyc } = useQuery(kycQuery);
  const check = (isVerified: boolean, masked: string | null | undefined) => (
    <span className="flex flex-wrap items-center justify-end gap-2">
      {masked ? <span className="tabular">{masked}</span> : null}
      <StatusTag tone={isVerified ? 'ok' : 'due'}>
        {isVerified ? words.verified : words.pendingVerification}
      </StatusTag>
    </span>
  );
  const { videoStatus } = me.kyc;
  return (
    <Card title={words.kyc}>
      <FactList
        facts={[
          { label: words.pan, value: check(me.kyc.panVerified, kyc?.pan.masked ?? me.profile.panMasked) },
          { label: words.aadhaar, value: check(me.kyc.aadhaarVerified, kyc?.aadhaar.masked) },
          {
            label: words.video,
            value: <StatusTag tone={VIDEO_TONES[videoStatus]}>{words.videoStates[videoStatus]}</StatusTag>,
          },
        ]}
      />
    </Card>
  );
}
