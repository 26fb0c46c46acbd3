import type { FastifyInstance, FastifyReply } from 'fastify';
import { installFaults } from '../core/fault-hook.ts';
import { asObject, textOf } from '../core/json.ts';
import type { Json } from '../core/json.ts';
import type { Book } from '../core/store.ts';
import { formatIst } from '../core/time.ts';
import type { World } from '../core/world.ts';

type SmsTemplate = { templateId: string; text: string };

export type Msg91Twin = { templates: Book<SmsTemplate>; plugin: (app: FastifyInstance) => Promise<void> };

const REPORT_PATH = '/msg91/sandbox-callback-token';
const DELIVERED = { status: '1', desc: 'DELIVERED' };
const FAILED = { status: '2', desc: 'FAILED' };

type Recipient = { mobiles: string; variables: Record<string, string> };

function failure(message: string) {
  return { type: 'error', message };
}

function readRecipients(body: Json): Recipient[] | string {
  if (!textOf(body.template_id)) return 'template_id is missing';
  if (!Array.isArray(body.recipients) || body.recipients.length === 0) return 'recipients is missing';
  const recipients: Recipient[] = [];
  for (const entry of body.recipients.map(asObject)) {
    const { mobiles, ...variables } = entry;
    if (!/^91[6-9]\d{9}$/.test(textOf(mobiles) ?? '')) return 'mobiles must be 91 and ten digits';
    recipients.push({
      mobiles: String(mobiles),
      variables: Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, String(value)])),
    });
  }
  return recipients;
}

/** The text the phone shows: given in full, or the registered template with its ##variables## filled in. */
function renderText(
  templateId: string,
  template: SmsTemplate | undefined,
  variables: Record<string, string>,
): string {
  if (variables.TEXT !== undefined) return variables.TEXT;
  if (!template) return `${templateId}: ${Object.values(variables).join(' ')}`;
  return template.text.replace(/##(\w+)##/g, (whole, name: string) => variables[name] ?? whole);
}

async function send(world: World, templates: Book<SmsTemplate>, body: Json, reply: FastifyReply) {
  const recipients = readRecipients(body);
  if (typeof recipients === 'string') return failure(recipients);
  const templateId = String(body.template_id);
  const endings = recipients.map((recipient) => recipient.mobiles.slice(-4));
  if (endings.includes('0004'))
    return reply.code(429).header('retry-after', '30').send(failure('Too many requests'));
  if (endings.includes('0001')) return failure('Template is not approved on DLT');
  const requestId = world.id('msg91', 20);
  for (const { mobiles, variables } of recipients) {
    const isLost = mobiles.endsWith('0002');
    const text = renderText(templateId, templates.find(templateId), variables);
    if (!isLost) world.outbox.add({ channel: 'sms', to: `+${mobiles}`, subject: null, text });
    const report = { date: formatIst(world.clock.now()), number: mobiles, ...(isLost ? FAILED : DELIVERED) };
    world.webhooks.emit('msg91', 'delivery_report', REPORT_PATH, {
      requestId,
      senderId: 'MOHLAT',
      report: [report],
    });
  }
  if (endings.includes('0003')) {
    await world.holds.hold(reply);
    return reply;
  }
  return { type: 'success', message: requestId };
}

/** SMS: MSG91 flow. Every message lands in the outbox as its receiver would read it. */
export function createMsg91(world: World): Msg91Twin {
  const templates = world.store.book<SmsTemplate>('sms_template');
  return {
    templates,
    async plugin(app) {
      installFaults(app, world, 'msg91', (status) => failure(`The request was not served (${status})`));
      app.post('/api/v5/flow', { config: { op: 'flow' } }, async (request, reply) => {
        if (request.headers.authkey !== 'sandbox-msg91') return reply.code(401).send(failure('Unauthorized'));
        return send(world, templates, asObject(request.body), reply);
      });
    },
  };
}
