import type { FastifyInstance, FastifyRequest } from 'fastify';
import { asObject, firstText, textOf } from '../core/json.ts';
import type { World } from '../core/world.ts';
import type { VideoCall, VideoCalls, VideoUser } from './calls.ts';
import { refuse } from './errors.ts';

const VERIFICATION_ID = /^[A-Za-z0-9._-]{1,50}$/;
const PHONE = /^(\+?91)?[6-9]\d{9}$/;

function describe(call: VideoCall, request: FastifyRequest) {
  return {
    verification_id: call.verificationId,
    reference_id: call.referenceId,
    user_reference_id: call.userReferenceId,
    status: call.status,
    sub_status: call.subStatus,
    vkyc_link: `${request.protocol}://${request.host}/cashfree/vkyc/call/${call.verificationId}`,
    link_expiry: new Date(call.linkExpiry).toISOString(),
    meeting_schedule: null,
    agent_remarks: call.agentRemarks,
    auditor_remarks: call.auditorRemarks,
  };
}

function userRoutes(app: FastifyInstance, world: World, calls: VideoCalls): void {
  app.post('/user', { config: { op: 'vkyc_user' } }, (request, reply) => {
    const body = asObject(request.body);
    const phone = textOf(body.phone) ?? '';
    if (!PHONE.test(phone)) return refuse(reply, 'bad_request', 'phone is not valid');
    const userReferenceId = world.id('', 9);
    const userId = textOf(body.user_id) ?? userReferenceId;
    if (!VERIFICATION_ID.test(userId)) return refuse(reply, 'bad_request', 'user_id is not valid');
    if (calls.users.find(userId)) return refuse(reply, 'user_id_already_exists');
    const user: VideoUser = { userReferenceId, userId, phone, name: textOf(body.name) ?? null };
    calls.users.put(userId, user, userReferenceId);
    return { user_reference_id: userReferenceId, user_id: userId, phone, name: user.name };
  });
}

/** The first thing wrong with a request for a call. */
function problemOf(body: Record<string, unknown>): string | undefined {
  if (!VERIFICATION_ID.test(textOf(body.verification_id) ?? '')) return 'verification_id is not valid';
  if (!textOf(body.user_template)) return 'user_template is required';
  if (!textOf(body.agent_template)) return 'agent_template is required';
  return Array.isArray(body.notification_types) ? undefined : 'notification_types must be a list';
}

/** Users and video calls: Cashfree VKYC. */
export function vkycRoutes(app: FastifyInstance, world: World, calls: VideoCalls): void {
  userRoutes(app, world, calls);
  app.post('/vkyc', { config: { op: 'vkyc_start' } }, (request, reply) => {
    const body = asObject(request.body);
    const problem = problemOf(body);
    if (problem !== undefined) return refuse(reply, 'bad_request', problem);
    const byReference = calls.users.listByRef(textOf(body.user_reference_id) ?? '')[0];
    const user = byReference ?? calls.users.find(textOf(body.user_id) ?? '');
    if (!user) return refuse(reply, 'user_not_found');
    const id = String(body.verification_id);
    const forgets = request.fault.idem === 'ignore_key';
    if (!forgets && calls.find(id)) return refuse(reply, 'verification_id_already_exists');
    return describe(calls.create(id, user), request);
  });
  app.get<{ Querystring: { verification_id?: string; reference_id?: string } }>(
    '/vkyc',
    { config: { op: 'vkyc_get' } },
    (request, reply) => {
      const id = firstText(request.query.verification_id);
      const reference = firstText(request.query.reference_id);
      if (id === undefined && reference === undefined)
        return refuse(reply, 'bad_request', 'verification_id or reference_id is required');
      const call = id === undefined ? calls.findByReference(reference ?? '') : calls.find(id);
      return call ? describe(call, request) : refuse(reply, 'verification_not_found');
    },
  );
}
