// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { startContactForm } from './browser/contact-form.ts';
import { renderPublicPage } from './render.tsx';

const assets = { styles: [], scripts: [], head: [], origin: 'https://mohlat.example' };

/** Puts the page of the form into the document, with a message in it. */
function openForm(path = '/support') {
  const parsed = new DOMParser().parseFromString(renderPublicPage(path, assets)!, 'text/html');
  document.documentElement.lang = parsed.documentElement.lang;
  document.body.replaceChildren(...parsed.body.childNodes);
  startContactForm(document);
  const form = document.querySelector('form')!;
  const field = (name: string) => form.querySelector<HTMLInputElement>(`#contact-${name}`)!;
  field('email').value = 'asha@example.in';
  field('message').value = 'My bill is not there.';
  return {
    field,
    send: () => form.dispatchEvent(new SubmitEvent('submit', { cancelable: true })),
    problem: () => form.querySelector('[role=alert]')?.textContent,
  };
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test.each([
  ['the connection breaks', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a gateway got no answer', async () => new Response('<html>', { status: 502 })],
  ['a gateway waited in vain', async () => new Response('<html>', { status: 504 })],
  ['the answer is cut off', async () => new Response('{"tick', { status: 201 })],
])('given a message under way, when %s, then the form does not call it unsent', async (_, answer) => {
  const { field, send, problem } = openForm();
  vi.stubGlobal('fetch', answer);
  send();
  await vi.waitFor(() => expect(problem()).toMatch(/do not know whether it was sent/));
  expect(field('message').value).toBe('My bill is not there.');
});

test.each([
  ['/support', /^You are offline/],
  ['/hi/support', /इंटरनेट नहीं है/],
])('given no network, when the form of %s is sent, then it says so and asks nothing', async (path, said) => {
  const { field, send, problem } = openForm(path);
  const asked = vi.fn<typeof fetch>();
  vi.stubGlobal('fetch', asked);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  send();
  await vi.waitFor(() => expect(problem()).toMatch(said));
  expect(asked).not.toHaveBeenCalled();
  expect(field('message').value).toBe('My bill is not there.');
});

test('given a form in Hindi, when it fails twice, then the title says so in Hindi, and once', async () => {
  document.title = 'सहायता · Mohlat';
  const { send, problem } = openForm('/hi/support');
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 503 }));
  send();
  await vi.waitFor(() => expect(problem()).toMatch(/संदेश नहीं गया/));
  send();
  await vi.waitFor(() => expect(problem()).toMatch(/संदेश नहीं गया/));
  expect(document.title).toBe('समस्या: सहायता · Mohlat');
});

test('given too many messages, when one is sent, then it says to wait', async () => {
  const { send, problem } = openForm();
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 429 }));
  send();
  await vi.waitFor(() => expect(problem()).toMatch(/^Too many tries\. Wait a little/));
});

test('given a message under way, when it is sent, then nothing typed meanwhile is lost, and the mail is named', async () => {
  const { field, send } = openForm();
  const reply = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => reply.promise);
  send();
  expect(field('message').readOnly).toBe(true);
  reply.resolve(new Response('{"ticket":"T-17"}', { status: 201 }));
  await vi.waitFor(() =>
    expect(document.querySelector('[data-contact-sent]')?.textContent).toContain(
      'We have mailed it to asha@example.in.',
    ),
  );
  expect(field('message').readOnly).toBe(false);
});
