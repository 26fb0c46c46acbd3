import { clsx } from 'clsx';
import { Check, CircleCheck, CircleDashed, Clock, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

export type StatusTone = 'ok' | 'due' | 'bad' | 'neutral';

const TAGS = {
  ok: { box: 'bg-ok-soft text-ok-ink', Icon: CircleCheck },
  due: { box: 'bg-due-soft text-due-ink', Icon: Clock },
  bad: { box: 'bg-bad-soft text-bad-ink', Icon: TriangleAlert },
  neutral: { box: 'bg-sunken text-ink-2', Icon: CircleDashed },
} as const;

/** The badge of a status: a word, a shape, and only then a colour. */
export function StatusTag({ tone, children }: { readonly tone: StatusTone; readonly children: ReactNode }) {
  const { box, Icon } = TAGS[tone];
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1.5 rounded-chip border border-transparent px-2 py-0.5 text-caption font-medium md:whitespace-nowrap',
        box,
      )}
    >
      <Icon aria-hidden="true" className="size-4" />
      {children}
    </span>
  );
}

export interface TimelineStep {
  readonly label: ReactNode;
  readonly detail?: ReactNode;
  /** When it happened or is expected, already written out. */
  readonly at?: ReactNode;
  readonly state: 'done' | 'current' | 'next' | 'failed';
}

interface StatusTimelineProps {
  readonly label: string;
  readonly steps: readonly TimelineStep[];
  /** Said aloud for each state, so that the shapes are not the only sign. */
  readonly stateLabels: Record<TimelineStep['state'], string>;
}

/** Where the money is, since when, and what comes next. */
export function StatusTimeline({ label, steps, stateLabels }: StatusTimelineProps) {
  return (
    <ol aria-label={label} className="@container flex flex-col">
      {steps.map((step, index) => (
        <li
          key={index}
          aria-current={step.state === 'current' ? 'step' : undefined}
          className="relative flex gap-3 pb-5 last:pb-0"
        >
          {index < steps.length - 1 ? (
            <span
              aria-hidden="true"
              className={clsx(
                'absolute top-6 bottom-0 left-3 w-0.5 -translate-x-1/2 keeps-ink',
                step.state === 'done' ? 'bg-ok' : 'bg-line',
              )}
            />
          ) : null}
          <TimelineMark state={step.state} />
          <div className="min-w-0 flex-1">
            {/* Beside each other in all steps or in none: a long label breaks, and its time stays in the column of times. */}
            <p className="flex flex-col gap-x-4 @timeline:flex-row @timeline:items-baseline @timeline:justify-between">
              <span
                className={clsx(
                  'min-w-0',
                  step.state === 'next' ? 'text-ink-3' : 'text-ink',
                  step.state === 'current' && 'font-semibold',
                )}
              >
                <span className="sr-only">{stateLabels[step.state]}: </span>
                {step.label}
              </span>
              {step.at ? <span className="shrink-0 text-small text-ink-3 tabular">{step.at}</span> : null}
            </p>
            {step.detail ? <p className="text-small text-ink-2">{step.detail}</p> : null}
          </div>
        </li>
      ))}
    </ol>
  );
}

function TimelineMark({ state }: { readonly state: TimelineStep['state'] }) {
  const base = 'z-10 flex size-6 shrink-0 items-center justify-center rounded-full keeps-ink';
  switch (state) {
    case 'done':
      return (
        <span aria-hidden="true" className={clsx(base, 'bg-ok text-surface')}>
          <Check className="size-4" strokeWidth={3} />
        </span>
      );
    case 'current':
      return (
        <span aria-hidden="true" className={clsx(base, 'border-2 border-due bg-due-soft text-due-ink')}>
          <Clock className="size-4" />
        </span>
      );
    case 'failed':
      return (
        <span aria-hidden="true" className={clsx(base, 'bg-bad-soft text-bad-ink')}>
          <TriangleAlert className="size-4" />
        </span>
      );
    case 'next':
      return <span aria-hidden="true" className={clsx(base, 'border-2 border-line bg-surface')} />;
  }
}
