import type { ReactNode } from 'react';

interface AuthPageProps {
  readonly title: ReactNode;
  readonly subtitle?: ReactNode;
  readonly children: ReactNode;
  /** The way to the other page, under the form. */
  readonly footer?: ReactNode;
}

export function AuthPage({ title, subtitle, children, footer }: AuthPageProps) {
  return (
    <div className="flex flex-col gap-6">
      <div>
        <h1 tabIndex={-1} className="text-title font-semibold md:text-hero">
          {title}
        </h1>
        {subtitle ? <p className="mt-1 text-ink-2">{subtitle}</p> : null}
      </div>
      {children}
      {footer ? <p className="border-t border-line pt-4 text-ink-2">{footer}</p> : null}
    </div>
  );
}
