import type { FastifyInstance } from 'fastify';
import { acceptForms } from '../core/forms.ts';
import { asObject } from '../core/json.ts';
import { STYLE, cardPage, html } from '../page/html.ts';
import { CALL_CHOICES } from './calls.ts';
import type { CallChoice, VideoCall, VideoCalls } from './calls.ts';

const SLOWER: readonly [CallChoice, string][] = [
  ['auditor_late', 'The auditor takes 2 hours'],
  ['complete_and_hold', 'The auditor waits for you'],
];

const TROUBLE: readonly [CallChoice, string][] = [
  ['agent_reject', 'The agent rejects'],
  ['auditor_reject', 'The auditor rejects'],
  ['no_agent', 'No agent is free'],
  ['drop_off', 'Leave the call'],
  ['outside_india', 'Be outside India'],
  ['camera_failed', 'Have no camera'],
  ['expire', 'Let the link expire'],
];

const buttons = (choices: readonly [CallChoice, string][], kind: string) =>
  choices.map(
    ([choice, words]) => html`<button class="${kind}" name="choice" value="${choice}">${words}</button> `,
  );

function callForm(call: VideoCall): string {
  return cardPage(
    'Video KYC',
    html`<form method="post">
      <h1>Video KYC</h1>
      <p class="quiet">
        Sandbox video desk. ${call.name ?? 'Somebody'} is about to meet an agent, who looks at the PAN card.
        An auditor looks at the recording afterwards; unless you say otherwise, ten seconds later.
      </p>
      <div class="row">
        <button class="primary" name="choice" value="complete">Do the call</button>
        ${buttons(SLOWER, 'small')}
      </div>
      <h2 class="spaced">Or let something go wrong</h2>
      <div class="row">${buttons(TROUBLE, 'small')}</div>
    </form>`,
  );
}

/** The text that the person reads afterwards, by the status of the call. */
function ending(call: VideoCall): [string, string] {
  if (call.subStatus === 'NO_AGENT_FOUND') return ['No agent is free', 'Come back in a while.'];
  if (call.status === 'PRE_VIDEO_CALL') return ['The check before the call failed', 'Mend it and try again.'];
  if (call.status === 'VIDEO_CALL') return ['You left the call', 'It was not finished.'];
  if (call.status === 'EXPIRED') return ['This link has expired', 'Ask for a new one.'];
  return ['The call is over', 'The recording is looked at now.'];
}

const isChoice = (value: unknown): value is CallChoice =>
  (CALL_CHOICES as readonly unknown[]).includes(value);
const isOpen = (call: VideoCall) => ['RECEIVED', 'PRE_VIDEO_CALL', 'VIDEO_CALL'].includes(call.status);

function ended(call: VideoCall): string {
  const [title, words] = ending(call);
  return cardPage(
    title,
    html`<h1>${title}</h1>
      <p>${words} You may close this page and go back to the site you came from.</p>`,
  );
}

type IdParams = { Params: { id: string } };

/** The page behind the link: the person, the agent and the auditor, played with buttons. */
export function callPages(app: FastifyInstance, calls: VideoCalls): void {
  acceptForms(app);
  const config = { isPublic: true };
  app.get('/vkyc/style.css', { config }, (_request, reply) => reply.type('text/css').send(STYLE));
  app.get<IdParams>('/vkyc/call/:id', { config }, (request, reply) => {
    const call = calls.find(request.params.id);
    void reply.type('text/html');
    if (!call) return reply.code(404).send(cardPage('No such link', html`<h1>This link is not known</h1>`));
    return isOpen(call) ? reply.send(callForm(call)) : reply.code(410).send(ended(call));
  });
  app.post<IdParams>('/vkyc/call/:id', { config }, (request, reply) => {
    const call = calls.find(request.params.id);
    const { choice } = asObject(request.body);
    void reply.type('text/html');
    if (!call || !isOpen(call) || !isChoice(choice))
      return reply.code(400).send(cardPage('Link over', html`<h1>This link is over</h1>`));
    calls.choose(call, choice);
    return reply.send(ended(calls.find(call.verificationId) ?? call));
  });
}
