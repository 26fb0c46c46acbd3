import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FeatureContext } from '#features/context.ts';
import { staysOpen } from '#features/open-account.ts';
import { findLanguage, refuseMails } from '#features/preferences/index.ts';
import { page } from '../texts/mail-html.ts';
import type { InEach, Language } from '../texts/mail-template.ts';
import { readStopToken } from './unsubscribe.rules.ts';

type Deps = Pick<FeatureContext, 'api' | 'clock' | 'vault'>;
type Asked = FastifyRequest<{ Params: { token: string }; Querystring: { lang?: string } }>;

/**
 * The link at the foot of a mail that can be refused. Opening it changes nothing, since mail scanners open links; the
 * button does, and so does the mail program's own (RFC 8058): both send a form here. No log-in is needed.
 */
export function registerUnsubscribe(app: FastifyInstance, deps: Deps): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, __, done) =>
      done(null),
    );
    scope.get('/unsubscribe/:token', (request: Asked, reply) => answer(deps, request, reply, 'ask'));
    scope.post('/unsubscribe/:token', (request: Asked, reply) => answer(deps, request, reply, 'done'));
  });
}

async function answer(
  { api, clock, vault }: Deps,
  request: Asked,
  reply: FastifyReply,
  face: Exclude<UnsubscribeFace, 'unknown'>,
): Promise<FastifyReply> {
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex');
  const userId = readStopToken(vault, request.params.token);
  if (userId === undefined)
    return reply.status(404).send(unsubscribePage('unknown', chosen(request) ?? 'en'));
  const own = await api.forUser(userId, async (tx) => {
    // Mails outlive the account: of a closed one there is nothing to stop, and nothing may be written down.
    if (face === 'done' && (await staysOpen(tx, userId))) await refuseMails(tx, userId, clock.now());
    return findLanguage(tx, userId);
  });
  return reply.send(unsubscribePage(face, chosen(request) ?? own));
}

function chosen({ query }: Asked): Language | undefined {
  return query.lang === 'en' || query.lang === 'hi' ? query.lang : undefined;
}

/** Asked before anything changes; done; or a link we did not write. */
type UnsubscribeFace = 'ask' | 'done' | 'unknown';

interface Words {
  readonly title: string;
  readonly text: string;
}

const WORDS: InEach<
  Readonly<Record<UnsubscribeFace, Words>> & { readonly button: string; readonly settings: string }
> = {
  en: {
    ask: {
      title: 'Stop mails you can do without?',
      text: 'Reminders before an instalment is due and other mails that are not required stop coming by e-mail. Receipts, codes, and notices of money and law still come.',
    },
    done: {
      title: 'These mails have stopped',
      text: 'Reminders still come in the app and by SMS unless you switch those off too. You can change this under Your data, Preferences.',
    },
    unknown: {
      title: 'This link is not complete',
      text: 'Open it from the mail again, or change your preferences under Your data.',
    },
    button: 'Stop these mails',
    settings: 'Open my preferences',
  },
  hi: {
    ask: {
      title: 'जो मेल ज़रूरी नहीं, उन्हें बंद करें?',
      text: 'किस्त से पहले के रिमाइंडर और ऐसी दूसरी मेल, जो ज़रूरी नहीं हैं, ई-मेल से आना बंद हो जाएँगी। रसीदें, कोड, और पैसों व कानून की सूचनाएँ आती रहेंगी।',
    },
    done: {
      title: 'ये मेल बंद हो गईं',
      text: 'रिमाइंडर ऐप में और SMS से आते रहेंगे, जब तक आप उन्हें भी बंद न करें। इसे "आपका डेटा" में "पसंद" के तहत बदल सकते हैं।',
    },
    unknown: {
      title: 'यह लिंक पूरा नहीं है',
      text: 'इसे मेल से फिर खोलें, या "आपका डेटा" में अपनी पसंद बदलें।',
    },
    button: 'ये मेल बंद करें',
    settings: 'मेरी पसंद खोलें',
  },
};
const OTHER: InEach<{ readonly lang: Language; readonly label: string }> = {
  en: { lang: 'hi', label: 'हिन्दी' },
  hi: { lang: 'en', label: 'English' },
};

const BUTTON =
  'background:#313797;color:#ffffff;padding:14px 20px;border:0;border-radius:12px;font:inherit;text-decoration:none;display:inline-block;cursor:pointer';
const LINK = 'color:#313797;display:inline-block;padding:10px 0';

/** A page of its own: it works without the app, without a script and without a login. */
function unsubscribePage(face: UnsubscribeFace, language: Language): string {
  const words = WORDS[language];
  const { title, text } = words[face];
  const other = OTHER[language];
  const action =
    face === 'ask'
      ? `<form method="post"><button style="${BUTTON}">${words.button}</button></form>`
      : `<p><a href="/dashboard/privacy" style="${BUTTON}">${words.settings}</a></p>`;
  return page(
    language,
    `<h1 style="font-size:24px;line-height:32px;margin:0 0 12px">${title}</h1><p style="margin:0 0 24px">${text}</p>${action}` +
      `<p style="margin:24px 0 0"><a href="?lang=${other.lang}" lang="${other.lang}" style="${LINK}">${other.label}</a></p>`,
  );
}
