import type { User } from '@supabase/auth-js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorFace, LoadingFace } from '../../lib/faces.tsx';
import { TextLink } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { CodesCard } from './codes-card.tsx';
import { DevicesCard } from './devices-card.tsx';
import { FactorsCard } from './factors-card.tsx';
import { IdentitiesCard } from './identities-card.tsx';
import { NewCodes } from './new-codes.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { accountQuery } from './security.data.ts';
import { useSecurityWords } from './security.words.ts';

/** How a person logs in, and where they are logged in, on one page. */
export function Component() {
  const words = useSecurityWords();
  const account = useQuery(accountQuery);
  return (
    <>
      <PageHeader
        title={words.title}
        subtitle={words.subtitle}
        back={
          <TextLink to="/dashboard/profile" className="inline-flex min-h-11 items-center px-1">
            ← {words.back}
          </TextLink>
        }
      />
      {account.isPending ? (
        <LoadingFace onRetry={() => void account.refetch()}>
          <div className="grid gap-3 lg:grid-cols-2 lg:gap-6">
            <Skeleton height="hero" />
            <Skeleton height="hero" />
          </div>
        </LoadingFace>
      ) : null}
      {account.isError && account.data === undefined ? (
        <ErrorFace error={account.error} onRetry={() => void account.refetch()} />
      ) : null}
      {account.data ? <Sections user={account.data} /> : null}
    </>
  );
}

function Sections({ user }: { readonly user: User }) {
  // Codes are shown once, here: above everything else until the person has kept them.
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <div className="flex flex-col gap-3 lg:gap-6">
      {codes === undefined ? null : <NewCodes codes={codes} onKept={() => setCodes(undefined)} />}
      <div className="grid items-start gap-3 lg:grid-cols-2 lg:gap-6 print:hidden">
        <div className="flex min-w-0 flex-col gap-3 lg:gap-6">
          <PasswordCard email={user.email} />
          <FactorsCard user={user} onCodes={setCodes} />
          <PasskeysCard user={user} onCodes={setCodes} />
          <CodesCard user={user} onCodes={setCodes} />
        </div>
        <div className="flex min-w-0 flex-col gap-3 lg:gap-6">
          <DevicesCard />
          <IdentitiesCard user={user} />
        </div>
      </div>
    </div>
  );
}
