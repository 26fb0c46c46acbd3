import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useId, useRef, type ReactNode } from 'react';
import { useBackCloses } from './back-closes.ts';
import { Button, IconButton } from './button.tsx';
import { focusHeading } from './take-focus.ts';

interface DialogProps {
  /** Pressed away in any manner: the cross, Escape, back, a press beside it. */
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly closeLabel: string;
  readonly children: ReactNode;
  /** The buttons; they stay in view while the content scrolls. */
  readonly footer?: ReactNode;
  /** Nothing under it can be read while it is open. */
  readonly isVeiling?: boolean;
  /** To close it gives up too much for a slip: a button that says so does it alone, and no cross, Escape, back or press beside it. */
  readonly isHeld?: boolean;
  /** A request is under way: to close the dialog would look like calling it off, and it would go through. */
  readonly isBusy?: boolean;
}

/** Focus returns to where it was, or to the heading where that is gone. */
function useFocusReturn() {
  const opener = useRef<Element>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      // Left to itself it looks for a trigger of its own kind, which ours are not.
      event.preventDefault();
      // It may be where the dialog led to by now.
      if (document.activeElement !== null && document.activeElement !== document.body) return;
      const from = opener.current;
      if (from instanceof HTMLElement && from.isConnected && from !== document.body) from.focus();
      else focusHeading();
    },
  };
}

/** Putting a message away leaves the dialog under it open. */
function isOnMessage(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-sonner-toaster]') !== null;
}

interface SheetHeaderProps extends Pick<DialogProps, 'title' | 'description'> {
  /** Read aloud as the name of the cross; undefined where there is none. */
  readonly cross: string | undefined;
  readonly isBusy: boolean;
}

function SheetHeader({ title, description, cross, isBusy }: SheetHeaderProps) {
  return (
    // The words flow around the button: a large one that has no room beside it goes below.
    <header className="px-side pt-4 pb-2">
      {cross === undefined ? null : (
        <Radix.Close asChild>
          {/* A little less high than it is, so that a title of one line leaves the whole width to what stands under it. */}
          <IconButton
            label={cross}
            aria-disabled={isBusy || undefined}
            className="float-right -mb-2 ml-4 aria-disabled:opacity-60"
          >
            <X aria-hidden="true" className="size-5" />
          </IconButton>
        </Radix.Close>
      )}
      <Radix.Title className="pt-1.5 text-title font-semibold wrap-normal">{title}</Radix.Title>
      {description === undefined ? null : (
        <Radix.Description className="mt-1 text-small text-ink-2">{description}</Radix.Description>
      )}
    </header>
  );
}

/**
 * A sheet from below on a phone, a centred box from 768 px; open as long as it is rendered. Messages keep off it
 * (toast-list.tsx).
 */
export function Dialog({
  onClose,
  title,
  description,
  closeLabel,
  children,
  footer,
  isVeiling = false,
  isHeld = false,
  isBusy = false,
}: DialogProps) {
  const pressedAway = () => {
    if (!isHeld && !isBusy) onClose();
  };
  const buttons = isHeld ? (
    <Button tone="secondary" onClick={onClose}>
      {closeLabel}
    </Button>
  ) : (
    footer
  );
  useBackCloses(true, pressedAway);
  const focusReturn = useFocusReturn();
  return (
    <Radix.Root
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) pressedAway();
      }}
    >
      <Radix.Portal>
        <Radix.Overlay
          data-veil={isVeiling ? 'whole' : 'half'}
          className={clsx('fixed inset-0 z-40 animate-fade', isVeiling ? 'bg-canvas' : 'bg-scrim')}
        />
        <Radix.Content
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          data-sheet=""
          {...focusReturn}
          onInteractOutside={(event) => {
            if (isOnMessage(event.target)) event.preventDefault();
          }}
          className="fixed inset-x-0 bottom-0 z-50 max-h-11/12 animate-rise overflow-y-auto rounded-t-card border border-line bg-surface shadow-sheet outline-none md:inset-0 md:m-auto md:h-fit md:w-full md:max-w-form md:rounded-card"
        >
          <div className="sheet-column">
            <SheetHeader
              title={title}
              description={description}
              cross={isHeld ? undefined : closeLabel}
              isBusy={isBusy}
            />
            <div className="min-h-0 flex-1 overflow-y-auto px-side pt-1 pb-5">{children}</div>
            {buttons === undefined ? null : (
              <footer className="safe-bottom border-t border-line">
                <div className="flex flex-col-reverse gap-2 px-side py-4 md:flex-row md:justify-end">
                  {buttons}
                </div>
              </footer>
            )}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface FormDialogProps extends Omit<DialogProps, 'footer' | 'isBusy'> {
  /** Closes it and sends nothing; left out where the cross alone does. */
  readonly cancel?: string;
  /** Where to cancel gives up more than to close: a draft. */
  readonly onCancel?: () => void;
  /** Undefined while there is nothing to send. */
  readonly submit: string | undefined;
  readonly pending: string;
  readonly isPending: boolean;
  readonly isDisabled?: boolean;
  readonly isDanger?: boolean;
  /** The id of the sentence that says why it is disabled. */
  readonly describedBy?: string | undefined;
  /** By the button, or Enter in a field. */
  readonly onSubmit: () => void;
}

/** Fields (or a question alone), a button that goes back, and one that sends. */
export function FormDialog(props: FormDialogProps) {
  const {
    cancel,
    onCancel,
    submit,
    pending,
    isPending,
    isDisabled,
    isDanger,
    describedBy,
    onSubmit,
    children,
    ...dialog
  } = props;
  const formId = useId();
  return (
    <Dialog
      {...dialog}
      isBusy={isPending}
      footer={
        <>
          {cancel === undefined ? null : (
            <Button tone="secondary" disabled={isPending} onClick={onCancel ?? dialog.onClose}>
              {cancel}
            </Button>
          )}
          {submit === undefined ? null : (
            <Button
              type="submit"
              form={formId}
              tone={isDanger ? 'danger' : 'primary'}
              disabled={isDisabled}
              aria-describedby={describedBy}
              isPending={isPending}
              pendingText={pending}
            >
              {submit}
            </Button>
          )}
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          // React hands it on to a form around the dialog, which was not sent.
          event.stopPropagation();
          if (!isPending) onSubmit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}

interface SlideMenuProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** Read aloud as the name of the menu. */
  readonly title: string;
  readonly closeLabel: string;
  readonly header: ReactNode;
  readonly children: ReactNode;
}

/** Everything the sidebar has, sliding in from the left on a phone. */
export function SlideMenu({ isOpen, onOpenChange, title, closeLabel, header, children }: SlideMenuProps) {
  useBackCloses(isOpen, () => onOpenChange(false));
  const focusReturn = useFocusReturn();
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim md:hidden" />
        <Radix.Content
          aria-describedby={undefined}
          {...focusReturn}
          className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-10/12 animate-slide flex-col bg-surface shadow-sheet outline-none md:hidden"
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          <div className="flex h-14 items-center justify-between pr-1.5 pl-4">
            {header}
            <Radix.Close asChild>
              <IconButton label={closeLabel}>
                <X aria-hidden="true" className="size-5" />
              </IconButton>
            </Radix.Close>
          </div>
          <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-3 pb-4">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
