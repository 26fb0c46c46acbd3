import { clsx } from 'clsx';
import { LoaderCircle } from 'lucide-react';
import {
  useEffect,
  useState,
  type AnchorHTMLAttributes,
  type ButtonHTMLAttributes,
  type ReactNode,
  type Ref,
} from 'react';
import { Link } from 'react-router';

export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'large' | 'medium';

const TONES: Record<ButtonTone, string> = {
  primary: 'bg-brand text-on-brand hover:bg-brand-hover active:bg-brand-hover',
  secondary: 'border border-line-strong bg-surface text-ink hover:bg-sunken active:bg-sunken',
  quiet: 'text-brand-ink hover:bg-brand-soft active:bg-brand-soft',
  danger: 'border border-bad bg-surface text-bad-ink hover:bg-bad-soft active:bg-bad-soft',
};
const SIZES: Record<ButtonSize, string> = {
  large: 'min-h-13 px-6 py-3',
  medium: 'min-h-11 px-4 py-2',
};

/** Classes of a button, for the plain links of public pages too. */
export function buttonClass(
  tone: ButtonTone = 'primary',
  size: ButtonSize = 'large',
  isWide = false,
): string {
  return clsx(
    'inline-flex items-center justify-center gap-2 rounded-button text-body font-semibold text-center no-underline transition-colors disabled:opacity-60',
    TONES[tone],
    SIZES[size],
    isWide && 'w-full',
  );
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly ref?: Ref<HTMLButtonElement> | undefined;
  readonly tone?: ButtonTone;
  readonly size?: ButtonSize;
  readonly isWide?: boolean;
  /** While true the button answers no press and keeps its width. */
  readonly isPending?: boolean;
  /** Shown once the wait has lasted 400 ms, so quick answers never flicker; "Logging in...". */
  readonly pendingText?: string;
}

/** Marks what a page is for: messages on a phone keep off it (toast-list.tsx). */
function markOf(tone: ButtonTone = 'primary'): '' | undefined {
  return tone === 'primary' ? '' : undefined;
}

const PENDING_AFTER_MS = 400;

/** True once `isPending` has lasted long enough to be worth saying. */
function useSlowPending(isPending: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isPending) return undefined;
    const timer = setTimeout(() => setIsSlow(true), PENDING_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isPending]);
  return isPending && isSlow;
}

/** One submit per intent: while pending a press does nothing, and the button stays focusable. */
export function Button(props: ButtonProps) {
  const {
    tone,
    size,
    isWide,
    isPending = false,
    pendingText,
    className,
    children,
    onClick,
    type,
    ...rest
  } = props;
  const isSlow = useSlowPending(isPending);
  return (
    <button
      {...rest}
      data-main={markOf(tone)}
      type={type ?? 'button'}
      aria-busy={isPending || undefined}
      aria-disabled={isPending || undefined}
      className={clsx(buttonClass(tone, size, isWide), className)}
      onClick={(event) => {
        if (isPending) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <span className="grid">
        <span
          className={clsx(
            'col-start-1 row-start-1 inline-flex items-center justify-center gap-2',
            isSlow && 'invisible',
          )}
          aria-hidden={isSlow || undefined}
        >
          {children}
        </span>
        {isPending ? (
          <span
            className={clsx(
              'col-start-1 row-start-1 inline-flex items-center justify-center gap-2',
              !isSlow && 'invisible',
            )}
          >
            <LoaderCircle aria-hidden="true" className="size-5 animate-spin" />
            {pendingText ?? children}
          </span>
        ) : null}
      </span>
    </button>
  );
}

interface LinkButtonProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly to: string;
  readonly tone?: ButtonTone;
  readonly size?: ButtonSize;
  readonly isWide?: boolean;
  /** A page outside the app (public pages, files): a full load instead of a route change. */
  readonly isPlain?: boolean;
  readonly state?: unknown;
}

export function LinkButton(props: LinkButtonProps) {
  const { to, tone, size, isWide, isPlain = false, className, children, state, ...rest } = props;
  const classes = clsx(buttonClass(tone, size, isWide), className);
  if (isPlain) {
    return (
      <a {...rest} href={to} className={classes}>
        {children}
      </a>
    );
  }
  return (
    <Link {...rest} data-main={markOf(tone)} to={to} state={state} className={classes}>
      {children}
    </Link>
  );
}

interface TextLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly to: string;
  readonly isPlain?: boolean;
  /** Stays in the history with the page that it opens; not of a plain one, which loads its page anew. */
  readonly state?: unknown;
}

const TEXT_LINK =
  'min-w-0 rounded-chip font-medium text-brand-ink underline decoration-brand-line underline-offset-4 hover:decoration-current';

export function TextLink({ to, isPlain = false, state, className, children, ...rest }: TextLinkProps) {
  const classes = clsx(TEXT_LINK, className);
  if (isPlain) {
    return (
      <a {...rest} href={to} className={classes}>
        {children}
      </a>
    );
  }
  return (
    <Link {...rest} to={to} state={state} className={classes}>
      {children}
    </Link>
  );
}

interface TextButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

/** A press that reads as a link: "Change", "Resend". 44 px high for the finger; its words begin where others do. */
export function TextButton({ className, type, ...rest }: TextButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={clsx(TEXT_LINK, '-mx-1 min-h-11 px-1 disabled:text-ink-3 disabled:no-underline', className)}
    />
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly ref?: Ref<HTMLButtonElement> | undefined;
  /** Read aloud; an icon never stands without a name. */
  readonly label: string;
  readonly children: ReactNode;
}

export function IconButton({ label, className, type, children, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      aria-label={label}
      className={clsx(
        'relative inline-flex size-11 shrink-0 items-center justify-center rounded-button text-ink-2 transition-colors hover:bg-sunken hover:text-ink',
        className,
      )}
    >
      {children}
    </button>
  );
}
