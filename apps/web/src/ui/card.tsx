import { clsx } from 'clsx';
import { createContext, type ReactNode, use, useRef } from 'react';
import { useHeadingTitle } from './error-title.ts';

interface CardProps {
  readonly title?: ReactNode;
  readonly description?: ReactNode;
  /** Right end of the heading: Edit, View All. */
  readonly action?: ReactNode;
  readonly children?: ReactNode;
  /** `flush` leaves the padding to the content (tables, lists). */
  readonly padding?: 'normal' | 'flush';
  readonly as?: 'section' | 'div' | 'li' | 'article';
  readonly className?: string;
}

/** The look of the cards below: a box each, or the look that their group sets. */
const Drawn = createContext<'box' | 'row' | 'plain'>('box');

interface GroupProps {
  readonly children: ReactNode;
  readonly className?: string;
}

/** Cards of one region: rows of a single box, or, with facts alone, of the page itself. */
export function CardGroup({
  isPlain = false,
  children,
  className,
}: GroupProps & { readonly isPlain?: boolean }) {
  return (
    <div
      className={clsx(
        'ruled flex min-w-0 flex-col empty:hidden',
        !isPlain && 'rounded-card border border-line bg-surface',
        className,
      )}
    >
      <Drawn value={isPlain ? 'plain' : 'row'}>{children}</Drawn>
    </div>
  );
}

/** Depth by a line, never by a shadow. */
export function Card({
  title,
  description,
  action,
  children,
  padding = 'normal',
  as: As = 'section',
  className,
}: CardProps) {
  const hasHead = title !== undefined || action !== undefined;
  const drawn = use(Drawn);
  const sides = drawn === 'plain' ? '' : 'px-4 md:px-5';
  return (
    <As className={clsx(drawn === 'box' && 'rounded-card border border-line bg-surface', className)}>
      {hasHead ? (
        <header
          className={clsx(
            'flex flex-wrap items-start justify-between gap-4 pt-4 md:pt-5',
            children === undefined && 'pb-4 md:pb-5',
            sides,
          )}
        >
          <div>
            {title === undefined ? null : <h2 className="text-section font-semibold">{title}</h2>}
            {description ? <p className="text-small text-ink-2">{description}</p> : null}
          </div>
          {action ? <div className="-my-2 flex min-h-11 max-w-full items-center">{action}</div> : null}
        </header>
      ) : null}
      {children === undefined ? null : (
        <div
          className={clsx(
            padding === 'normal' ? clsx('py-4 md:py-5', sides) : 'pb-1',
            hasHead && padding === 'normal' && 'pt-3 md:pt-3',
          )}
        >
          {children}
        </div>
      )}
    </As>
  );
}

interface PageHeaderProps {
  readonly title: ReactNode;
  readonly subtitle?: ReactNode;
  readonly action?: ReactNode;
  /** A Back link above the title. */
  readonly back?: ReactNode;
}

/** The heading takes the focus after a route change (shell/focus.tsx), hence tabIndex. */
export function PageHeader({ title, subtitle, action, back }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useHeadingTitle(heading);
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        {back ? <div className="mb-1">{back}</div> : null}
        <h1 ref={heading} tabIndex={-1} className="text-title font-semibold wrap-break-word md:text-hero">
          {title}
        </h1>
        {subtitle ? <p className="mt-1 text-ink-2">{subtitle}</p> : null}
      </div>
      {action}
    </header>
  );
}

export interface Fact {
  readonly label: ReactNode;
  readonly value: ReactNode;
}

/** Names on the left, values on the right, ruled like a ledger; a value too long for the line stands under its name. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="ruled">
      {facts.map((fact, index) => (
        <div key={index} className="flex flex-wrap items-baseline justify-between gap-x-6 py-2.5">
          <dt className="text-ink-2">{fact.label}</dt>
          <dd className="min-w-0 font-medium break-words">{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
