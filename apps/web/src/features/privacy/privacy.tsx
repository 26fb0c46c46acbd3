import { Download } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Failed } from '../../lib/failed.tsx';
import { useLanguage } from '../../lib/i18n.tsx';
import { ProblemError } from '../../lib/problem.ts';
import { saveFile } from '../../lib/save-file.ts';
import { OfficerCard } from '../../lib/officer-card.tsx';
import { Button, TextLink } from '../../ui/button.tsx';
import { Card, PageHeader } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.tsx';
import { ConsentsCard } from './consents-card.tsx';
import { PreferencesCard } from './preferences-card.tsx';
import { fetchCopy } from './privacy.data.ts';
import { usePrivacyWords } from './privacy.words.ts';
import { SignInAgain } from './sign-in-again.tsx';
import { to } from '../../lib/addresses.ts';
import { useSendOnce } from '../../lib/send-once.ts';

// The question comes when the user wants to leave.
const CloseAccountDialog = lazy(() =>
  import('./close-account.tsx').then((module) => ({ default: module.CloseAccountDialog })),
);

/** Everything a person may do with their data, on one page. */
export function Component() {
  const words = usePrivacyWords();
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
      <div className="grid items-start gap-3 lg:grid-cols-2 lg:gap-6">
        <div className="flex min-w-0 flex-col gap-3 lg:gap-6">
          <CopyCard />
          <ConsentsCard />
          <HeldCard />
        </div>
        <div className="flex min-w-0 flex-col gap-3 lg:gap-6">
          <PreferencesCard />
          <OfficerCard title={words.officerTitle} text={words.officerText} />
          <CloseCard />
        </div>
      </div>
    </>
  );
}

function HeldCard() {
  const words = usePrivacyWords();
  return (
    <Card title={words.heldTitle}>
      <dl className="ruled">
        {words.held.map(({ what, text }) => (
          <div key={what} className="py-2.5">
            <dt className="font-medium">{what}</dt>
            <dd className="text-small text-ink-2">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-small text-ink-2">{words.heldNever}</p>
    </Card>
  );
}

function CopyCard() {
  const words = usePrivacyWords();
  const { language } = useLanguage();
  const copy = useSendOnce({
    mutationFn: (format: 'json' | 'pdf') => fetchCopy(format, language),
    onSuccess: (file, format) => {
      saveFile(file, `${words.fileName}.${format}`);
      toast.success(words.copyDone);
    },
  });
  const isMaking = (format: 'json' | 'pdf') => copy.isPending && copy.variables === format;
  return (
    <Card title={words.copyTitle}>
      <div className="flex flex-col gap-4">
        <p className="text-ink-2">{words.copyText}</p>
        {copy.isError ? <CopyTrouble error={copy.error} /> : null}
        <div className="flex flex-wrap gap-2">
          <Button
            tone="secondary"
            size="medium"
            isPending={isMaking('pdf')}
            disabled={isMaking('json')}
            pendingText={words.copying}
            onClick={() => copy.mutate('pdf')}
          >
            <Download aria-hidden="true" className="size-5" />
            {words.copyPdf}
          </Button>
          <Button
            tone="quiet"
            size="medium"
            isPending={isMaking('json')}
            disabled={isMaking('pdf')}
            pendingText={words.copying}
            onClick={() => copy.mutate('json')}
          >
            {words.copyJson}
          </Button>
        </div>
      </div>
    </Card>
  );
}

function CopyTrouble({ error }: { readonly error: Error }) {
  const words = usePrivacyWords();
  if (error instanceof ProblemError && error.code === 'sign_in_again') return <SignInAgain />;
  return <Failed error={error} title={words.copyFailed} />;
}

function CloseCard() {
  const words = usePrivacyWords();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Card title={words.closeTitle}>
      <div className="flex flex-col items-start gap-4">
        <p className="text-ink-2">{words.closeText}</p>
        <Button tone="danger" size="medium" onClick={() => setIsAsking(true)}>
          {words.close}
        </Button>
      </div>
      {isAsking ? (
        <Suspense>
          <CloseAccountDialog onClose={() => setIsAsking(false)} />
        </Suspense>
      ) : null}
    </Card>
  );
}
