import type { SharedInstalment } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useLocation } from 'react-router';
import { publicHelp, to } from '../../lib/addresses.ts';
import { CopyButton } from '../../lib/copy-button.tsx';
import { UnreadFace } from '../../lib/faces.tsx';
import { formatDate, formatInstant, formatRupees } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { useOnline } from '../../lib/online.ts';
import { ProblemError } from '../../lib/problem.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Receipt } from '../../ui/receipt.tsx';
import { ReferenceText } from '../../ui/reference-text.tsx';
import { toast } from '../../ui/toast.tsx';
import { sharedInstalmentQuery } from './repay-links.data.ts';
import { useRepayLinksWords } from './repay-links.words.ts';
import { usePayShared } from './use-pay-shared.ts';

/** The polling interval while the bank's answer is open. */
const LOOK_EVERY_MS = 3000;

/** Shows the holder of a link an amount, a date and a button: no name, no bank, nothing else. */
export function Component() {
  const token = useLocation().hash.slice(1);
  const paying = usePayShared(token);
  const instalment = useQuery({
    ...sharedInstalmentQuery(token),
    enabled: token !== '',
    refetchInterval: ({ state }) =>
      paying.isPaidThere && state.data?.state === 'open' ? LOOK_EVERY_MS : false,
  });
  const isPaid = instalment.data?.state === 'paid';
  const isGone = instalment.error instanceof ProblemError && instalment.error.status === 404 && !isPaid;
  if (token === '' || isGone) return <Gone />;
  if (instalment.data === undefined) return <UnreadFace query={instalment} />;
  return instalment.data.state === 'paid' ? (
    <Paid instalment={instalment.data} reference={paying.reference} paidAt={paying.paidAt} />
  ) : (
    <ToPay instalment={instalment.data} paying={paying} />
  );
}

/** It never tells why. The one whose payment it is has another way. */
function Gone() {
  const { language } = useLanguage();
  const words = useRepayLinksWords().page;
  return (
    <>
      <PageHeader title={words.gone} subtitle={words.goneText} />
      <p className="text-ink-2">{words.ownText}</p>
      <p className="mt-3 flex flex-wrap gap-3">
        <LinkButton to={to('/login')} tone="secondary" size="medium">
          {words.login}
        </LinkButton>
        <LinkButton to={publicHelp(language)} isPlain tone="quiet" size="medium">
          {words.help}
        </LinkButton>
      </p>
    </>
  );
}

interface PaidProps {
  readonly instalment: SharedInstalment;
  readonly reference: string | undefined;
  /** An instant. */
  readonly paidAt: string | undefined;
}

/** The end of the page: with the number of the payment for the one who paid here, and without one for others. */
function Paid({ instalment: { amountPaise, dueDate }, reference, paidAt }: PaidProps) {
  const words = useRepayLinksWords().page;
  const { language } = useLanguage();
  return (
    <div className="flex flex-col gap-4" role="status">
      <Receipt
        tone="ok"
        headline={words.paidTitle}
        at={words.due(formatDate(dueDate, language))}
        amountPaise={amountPaise}
        payee={reference === undefined ? words.paidElsewhere : words.paidText}
        facts={[
          ...(paidAt === undefined ? [] : [{ label: words.paidAt, value: formatInstant(paidAt, language) }]),
          ...(reference === undefined
            ? []
            : [{ label: words.reference, value: <Reference text={reference} /> }]),
        ]}
        actions={
          reference === undefined ? undefined : (
            <Button tone="secondary" size="medium" onClick={() => globalThis.print()}>
              <Printer aria-hidden="true" className="size-5" />
              {words.print}
            </Button>
          )
        }
      />
    </div>
  );
}

function Reference({ text }: { readonly text: string }) {
  const words = useRepayLinksWords().page;
  return (
    <span className="inline-flex items-center gap-1">
      <ReferenceText text={text} />
      <span className="-my-2.5 print:hidden">
        <CopyButton text={text} label={words.copy} onCopied={() => toast.success(words.copied)} />
      </span>
    </span>
  );
}

interface ToPayProps {
  readonly instalment: SharedInstalment;
  readonly paying: ReturnType<typeof usePayShared>;
}

function ToPay({ instalment: { amountPaise, dueDate }, paying }: ToPayProps) {
  const words = useRepayLinksWords().page;
  const { language } = useLanguage();
  const isOnline = useOnline();
  return (
    <>
      <PageHeader title={words.title} />
      <p className="flex flex-col">
        <Money paise={amountPaise} size="hero" />
        <span className="text-ink-2">{words.due(formatDate(dueDate, language))}</span>
      </p>
      <div className="mt-5 flex flex-col gap-3">
        {paying.problem === undefined ? null : (
          <Notice tone="bad" isLive title={paying.problem.title}>
            {paying.problem.text}
          </Notice>
        )}
        {paying.isPaidThere ? (
          <Notice tone="due" isLive title={words.checking}>
            {words.checkingText}
          </Notice>
        ) : (
          <Button
            isWide
            isPending={paying.isPaying}
            pendingText={words.opening}
            disabled={!isOnline}
            onClick={paying.pay}
          >
            {words.pay(formatRupees(amountPaise))}
          </Button>
        )}
        <p className="text-small text-ink-2">{words.how}</p>
      </div>
      <section aria-labelledby="before-paying" className="mt-8 border-t border-line pt-5">
        <h2 id="before-paying" className="text-section font-semibold">
          {words.safeTitle}
        </h2>
        <ul className="mt-2 flex list-disc flex-col gap-2 pl-5 text-ink-2">
          {words.safe.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </section>
    </>
  );
}
