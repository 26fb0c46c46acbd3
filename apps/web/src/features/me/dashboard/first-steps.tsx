import type { Me } from '@mohlat/contract';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { LinkButton } from '../../../ui/button.tsx';
import { useMeWords } from '../me.words.ts';
import { to } from '../../../lib/addresses.ts';

/** Whether the user has still to come as far as a first bill. */
export function isNewcomer(me: Me, paymentCount: number): boolean {
  return !me.onboardingComplete || !me.kyc.isComplete || me.credit === null || paymentCount === 0;
}

/** Lists the newcomer's done and open steps and how long they take. Only the current step has the main button. */
export function FirstSteps({ me }: { readonly me: Me }) {
  const words = useMeWords().dashboard;
  const { start } = words;
  // A refused limit is zero.
  const hasLimit = me.kyc.isComplete && me.credit !== null && me.credit.limitPaise > 0;
  const done = [me.onboardingComplete, hasLimit, false];
  const current = done.indexOf(false);
  return (
    <section className="rounded-card border border-line bg-surface p-4 md:p-5">
      <h2 className="text-section font-semibold">{start.title}</h2>
      <ol className="mt-3 flex flex-col gap-4">
        <Step number={1} isDone={me.onboardingComplete} title={start.profile}>
          {me.onboardingComplete ? null : (
            <>
              <p>{words.onboardingOpen}</p>
              <p>{start.profileText}</p>
              <Way to={to('/onboarding')} isMain={current === 0}>
                {words.completeProfile}
              </Way>
            </>
          )}
        </Step>
        <Step number={2} isDone={hasLimit} title={me.kyc.isComplete ? start.limit : words.kycRequired}>
          {hasLimit ? null : me.kyc.isComplete ? (
            <>
              <p>{me.credit === null ? words.limitOpen : words.limitRefused}</p>
              <Way to={to('/dashboard/credit')} isMain={current === 1}>
                {words.seeLimit}
              </Way>
            </>
          ) : (
            <>
              <p>{words.kycText}</p>
              <p>{start.minutes}</p>
              <Way to={to('/dashboard/profile')} isMain={current === 1}>
                {words.completeKyc}
              </Way>
            </>
          )}
        </Step>
        <Step number={3} isDone={false} title={start.bill}>
          <p>{start.billText}</p>
          {current === 2 ? (
            <Way to={to('/dashboard/pay-bill')} isMain>
              {start.choose}
            </Way>
          ) : null}
        </Step>
      </ol>
    </section>
  );
}

interface StepProps {
  readonly number: number;
  readonly isDone: boolean;
  readonly title: string;
  readonly children: ReactNode;
}

function Step({ number, isDone, title, children }: StepProps) {
  const { start } = useMeWords().dashboard;
  return (
    <li className="flex gap-3">
      <span
        aria-hidden="true"
        className={clsx(
          'flex size-7 shrink-0 items-center justify-center rounded-full text-small font-semibold',
          isDone ? 'bg-ok text-surface' : 'border-2 border-line-strong text-ink-2',
        )}
      >
        {isDone ? <Check className="size-4" strokeWidth={3} /> : number}
      </span>
      <div className="min-w-0 flex-1 text-small text-ink-2">
        <h3 className="text-body font-semibold text-ink">
          {title}
          {isDone ? <span className="sr-only"> · {start.done}</span> : null}
        </h3>
        {children}
      </div>
    </li>
  );
}

interface WayProps {
  readonly to: string;
  readonly isMain: boolean;
  readonly children: ReactNode;
}

function Way({ to, isMain, children }: WayProps) {
  return (
    <LinkButton to={to} size="medium" tone={isMain ? 'primary' : 'secondary'} className="mt-2">
      {children}
    </LinkButton>
  );
}
