import type { User } from '@supabase/auth-js';
import { useQuery } from '@tanstack/react-query';
import { Copy, Download, Printer } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { UnreadFace } from '../../lib/faces.tsx';
import { useCopying } from '../../lib/copy-button.tsx';
import { saveFile } from '../../lib/save-file.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { Card, PageHeader } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { CodesCard } from './codes-card.tsx';
import { DevicesCard } from './devices-card.tsx';
import { FactorsCard } from './factors-card.tsx';
import { IdentitiesCard } from './identities-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { accountQuery, type MadeCodes } from './security.data.ts';
import { useSecurityWords } from './security.words.ts';
import { to } from '../../lib/addresses.ts';

/** Shows the ways to log in and the open sessions on one page. */
export function Component() {
  const words = useSecurityWords();
  const account = useQuery(accountQuery);
  return (
    <>
      <PageHeader
        title={words.title}
        subtitle={words.subtitle}
        back={
          <TextLink to={to('/dashboard/profile')} className="-ml-1 inline-flex min-h-11 items-center px-1">
            ← {words.back}
          </TextLink>
        }
      />
      <UnreadFace query={account}>
        <div className="grid gap-3 lg:grid-cols-2 lg:gap-6">
          <Skeleton height="hero" />
          <Skeleton height="hero" />
        </div>
      </UnreadFace>
      {account.data ? <Sections user={account.data} /> : null}
    </>
  );
}

function Sections({ user }: { readonly user: User }) {
  const words = useSecurityWords().codes;
  // Codes are shown once, here: above everything else until the person has kept them.
  const [codes, setCodes] = useState<MadeCodes>();
  return (
    <div className="flex flex-col gap-3 lg:gap-6">
      {codes === 'unseen' ? (
        <Notice tone="due" isLive title={words.unseen}>
          {words.unseenText}
        </Notice>
      ) : null}
      {codes === undefined || codes === 'unseen' ? null : (
        <NewCodes codes={codes} onKept={() => setCodes(undefined)} />
      )}
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

// The form's libraries come when the user changes it.
const ChangePasswordDialog = lazy(() =>
  import('./change-password.tsx').then((module) => ({ default: module.ChangePasswordDialog })),
);

function PasswordCard({ email }: { readonly email: string | undefined }) {
  const words = useSecurityWords().password;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card
      title={words.title}
      action={
        <Button tone="quiet" size="medium" className="-mr-4" onClick={() => setIsOpen(true)}>
          {words.change}
        </Button>
      }
    >
      <p className="text-ink-2">{words.text}</p>
      {isOpen ? (
        <Suspense>
          <ChangePasswordDialog email={email} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </Card>
  );
}

interface NewCodesProps {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

/** Recovery codes, shown once: the page prints nothing else while they stand here. */
function NewCodes({ codes, onKept }: NewCodesProps) {
  const words = useSecurityWords().codes;
  const copy = useCopying();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const shown = codes.map(grouped);
  const text = shown.join('\n');
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="rounded-card border border-brand-line bg-surface p-4 md:p-5">
      <h2 ref={heading} tabIndex={-1} className="text-section font-semibold">
        {words.shownTitle}
      </h2>
      <p className="mt-1 max-w-form text-ink-2">{words.shownText}</p>
      <ol
        ref={list}
        aria-label={words.list}
        className="my-4 grid w-fit max-w-full list-inside list-decimal gap-x-8 gap-y-1 rounded-input bg-sunken px-4 py-3 md:grid-cols-2"
      >
        {shown.map((code) => (
          <li key={code} className="whitespace-nowrap tabular">
            <code className="text-small">{code}</code>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button size="medium" onClick={onKept}>
          {words.kept}
        </Button>
        <Button
          tone="secondary"
          size="medium"
          onClick={() =>
            void copy(text, () => list.current).then((isCopied) => isCopied && toast.success(words.copied))
          }
        >
          <Copy aria-hidden="true" className="size-5" />
          {words.copy}
        </Button>
        <Button
          tone="secondary"
          size="medium"
          onClick={() =>
            saveFile(new Blob([`${words.fileHead}\n\n${text}\n`], { type: 'text/plain' }), words.fileName)
          }
        >
          <Download aria-hidden="true" className="size-5" />
          {words.download}
        </Button>
        <Button tone="secondary" size="medium" onClick={() => globalThis.print()}>
          <Printer aria-hidden="true" className="size-5" />
          {words.print}
        </Button>
      </div>
    </section>
  );
}

/** In fours, as it is read and typed; the service takes it either way. */
function grouped(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-');
}
