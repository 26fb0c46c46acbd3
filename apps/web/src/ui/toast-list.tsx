import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { toast as sonner, Toaster as Sonner } from 'sonner';
import 'sonner/dist/styles.css';

export interface ToastListProps {
  /** Read aloud as the name of the list. */
  readonly label: string;
  readonly closeLabel: string;
  /** Called when the list listens, with what speaks to it; what it answers is called when the list goes. */
  readonly onReady: (speaker: Speaker) => () => void;
}
export type Speaker = typeof sonner;

const ABOVE_BOTTOM_BAR = 'calc(4.75rem + env(safe-area-inset-bottom))';

/** The list of toasts and the library that draws it; it comes after the page (toast.tsx). */
export function ToastList({ label, closeLabel, onReady }: ToastListProps) {
  useEffect(() => onReady(sonner), [onReady]);
  return (
    <Sonner
      position="top-center"
      containerAriaLabel={label}
      gap={8}
      // Below the top bar and above the bottom bar, so that a message never hides the way out.
      offset={{ top: 76, bottom: ABOVE_BOTTOM_BAR }}
      mobileOffset={{ top: 68, bottom: ABOVE_BOTTOM_BAR, left: 16, right: 16 }}
      icons={{
        success: <CircleCheck aria-hidden="true" className="size-5 text-ok" />,
        error: <CircleAlert aria-hidden="true" className="size-5 text-bad" />,
      }}
      toastOptions={{
        unstyled: true,
        closeButton: true,
        closeButtonAriaLabel: closeLabel,
        classNames: {
          toast:
            'flex w-full items-start gap-3 rounded-card border border-line bg-surface py-3.5 pr-3 pl-4 text-body text-ink shadow-sheet',
          title: 'font-semibold',
          description: 'text-small text-ink-2',
          content: 'min-w-0 flex-1',
          icon: 'mt-0.5',
          closeButton:
            'order-last inline-flex size-6 shrink-0 items-center justify-center rounded-chip text-ink-3 hover:text-ink',
        },
      }}
    />
  );
}
