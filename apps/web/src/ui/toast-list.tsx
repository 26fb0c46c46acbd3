import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toast as sonner, Toaster as Sonner, useSonner } from 'sonner';
import 'sonner/dist/styles.css';
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

/** Up to here there is a bottom bar and sheets rise from below, as in the style sheet's `md`. */
const PHONE = '(width < 48rem)';
/** A sheet from below, what the page is for (Button), or the field with the focus: none of them may lie under a message. */
const SHEET = '[data-sheet]';
const KEPT_FREE = 'main [data-main], main :is(input, select, textarea):focus';
const LIST_BELOW = '[data-sonner-toaster][data-y-position="bottom"]';
/** The edges of further messages behind the first, and some air. */
const AROUND_PX = 24;

/** The part that a message at the bottom lies over: a sheet, the page's main button or the field with the focus. */
function partBelow(isPhone: boolean): Element | undefined {
  // On a wide screen a dialog stands in the middle, and the messages beside it.
  const sheet = isPhone ? document.querySelector(SHEET) : null;
  if (sheet !== null) return sheet;
  const list = document.querySelector<HTMLElement>(LIST_BELOW);
  if (list === null) return undefined;
  const { left, right, bottom } = list.getBoundingClientRect();
  const top = bottom - Number.parseFloat(list.style.getPropertyValue('--front-toast-height')) - AROUND_PX;
  return [...document.querySelectorAll(KEPT_FREE)].find((part) => {
    const box = part.getBoundingClientRect();
    const isBeside = box.right < left || box.left > right;
    return box.height > 0 && !isBeside && box.bottom > top && box.top < bottom;
  });
}

/** Asks after every change and every movement of the page, once a frame at most. */
function watch(isPhone: boolean, onLook: (part: Element | undefined) => void): () => void {
  let frame = 0;
  const look = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => onLook(partBelow(isPhone)));
  };
  const changes = new MutationObserver(look);
  changes.observe(document.body, { childList: true, subtree: true });
  const stop = new AbortController();
  for (const event of ['scroll', 'resize', 'focusin'])
    addEventListener(event, look, { capture: true, passive: true, signal: stop.signal });
  look();
  return () => {
    cancelAnimationFrame(frame);
    changes.disconnect();
    stop.abort();
  };
}

/** The part that messages were lifted off, and the page it stood on. */
interface Lift {
  readonly part: Element;
  readonly page: string;
}

/** A lift ends with its page. The address alone does not tell: it changes before the page that belongs to it is drawn. */
function afterLook(before: Lift | undefined, part: Element | undefined): Lift | undefined {
  // A step of a wizard stands in the query.
  const page = location.pathname + location.search;
  if (before?.page === page && before.part.isConnected) return before;
  return part && { part, page };
}

type Place = 'top-center' | 'bottom-center' | 'top-right' | 'bottom-right';

/**
 * Where messages stand: at the bottom, off the heading and the list of errors, on a wide screen in its corner. Where they
 * would lie over a sheet, a main button or the field with the focus they go to the top, and stay there until the last of them
 * has gone, or that part, or the page or its step is another one: its heading is read first.
 */
function useToastPlace(isAny: boolean): Place {
  const [isPhone, setIsPhone] = useState(false);
  const [lift, setLift] = useState<Lift>();
  useEffect(() => {
    if (typeof matchMedia !== 'function') return undefined;
    const phone = matchMedia(PHONE);
    const ask = () => setIsPhone(phone.matches);
    ask();
    phone.addEventListener('change', ask);
    return () => phone.removeEventListener('change', ask);
  }, []);
  useEffect(() => {
    if (!isAny) return undefined;
    const stop = watch(isPhone, (part) => setLift((before) => afterLook(before, part)));
    return () => {
      stop();
      setLift(undefined);
    };
  }, [isAny, isPhone]);
  const height = lift === undefined ? 'bottom' : 'top';
  return isPhone ? `${height}-center` : `${height}-right`;
}
