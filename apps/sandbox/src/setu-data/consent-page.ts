import type { FastifyInstance } from 'fastify';
import { acceptForms } from '../core/forms.ts';
import { asObject, textOf } from '../core/json.ts';
import { STYLE, cardPage, html } from '../page/html.ts';
import { CONSENT_CHOICES } from './sessions.ts';
import type { ConsentChoice, ConsentSession, Sessions } from './sessions.ts';

const TROUBLE: readonly [ConsentChoice, string][] = [
  ['close', 'Close the window'],
  ['expire', 'Let it expire'],
  ['aadhaar_not_linked', 'Aadhaar not linked'],
  ['upstream_down', 'DigiLocker is down'],
  ['name_mismatch', 'Another name than on the PAN'],
  ['dob_mismatch', 'Another date of birth'],
];

function consentForm(session: ConsentSession): string {
  return cardPage(
    'Share your Aadhaar from DigiLocker',
    html`<form method="post">
      <h1>Share your Aadhaar</h1>
      <p class="quiet">Sandbox DigiLocker. The site you come from asks to read your Aadhaar details once.</p>
      <div class="field">
        <label for="aadhaar">Aadhaar number</label>
        <input
          id="aadhaar"
          name="aadhaar"
          inputmode="numeric"
          autocomplete="off"
          placeholder="•••• •••• ${session.person.aadhaarLast4}"
          aria-describedby="aadhaar-hint"
        />
        <p class="quiet" id="aadhaar-hint">Leave it empty to share the details of ${session.person.name}.</p>
      </div>
      <div class="row">
        <button class="primary" name="choice" value="approve">Approve</button>
        <button name="choice" value="deny">Deny</button>
      </div>
      <h2 class="spaced">Or let something go wrong</h2>
      <div class="row">
        ${TROUBLE.map(
          ([choice, words]) => html`<button class="small" name="choice" value="${choice}">${words}</button> `,
        )}
      </div>
    </form>`,
  );
}

function isChoice(value: unknown): value is ConsentChoice {
  return (CONSENT_CHOICES as readonly unknown[]).includes(value);
}

type IdParams = { Params: { id: string } };

/** The page DigiLocker shows to a person. */
export function consentPages(app: FastifyInstance, sessions: Sessions): void {
  acceptForms(app);
  app.get('/digilocker/style.css', (_request, reply) => reply.type('text/css').send(STYLE));
  app.get<IdParams>('/digilocker/consent/:id', (request, reply) => {
    const session = sessions.find(request.params.id);
    void reply.type('text/html');
    if (session?.state === 'waiting') return reply.send(consentForm(session));
    return reply.code(session ? 410 : 404).send(
      cardPage(
        'Request over',
        html`<h1>This request is over</h1>
          <p>Go back to the site you came from.</p>`,
      ),
    );
  });
  app.post<IdParams>('/digilocker/consent/:id', (request, reply) => {
    const session = sessions.find(request.params.id);
    const { choice, aadhaar } = asObject(request.body);
    void reply.type('text/html');
    if (session?.state !== 'waiting' || !isChoice(choice))
      return reply.code(400).send(cardPage('Request over', html`<h1>This request is over</h1>`));
    const digits = (textOf(aadhaar) ?? '').replace(/\D/g, '');
    if (digits !== '' && digits.length !== 12)
      return reply.code(400).send(
        cardPage(
          'Check the number',
          html`<h1>An Aadhaar number has 12 digits</h1>
            <p><a href="">Try again</a></p>`,
        ),
      );
    const back = sessions.choose(session, choice, {
      aadhaarLast4: digits === '' ? undefined : digits.slice(-4),
    });
    if (back === null) return reply.send(cardPage('Closed', html`<h1>You closed the window</h1>`));
    return reply.redirect(back, 303);
  });
}
