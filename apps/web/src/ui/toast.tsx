import { CircleAlert, CircleCheck } from 'lucide-react';
import { toast as sonner, Toaster as Sonner } from 'sonner';
import 'sonner/dist/styles.css';

interface ToasterProps {
  /** Read aloud as the name of the list. */
  readonly label: string;
  readonly closeLabel: string;
}

/** An echo only: whatever a toast says also stands on the page. */
export function Toaster({ label, closeLabel }: ToasterProps) {
  return (
    <Sonner
      position="top-center"
      containerAriaLabel={label}
      gap={8}
      // Below the top bar, so that a message never hides the way out.
      offset={{ top: 76 }}
      mobileOffset={{ top: 68, left: 16, right: 16 }}
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

const SHOWN_MS = 6000;

/** `bottom` where the head of the page is what a person came to read. */
type ToastPlace = 'top' | 'bottom';

export const toast = {
  success(title: string, description?: string, place: ToastPlace = 'top'): void {
    sonner.success(title, { description, duration: SHOWN_MS, position: `${place}-center` });
  },
  /** Stays until closed. */
  error(title: string, description?: string): void {
    sonner.error(title, { description, duration: Number.POSITIVE_INFINITY });
  },
  info(title: string, description?: string): void {
    sonner(title, { description, duration: SHOWN_MS });
  },
  dismissAll(): void {
    sonner.dismiss();
  },
};
