import { clsx } from 'clsx';
import { WifiOff } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';

interface EmptyProps {
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** One action, no more. */
  readonly action?: ReactNode;
}

/** The sentence, then one action. The space is the message. */
export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div className="flex flex-col items-start gap-3 px-4 py-8 md:px-5">
      <p className="text-ink-2">{title}</p>
      {children ? <div className="text-small text-ink-3">{children}</div> : null}
      {action}
    </div>
  );
}

const SKELETON_HEIGHTS = { line: 'h-5', row: 'h-12', card: 'h-36', hero: 'h-52' } as const;

interface SkeletonProps {
  readonly height?: keyof typeof SKELETON_HEIGHTS;
  readonly width?: 'full' | 'half' | 'third';
}

/** Still, at the height of what will stand there. */
export function Skeleton({ height = 'line', width = 'full' }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'block bg-line opacity-60',
        height === 'card' || height === 'hero' ? 'rounded-card' : 'rounded-chip',
        SKELETON_HEIGHTS[height],
        width === 'full' ? 'w-full' : width === 'half' ? 'w-1/2' : 'w-1/3',
      )}
    />
  );
}

interface LoadingProps {
  /** Said aloud at once. */
  readonly label: string;
  /** Shown after five seconds: "Taking longer than usual". */
  readonly slowLabel: string;
  /** Shown after fifteen seconds: a Retry button. */
  readonly retry?: ReactNode;
  /** When the wait began, where something else stood for it before (milliseconds of this page's life). */
  readonly since?: number | undefined;
  /** The page's own skeleton. */
  readonly children: ReactNode;
}

const SHOW_AFTER_MS = 400;
const SLOW_AFTER_MS = 5_000;
const RETRY_AFTER_MS = 15_000;

/** Nothing new under 400 ms; then the skeleton; after 5 s a word; after 15 s a way out. */
export function Loading({ label, slowLabel, retry, since, children }: LoadingProps) {
  const [stage, setStage] = useState(0);
  useEffect(() => {
    const waited = since === undefined ? 0 : performance.now() - since;
    const timers = [SHOW_AFTER_MS, SLOW_AFTER_MS, RETRY_AFTER_MS].map((after, index) =>
      setTimeout(() => setStage(index + 1), after - waited),
    );
    return () => timers.forEach(clearTimeout);
  }, [since]);
  return (
    <div aria-busy="true" className={clsx('flex flex-col gap-3', stage === 0 && 'invisible')}>
      <p role="status" className={clsx(stage < 2 ? 'sr-only' : 'text-small text-ink-2')}>
        {stage < 2 ? label : slowLabel}
      </p>
      {stage >= 3 && retry ? <div className="flex">{retry}</div> : null}
      {children}
    </div>
  );
}

/** A line over the page: figures stay as they are, money actions wait. */
export function Offline({ children }: { readonly children: ReactNode }) {
  return (
    <div
      role="status"
      data-offline-line=""
      className="flex min-h-11 items-center justify-center gap-2 bg-due-soft px-4 py-2 text-small text-due-ink"
    >
      <WifiOff aria-hidden="true" className="size-4 shrink-0" />
      <span>{children}</span>
    </div>
  );
}

interface ProblemProps {
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** "Request 0192ab34…", selectable, for a talk with support. */
  readonly reference?: ReactNode;
  readonly actions?: ReactNode;
  /** `page` fills the room, `inline` stands where content should have been. */
  readonly size?: 'page' | 'inline';
}

/** A problem a person cannot mend by typing: what happened, whether money moved, and the ways on. */
export function Problem({ title, children, reference, actions, size = 'inline' }: ProblemProps) {
  const Heading = size === 'page' ? 'h1' : 'h2';
  return (
    <section
      role={size === 'inline' ? 'alert' : undefined}
      className={clsx(
        'flex flex-col items-start gap-3',
        size === 'page'
          ? 'mx-auto w-full max-w-form px-4 py-16'
          : 'rounded-card border border-line bg-surface p-5',
      )}
    >
      <Heading className={clsx('font-semibold', size === 'page' ? 'text-title' : 'text-section')}>
        {title}
      </Heading>
      {children ? <div className="flex flex-col gap-2 text-ink-2">{children}</div> : null}
      {reference ? <p className="text-caption text-ink-3 break-all">{reference}</p> : null}
      {actions ? <div className="mt-2 flex flex-wrap gap-2">{actions}</div> : null}
    </section>
  );
}
