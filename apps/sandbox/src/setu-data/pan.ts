import type { FastifyInstance, FastifyReply } from 'fastify';
import { asObject, textOf } from '../core/json.ts';
import { ASHA_RAO } from '../core/people.ts';
import type { Person } from '../core/people.ts';
import type { World } from '../core/world.ts';
import { refuse, traceId } from './errors.ts';

type Verdict =
  | { kind: 'valid'; person: Person; isRegistered: boolean; category: string; isLinked: boolean }
  | { kind: 'invalid' | 'not_found' | 'error' | 'timeout' | 'malformed' };

const MAGIC = /^SBXP[A-Z]\d{4}([A-I])$/;
const NAME_OF_ANOTHER = 'Vikram Chandrasekhar';

function judgeMagic(letter: string, person: Person, isRegistered: boolean): Verdict {
  const valid = { kind: 'valid' as const, person, isRegistered, category: 'Individual', isLinked: true };
  switch (letter) {
    case 'B':
      return { ...valid, isLinked: false };
    case 'C':
      return { ...valid, person: { ...person, name: NAME_OF_ANOTHER } };
    case 'D':
      return { kind: 'invalid' };
    case 'E':
      return { kind: 'not_found' };
    case 'F':
      return { kind: 'error' };
    case 'G':
      return { kind: 'timeout' };
    case 'H':
      return { ...valid, category: 'Company' };
    case 'I':
      return { kind: 'malformed' };
    default:
      return valid;
  }
}

function judge(world: World, pan: string): Verdict {
  const registered = world.people.byPan(pan);
  const person = registered ?? { ...ASHA_RAO, pan };
  const letter = MAGIC.exec(pan)?.[1];
  if (letter !== undefined) return judgeMagic(letter, person, registered !== undefined);
  if (pan === 'ABCDE1234B') return { kind: 'invalid' };
  if (registered || pan === 'ABCDE1234A') return judgeMagic('A', person, registered !== undefined);
  return { kind: 'not_found' };
}

function nameParts(name: string) {
  const words = name.trim().split(/\s+/);
  return {
    first_name: words[0] ?? '',
    middle_name: words.slice(1, -1).join(' '),
    last_name: words.length > 1 ? words.at(-1) : '',
  };
}

async function answer(world: World, reply: FastifyReply, verdict: Verdict) {
  switch (verdict.kind) {
    case 'invalid':
      return { verification: 'failed', message: 'PAN is invalid', traceId: traceId(world) };
    case 'not_found':
      return reply
        .code(404)
        .send({ verification: 'failed', message: 'PAN not found.', traceId: traceId(world) });
    case 'error':
      return refuse(world, reply, 'internal_server_error');
    case 'timeout':
      await world.holds.hold(reply);
      return reply;
    case 'malformed':
      return reply.code(200).type('application/json').send('{"verification":"success","data":{"full_');
    case 'valid': {
      world.people.expect(verdict.isRegistered ? verdict.person.pan : null);
      return {
        verification: 'success',
        message: 'PAN is valid',
        data: {
          full_name: verdict.person.name.toUpperCase(),
          ...nameParts(verdict.person.name.toUpperCase()),
          category: verdict.category,
          aadhaar_seeding_status: verdict.isLinked ? 'LINKED' : 'NOT_LINKED',
        },
        traceId: traceId(world),
      };
    }
  }
}

export function panRoutes(app: FastifyInstance, world: World): void {
  app.post('/api/verify/pan', { config: { op: 'pan', product: 'sandbox-pan' } }, async (request, reply) => {
    const { pan, consent, reason } = asObject(request.body);
    if (!/^[A-Z]{5}\d{4}[A-Z]$/.test(textOf(pan) ?? ''))
      return refuse(world, reply, 'bad_request', 'pan is not valid');
    if (consent !== 'Y') return refuse(world, reply, 'consent_not_given');
    if ((textOf(reason) ?? '').length < 20) return refuse(world, reply, 'insufficient_reason_length');
    return answer(world, reply, judge(world, String(pan)));
  });
}
