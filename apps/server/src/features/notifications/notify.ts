import { findContact } from '#features/me/index.ts';
import { type Channels, findChannels, findLanguage, quietUntil } from '#features/preferences/index.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import { invariant } from '#platform/http/domain-error.ts';
import type { InEach, Language } from './texts/mail-template.ts';
import type { Messenger } from './messages.ts';
import type { Notice, NoticeKind, Written } from './notice.ts';
import { fill, mailTexts } from './texts/templates.ts';

/** Where a notice went. */
export type Channel = 'app' | 'email' | 'sms';

export interface Notifier {
  /**
   * Tells a person: in the app, by mail and by SMS, in the transaction of the event itself. Answers where: nowhere, when
   * they want to hear of such things nowhere, or were told already of what is told `once`. The app keeps it in each language.
   */
  notify(tx: Tx, userId: string, notice: Written, now: Date): Promise<readonly Channel[]>;
}

export function createNotifier(vault: Vault, messenger: Messenger): Notifier {
  return {
    async notify(tx, userId, written, now) {
      const language = await findLanguage(tx, userId);
      const writtenIn = (spoken: Language) => (typeof written === 'function' ? written(spoken) : written);
      const notice = writtenIn(language);
      const channels = await openChannels(tx, userId, notice.kind ?? 'must');
      const isForApp = channels.inApp && notice.isSaidInApp !== true;
      const told: Channel[] = isForApp ? ['app'] : [];
      invariant(isForApp || notice.once === undefined, 'told once is only what has a line in the app');
      const isNews = !isForApp || (await announce(tx, userId, inEach(writtenIn, language), now));
      if (!isNews) return [];
      const { template, vars = {}, until, papers, aboutId } = notice;
      const runAt = quietUntil(channels, now);
      if (!template || (until && runAt && runAt >= until)) return told;
      const contact = await findContact(tx, vault, userId);
      const message = {
        template,
        vars,
        userId,
        language,
        isRefusable: (notice.kind ?? 'must') !== 'must',
        ...(until ? { until: until.toISOString() } : {}),
        ...(aboutId === undefined ? {} : { aboutId }),
      };
      if (contact.email && channels.email) {
        const attached = papers ? { papers: { userId, ...papers } } : {};
        await messenger.enqueue(
          tx,
          { channel: 'email', to: contact.email, ...message, ...attached },
          { runAt },
        );
        told.push('email');
      }
      if (contact.mobile && channels.sms) {
        await messenger.enqueue(tx, { channel: 'sms', to: `91${contact.mobile}`, ...message }, { runAt });
        told.push('sms');
      }
      return told;
    },
  };
}

const EVERY: Channels = { email: true, sms: true, inApp: true, quiet: null };
const NONE: Channels = { email: false, sms: false, inApp: false, quiet: null };

async function openChannels(tx: Tx, userId: string, kind: NoticeKind): Promise<Channels> {
  if (kind === 'must') return EVERY;
  if (kind === 'marketing') {
    const given = await tx.call(
      `select 1 from consents where user_id = $1 and purpose = 'marketing_messages' and withdrawn_at is null limit 1`,
      [userId],
    );
    if (given.length === 0) return NONE;
  }
  return findChannels(tx, userId);
}

/**
 * Writes the line in the app; false where it stands there already, or where the account was erased: nothing is written about a
 * person whose rows are gone. The id of a line that is written once follows from its
 * event (UUID version 8), so that of two transactions that write it at the same moment one waits for the other.
 */
async function announce(tx: Tx, userId: string, notice: Notice & Kept, now: Date): Promise<boolean> {
  const { type, icon, title, description, once, texts } = notice;
  const [row] = await tx.call<{ id: string }>(
    `insert into notifications (user_id, id, type, icon, title, description, at, link, texts)
     select $1, coalesce(overlay(overlay(md5($8) placing '8' from 13) placing '8' from 17)::uuid, new_id()), $2, $3, $4, $5, $6, $7, $9
     where not exists (select 1 from account_closures where user_id = $1 and erased_at is not null)
     on conflict do nothing returning id`,
    [userId, type, icon, title, description, now, pathOf(notice), once ?? null, JSON.stringify(texts)],
  );
  if (!row) return false;
  await tx.call(ANNOUNCE, [userId, 'notification', row.id]);
  return true;
}

function pathOf({ link, vars }: Notice): string | null {
  if (link !== undefined || vars?.link === undefined) return link ?? null;
  const { pathname, search } = new URL(vars.link);
  return `${pathname}${search}`;
}

type Line = Pick<Notice, 'title' | 'description'>;

interface Kept {
  readonly texts: InEach<Line>;
}

/** A notice in the language that is read now, with its line in each: another one may be read by then. */
function inEach(writtenIn: (language: Language) => Notice, language: Language): Notice & Kept {
  const line = (spoken: Language): Line => {
    const { title, description } = inLanguage(writtenIn(spoken), spoken);
    return { title, description };
  };
  const texts = { en: line('en'), hi: line('hi') };
  return { ...writtenIn(language), ...texts[language], texts };
}

/**
 * A notice as the app shows it in a language. What was written in English alone is said in Hindi by the subject and the
 * first lines of its mail.
 */
function inLanguage(notice: Notice, language: Language): Notice {
  if (language === 'en' || notice.language === language) return notice;
  if (notice.inHindi) return { ...notice, ...notice.inHindi };
  if (!notice.template) return notice;
  const { subject, text } = mailTexts(notice.template)[language];
  const [first = ''] = text.split('\n\n');
  return { ...notice, title: fill(subject, notice.vars ?? {}), description: fill(first, notice.vars ?? {}) };
}
