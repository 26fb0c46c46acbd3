import { bareTitle, errorTitle } from '../../ui/error-mark.ts';

/** As long as the app waits for the answer to a change. */
const PATIENCE_MS = 30_000;

interface WrongField {
  readonly path: string;
  readonly message: string;
}

/** Sent with its ticket, refused with what is wrong, not sent, or not known to have arrived. */
type Outcome =
  | { readonly ticket: string }
  | { readonly wrong: readonly WrongField[] }
  | { readonly problem: 'failed' | 'busy' | 'offline' | 'unanswered' };

/** Sends the support form; on failure everything typed stays where it is. */
export function startContactForm(page: Document): void {
  const form = page.querySelector<HTMLFormElement>('form[data-contact]');
  if (!form) return;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(page, form);
  });
}

async function send(page: Document, form: HTMLFormElement): Promise<void> {
  const button = form.querySelector('button');
  if (!button || button.ariaBusy === 'true') return;
  const label = button.textContent;
  button.ariaBusy = 'true';
  button.textContent = form.dataset['sending'] ?? label;
  forgetProblems(page, form);
  const language = page.documentElement.lang === 'hi' ? 'hi' : 'en';
  const message = { ...Object.fromEntries(new FormData(form)), language };
  // Else it would be cleared with what is under way.
  setReadOnly(form, true);
  const outcome = await post(message);
  setReadOnly(form, false);
  button.ariaBusy = null;
  button.textContent = label;
  if ('ticket' in outcome) showTicket(page, form, outcome.ticket);
  else showProblem(page, form, outcome);
}

function setReadOnly(form: HTMLFormElement, isReadOnly: boolean): void {
  const fields = form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  for (const field of fields) field.readOnly = isReadOnly;
}

function forgetProblems(page: Document, form: HTMLFormElement): void {
  say(form, '');
  for (const text of form.querySelectorAll('[data-contact-wrong]')) text.remove();
  for (const field of form.querySelectorAll('[aria-invalid]')) {
    field.removeAttribute('aria-invalid');
    field.removeAttribute('aria-describedby');
  }
  page.title = bareTitle(page.title);
}

function say(form: HTMLFormElement, text: string): void {
  const place = form.querySelector('[data-contact-problem]');
  if (place) place.textContent = text;
}

function showProblem(
  page: Document,
  form: HTMLFormElement,
  outcome: Exclude<Outcome, { readonly ticket: string }>,
): void {
  page.title = errorTitle(page.title);
  const marked = 'wrong' in outcome ? outcome.wrong.flatMap((wrong) => mark(page, form, wrong)) : [];
  const code = 'problem' in outcome ? outcome.problem : marked.length > 0 ? 'wrong' : 'failed';
  say(form, form.dataset[code] ?? '');
  marked[0]?.focus();
}

/** Puts the sentence under its field: the page's own, which is in the reader's language. */
function mark(page: Document, form: HTMLFormElement, { path, message }: WrongField): HTMLElement[] {
  const field = form.querySelector<HTMLElement>(`#contact-${CSS.escape(path)}`);
  if (!field) return [];
  const text = page.createElement('p');
  text.id = `${field.id}-error`;
  text.className = 'text-small text-bad-ink';
  text.dataset['contactWrong'] = '';
  text.textContent = field.dataset['wrong'] ?? message;
  field.after(text);
  field.setAttribute('aria-invalid', 'true');
  field.setAttribute('aria-describedby', text.id);
  return [field];
}

function showTicket(page: Document, form: HTMLFormElement, ticket: string): void {
  const sent = page.querySelector<HTMLElement>('[data-contact-sent]');
  const place = sent?.querySelector('[data-contact-ticket]');
  if (place) place.textContent = `${form.dataset['ticket'] ?? ''} ${ticket}`;
  const mailed = sent?.querySelector<HTMLElement>('[data-contact-mailed]');
  const email = form.querySelector<HTMLInputElement>('[name=email]')?.value.trim() ?? '';
  if (mailed) mailed.textContent = (mailed.dataset['contactMailed'] ?? '').replace('{email}', () => email);
  form.reset();
  form.hidden = true;
  if (!sent) return;
  sent.hidden = false;
  // The button that had the focus is hidden.
  sent.focus();
}

async function post(message: Record<string, unknown>): Promise<Outcome> {
  if (!navigator.onLine) return { problem: 'offline' };
  try {
    const response = await fetch('/api/v1/support/messages', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(message),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (response.status === 429) return { problem: 'busy' };
    // A gateway that got no answer does not know whether the server took it.
    if (response.status === 502 || response.status === 504) return { problem: 'unanswered' };
    if (!response.ok && response.status !== 422) return { problem: 'failed' };
    const answer = (await response.json()) as { ticket?: string; errors?: readonly WrongField[] };
    return response.ok ? { ticket: answer.ticket ?? '' } : { wrong: answer.errors ?? [] };
  } catch {
    // It may have arrived before the connection broke, or its answer was cut off.
    return { problem: 'unanswered' };
  }
}
