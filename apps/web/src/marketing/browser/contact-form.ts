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
  const problem = form.querySelector('[data-contact-problem]');
  if (!button || button.ariaBusy === 'true') return;
  const label = button.textContent;
  button.ariaBusy = 'true';
  button.textContent = form.dataset['sending'] ?? label;
  if (problem) problem.textContent = '';
  page.title = page.title.replace(/^Error: /, '');
  const language = page.documentElement.lang === 'hi' ? 'hi' : 'en';
  const ticket = await post({ ...Object.fromEntries(new FormData(form)), language });
  button.ariaBusy = null;
  button.textContent = label;
  if (ticket === undefined) {
    if (problem) problem.textContent = form.dataset['failed'] ?? '';
    page.title = `Error: ${page.title}`;
    return;
  }
  const sent = page.querySelector<HTMLElement>('[data-contact-sent]');
  const place = sent?.querySelector('[data-contact-ticket]');
  if (place) place.textContent = `${form.dataset['ticket'] ?? ''} ${ticket}`;
  form.reset();
  form.hidden = true;
  if (!sent) return;
  sent.hidden = false;
  // The button that had the focus is hidden.
  sent.focus();
}

async function post(message: Record<string, unknown>): Promise<string | undefined> {
  try {
    const response = await fetch('/api/v1/support/messages', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(message),
    });
    if (!response.ok) return undefined;
    const answer = (await response.json()) as { ticket?: string };
    return answer.ticket ?? '';
  } catch {
    return undefined;
  }
}
