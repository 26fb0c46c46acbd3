import { z } from 'zod';
import type { FeatureContext } from '#features/context.ts';
import { type Job, job } from '#platform/jobs/worker.ts';
import { AddressRefused, ProviderError } from '#providers/index.ts';
import { mailHtml } from './mail-html.ts';
import { type Message, SEND_CONTEXT, SEND_TASK } from './messages.ts';
import { fill, MAIL_TEMPLATES, SMS_TEMPLATES } from './templates.ts';

const payload = z.object({ id: z.string(), sealed: z.string() });

type Deps = Pick<FeatureContext, 'vault' | 'providers' | 'log'>;

/** Sends what the queue holds. A mail is tried again; an SMS whose outcome is not known is not, the person can ask anew. */
export function notificationJobs(deps: Deps): Job<never>[] {
  return [
    job(SEND_TASK, payload, async ({ id, sealed }) => {
      const message = JSON.parse(deps.vault.open(Buffer.from(sealed, 'base64'), SEND_CONTEXT)) as Message;
      try {
        await send(deps, id, message);
      } catch (error) {
        if (
          error instanceof AddressRefused ||
          (error instanceof ProviderError && error.outcome === 'rejected')
        ) {
          deps.log.warn({ messageId: id, channel: message.channel, outcome: error.name }, 'message refused');
          return;
        }
        if (message.channel === 'sms' && error instanceof ProviderError && error.outcome === 'unknown') {
          deps.log.warn({ messageId: id, channel: 'sms', outcome: error.name }, 'SMS outcome not known');
          return;
        }
        throw error;
      }
    }) as Job<never>,
  ];
}

async function send({ providers }: Deps, id: string, message: Message): Promise<void> {
  const context = { requestId: id, actor: 'job' as const };
  if (message.channel === 'sms') {
    const text = fill(SMS_TEMPLATES[message.template], message.vars);
    await providers.sms.send(
      { key: id, to: `+${message.to}`, template: message.template, text, vars: { ...message.vars } },
      context,
    );
    return;
  }
  const template = MAIL_TEMPLATES[message.template];
  const text = fill(template.text, message.vars);
  const link = message.vars.link;
  await providers.email.send(
    {
      key: id,
      to: message.to,
      subject: fill(template.subject, message.vars),
      text: link ? `${text}\n\n${link}` : text,
      html: mailHtml(text, 'button' in template && link ? { label: template.button, link } : undefined),
    },
    context,
  );
}
