import type { FastifyInstance, FastifyReply } from 'fastify';
import { asObject, firstText, textOf } from '../core/json.ts';
import type { World } from '../core/world.ts';
import { refuse, traceId } from './errors.ts';
import type { ConsentSession, Sessions } from './sessions.ts';

function isWebAddress(value: unknown): value is string {
  const text = textOf(value);
  return text !== undefined && /^https?:\/\//.test(text) && URL.canParse(text);
}

function indianDate(date: string): string {
  return date.split('-').reverse().join('-');
}

const ADDRESS = {
  house: '14',
  street: '2nd Cross',
  landmark: 'Near the lake',
  locality: 'Jayanagar',
  vtc: 'Bengaluru',
  subDistrict: 'Bengaluru South',
  district: 'Bengaluru Urban',
  state: 'Karnataka',
  pin: '560041',
  country: 'India',
  careOf: '',
  postOffice: 'Jayanagar',
};

function aadhaarOf(session: ConsentSession, base: string) {
  const { person } = session;
  const at = session.grantedAt ?? session.createdAt;
  return {
    name: person.name,
    dateOfBirth: indianDate(person.dateOfBirth),
    gender: 'F',
    maskedNumber: `xxxx-xxxx-${person.aadhaarLast4}`,
    address: ADDRESS,
    photo: PHOTO,
    generatedAt: new Date(at).toISOString(),
    verified: { signature: true, email: null, phone: null },
    xml: {
      fileUrl: `${base}/setu-data/api/digilocker/${session.id}/aadhaar.xml`,
      validUntil: new Date(session.validUntil).toISOString(),
    },
  };
}

/** Why a document of the session cannot be had. */
function troubleOf(session: ConsentSession | undefined): string | null {
  if (!session || session.state === 'expired') return 'request_not_found';
  if (session.state === 'waiting') return 'user_not_authenticated';
  if (session.state === 'denied') return 'user_consent_not_given';
  if (session.state === 'revoked') return 'token_revoked';
  return session.trouble;
}

type IdParams = { Params: { id: string } };
const product = 'sandbox-digilocker';

function documentRoutes(app: FastifyInstance, world: World, sessions: Sessions): void {
  const granted = (id: string, reply: FastifyReply): ConsentSession | undefined => {
    const session = sessions.find(id);
    const trouble = troubleOf(session);
    if (trouble !== null) void refuse(world, reply, trouble);
    return trouble === null ? session : undefined;
  };
  app.get<IdParams>(
    '/api/digilocker/:id/aadhaar',
    { config: { op: 'aadhaar', product } },
    (request, reply) => {
      const session = granted(request.params.id, reply);
      if (!session) return reply;
      const base = `${request.protocol}://${request.host}`;
      return {
        aadhaar: aadhaarOf(session, base),
        id: session.id,
        status: 'complete',
        traceId: traceId(world),
      };
    },
  );
  app.post<IdParams>(
    '/api/digilocker/:id/document',
    { config: { op: 'document', product } },
    (request, reply) => {
      const session = granted(request.params.id, reply);
      if (!session) return reply;
      const { docType, consent } = asObject(request.body);
      if (docType !== 'PANCR') return refuse(world, reply, 'bad_request', 'docType must be PANCR');
      if (consent !== 'Y') return refuse(world, reply, 'consent_not_given');
      return {
        id: session.id,
        fileUrl: `${request.protocol}://${request.host}/setu-data/api/digilocker/${session.id}/pan.xml`,
        validUpto: new Date(session.validUntil).toISOString(),
        traceId: traceId(world),
      };
    },
  );
  app.get('/api/digilocker/documents', { config: { op: 'documents', product } }, () => ({
    documents: [
      { docType: 'ADHAR', description: 'Aadhaar card' },
      { docType: 'PANCR', description: 'PAN verification record' },
    ],
    traceId: traceId(world),
  }));
}

export function digilockerRoutes(app: FastifyInstance, world: World, sessions: Sessions): void {
  app.post('/api/digilocker', { config: { op: 'digilocker_start', product } }, (request, reply) => {
    const { redirectUrl } = asObject(request.body);
    if (!isWebAddress(redirectUrl)) return refuse(world, reply, 'invalid_redirect_url');
    const session = sessions.create(redirectUrl);
    return reply.code(201).send({
      id: session.id,
      status: 'unauthenticated',
      url: `${request.protocol}://${request.host}/setu-data/digilocker/consent/${session.id}`,
      validUpto: new Date(session.validUntil).toISOString(),
      traceId: traceId(world),
    });
  });
  app.get<IdParams>(
    '/api/digilocker/:id/status',
    { config: { op: 'digilocker_status', product } },
    (request, reply) => {
      const session = sessions.find(firstText(request.params.id) ?? '');
      if (!session || session.state === 'expired') return refuse(world, reply, 'request_not_found');
      const isGranted = session.state === 'granted';
      const hasEnded = session.state === 'denied' || session.state === 'revoked';
      return {
        id: session.id,
        status: isGranted ? 'authenticated' : hasEnded ? 'revoked' : 'unauthenticated',
        ...(isGranted
          ? {
              digilockerUserDetails: {
                digilockerId: session.person.digilockerId ?? `dl-${session.id}`,
                email: null,
                phoneNumber: session.person.mobile ?? '9999999999',
              },
            }
          : {}),
        validUpto: new Date(session.validUntil).toISOString(),
        traceId: traceId(world),
      };
    },
  );
  app.get<IdParams>(
    '/api/digilocker/:id/revoke',
    { config: { op: 'digilocker_revoke', product } },
    (request, reply) => {
      const session = sessions.find(request.params.id);
      if (!session || session.state === 'expired') return refuse(world, reply, 'request_not_found');
      if (session.state === 'waiting') return refuse(world, reply, 'user_not_authenticated');
      sessions.revoke(session);
      return { success: true, traceId: traceId(world) };
    },
  );
  documentRoutes(app, world, sessions);
}

/** A one-pixel grey PNG in base64: the shape of a photo without anybody's face. */
const PHOTO = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mOoBwAAgQCBUOdCIwAAAABJRU5ErkJggg==';
