import type { FastifyInstance, FastifyReply } from 'fastify';
import { installFaults } from '../core/fault-hook.ts';
import { asObject, textOf } from '../core/json.ts';
import type { Json } from '../core/json.ts';
import type { Book } from '../core/store.ts';
import type { World } from '../core/world.ts';
import { describeReport, planReport } from './report-magic.ts';

type Enquiry = { referenceId: string; pan: string; name: string; at: string; pincode: string | null };

export type DecentroTwin = { enquiries: Book<Enquiry>; plugin: (app: FastifyInstance) => Promise<void> };

const KEYS_BY_STATUS: Record<number, string> = {
  400: 'error_malformed_request',
  401: 'error_unauthorized_module',
  404: 'error_malformed_request',
  429: 'error_too_many_requests',
};

function failure(world: World, responseKey: string, message: string) {
  return {
    decentroTxnId: world.id('DCTRTX', 16),
    status: 'FAILURE',
    responseCode: 'E00009',
    message,
    responseKey,
  };
}

const REQUIRED: readonly [string, RegExp][] = [
  ['reference_id', /^[\w.-]{1,64}$/],
  ['consent_purpose', /^.{20,}$/s],
  ['name', /^.{2,}$/],
  ['mobile', /^(\+?91)?[6-9]\d{9}$/],
  ['date_of_birth', /^\d{4}-\d\d-\d\d$/],
  ['document_type', /^PAN$/],
  ['document_id', /^[A-Z]{5}\d{4}[A-Z]$/],
  ['address_type', /^[HOX]$/],
  ['address', /^.{3,}$/s],
  ['inquiry_purpose', /^\w{2,}$/],
];

/** The response key and words of the first thing wrong with a request. */
function problemOf(body: Json): [string, string] | undefined {
  if (body.consent === undefined) return ['error_empty_consent', 'consent is required'];
  if (body.consent === false) return ['error_false_consent', 'consent must be true'];
  if (body.consent !== true) return ['error_invalid_consent', 'consent must be a boolean'];
  for (const [field, pattern] of REQUIRED) {
    const value = textOf(body[field]);
    if (value === undefined || value === '') return [`error_empty_${field}`, `${field} is required`];
    if (!pattern.test(value)) return [`error_invalid_${field}`, `${field} is not valid`];
  }
  const pincode = textOf(body.pincode);
  if (pincode !== undefined && !/^\d{6}$/.test(pincode))
    return ['error_invalid_pincode', 'pincode is not valid'];
  return undefined;
}

async function pull(
  world: World,
  enquiries: Book<Enquiry>,
  body: Json,
  forgets: boolean,
  reply: FastifyReply,
) {
  const referenceId = String(body.reference_id);
  const pan = String(body.document_id);
  const plan = planReport(pan);
  const isUsed = !forgets && enquiries.find(referenceId) !== undefined;
  if (isUsed || plan.kind === 'duplicate')
    return reply
      .code(400)
      .send(failure(world, 'error_duplicate_reference_id', 'reference_id was used before'));
  if (plan.kind === 'provider_error')
    return reply.code(500).send(failure(world, 'error_provider_error', 'The bureau did not answer'));
  if (plan.kind === 'report' && plan.wantsPincode === true && textOf(body.pincode) === undefined)
    return reply.code(400).send(failure(world, 'error_empty_pincode', 'pincode is required'));
  const person = { name: String(body.name), dateOfBirth: String(body.date_of_birth) };
  const now = world.clock.now();
  enquiries.put(
    referenceId,
    {
      referenceId,
      pan,
      name: person.name,
      at: new Date(now).toISOString(),
      pincode: textOf(body.pincode) ?? null,
    },
    pan,
  );
  if (plan.kind === 'lost') {
    await world.holds.hold(reply);
    return reply;
  }
  return {
    decentroTxnId: world.id('DCTRTX', 16),
    status: 'SUCCESS',
    responseCode: 'S00000',
    message: 'Credit report fetched successfully',
    data: {
      cCRResponse: { status: '1', cIRReportDataLst: [describeReport(plan, person, now)] },
    },
    responseKey: 'success_credit_report',
  };
}

/** The credit bureau: Decentro credit report summary. */
export function createDecentro(world: World): DecentroTwin {
  const enquiries = world.store.book<Enquiry>('bureau_enquiry');
  return {
    enquiries,
    async plugin(app) {
      installFaults(app, world, 'decentro', (status) =>
        failure(world, KEYS_BY_STATUS[status] ?? 'error_decentro_error', 'The request was not served'),
      );
      app.post(
        '/v2/financial_services/credit_bureau/credit_report/summary',
        { config: { op: 'credit_report' } },
        async (request, reply) => {
          const { headers } = request;
          const isKnown =
            headers.client_id === 'sandbox-decentro' &&
            headers.client_secret === 'sandbox-decentro-secret' &&
            headers.module_secret === 'sandbox-bureau';
          if (!isKnown)
            return reply.code(401).send(failure(world, 'error_unauthorized_module', 'Credentials are wrong'));
          const body = asObject(request.body);
          const problem = problemOf(body);
          if (problem) return reply.code(400).send(failure(world, ...problem));
          return pull(world, enquiries, body, request.fault.idem === 'ignore_key', reply);
        },
      );
    },
  };
}
