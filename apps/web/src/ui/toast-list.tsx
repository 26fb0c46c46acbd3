import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { toast as sonner, Toaster as Sonner, useSonner } from 'sonner';
import 'sonner/dist/styles.css';
import { useToastPlace } from './toast-place.ts';
import './toast-list.css';

export interface ToastListProps {
  /** Read aloud as the name of the list. */
  readonly label: string;
  readonly closeLabel: string;
  /** Called when the list listens, with what speaks to it; what it answers is called when the list goes. */
  readonly onReady: (speaker: Speaker) => () => void;
}
export type Speaker = typeof sonner;

/** On a phone it lies over the top bar, which has no part in what is being done; a heading begins below it. */
const TOP_OF_PHONE = 'calc(0.5rem + env(safe-area-inset-top))';
const ABOVE_BOTTOM_BAR = 'calc(4.75rem + env(safe-area-inset-bottom))';

/** True of a press on a link that leads to another page of this site, in this tab. */
function leadsElsewhere({ target, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  if (ctrlKey || metaKey || shiftKey || altKey) return false;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link === null || link.target !== '' || link.download) return false;
  return link.origin === location.origin && link.pathname !== location.pathname;
}

/**
 * An error is over when the user changes what they typed, or tries again: the next try has its own message. Every message is
 * over when a link or Back leads to another page. A message that is raised together with a change of page goes along.
 */
function useEndOfMessages(): void {
  const { toasts } = useSonner();
  useEffect(() => {
    if (toasts.length === 0) return undefined;
    const raisedAt = location.pathname;
    const stop = new AbortController();
    const options = { capture: true, signal: stop.signal };
    const end = (ended: typeof toasts) => {
      for (const { id } of ended) sonner.dismiss(id);
    };
    for (const event of ['input', 'submit'])
      document.addEventListener(event, () => end(toasts.filter(({ type }) => type === 'error')), options);
    document.addEventListener('click', (event) => leadsElsewhere(event) && end(toasts), options);
    addEventListener('popstate', () => location.pathname !== raisedAt && end(toasts), options);
    return () => stop.abort();
  }, [toasts]);
}

/** The list of toasts and the library that draws it; it comes after the page (toast.tsx). */
export function ToastList({ label, closeLabel, onReady }: ToastListProps) {
  useEffect(() => onReady(sonner), [onReady]);
  const { toasts } = useSonner();
  useEndOfMessages();
  return (
    <Sonner
      position={useToastPlace(toasts.length > 0)}
      containerAriaLabel={label}
      gap={8}
      // On a wide screen off the top bar, on a phone above the bottom bar, so that a message never hides the way out.
      offset={{ top: 76, bottom: 24, right: 24 }}
      mobileOffset={{ top: TOP_OF_PHONE, bottom: ABOVE_BOTTOM_BAR, left: 16, right: 16 }}
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
            'flex w-full items-start gap-3 rounded-card border border-line bg-surface py-3.5 pr-3 pl-4 text-body text-ink shadow-sheet print:hidden',
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
