import { randomUUID } from 'node:crypto';
import {
  type AnswerOf,
  type EndpointCall,
  patchProfile,
  STAFF_ROLES,
  type StaffRole,
} from '@mohlat/contract';
import type { BusinessDate } from '@mohlat/money';
import type { Actor } from '../../apps/server/src/platform/db/database.ts';
import { DomainError } from '../../apps/server/src/platform/http/domain-error.ts';
import { newTotp } from '../../packages/auth/src/auth.totp.ts';
import type { Random } from '@mohlat/lending/simulate';
import type { Life, Planned, Stage } from './lives.ts';
import type { Asked } from './api.ts';

/** A member of the team, as they sign in. */
export interface Colleague {
  readonly email: string;
  readonly name: string;
  readonly roles: readonly StaffRole[];
  /** The secret of their authenticator app. */
  readonly secret: string;
}

export type Who = 'support' | 'risk' | 'finance' | 'admin' | 'lead';

export interface Team {
  readonly colleagues: readonly Colleague[];
  /** Calls an endpoint as this colleague, with their second factor shown today where that is asked for. Throws: a refusal. */
  ask<const E extends EndpointCall>(who: Who, declaration: E, asked?: Asked<E>): Promise<AnswerOf<E>>;
  /** The same; the product says no to staff, too, and then there is no answer. */
  tryTo<const E extends EndpointCall>(
    who: Who,
    declaration: E,
    asked?: Asked<E>,
  ): Promise<AnswerOf<E> | undefined>;
  /** The colleague with this id. */
  whoIs(userId: string): Who | undefined;
}

/** Where the team works, and what they know of the day. */
export interface Office {
  readonly stage: Stage;
  readonly team: Team;
  readonly random: Random;
  readonly today: BusinessDate;
  /** Days that are lived yet, today among them. */
  readonly daysLeft: number;
  /** Adds to a person's plans: so they learn what they were offered. */
  readonly add: (life: Life, planned: readonly Planned[]) => void;
}

/** As many as a page of the staff's shows at most. */
export const PAGE = '50';

/** Two people decide about money: finance proposes, the head of the team has every role. */
const TEAM: Readonly<Record<Who, { readonly name: string; readonly roles: readonly StaffRole[] }>> = {
  support: { name: 'Nandini Rao', roles: ['support'] },
  risk: { name: 'Ashok Mehra', roles: ['risk'] },
  finance: { name: 'Leela Thomas', roles: ['finance'] },
  admin: { name: 'Rustom Irani', roles: ['admin'] },
  lead: { name: 'Vasudha Krishnamurthy', roles: STAFF_ROLES },
};

export async function hire({ world, door }: Pick<Stage, 'world' | 'door'>): Promise<Team> {
  const actors = new Map<Who, Actor>();
  const colleagues: Colleague[] = [];
  for (const [who, { name, roles }] of Object.entries(TEAM)) {
    const email = `${who}@demo.example.in`;
    const { secret } = newTotp('Mohlat', email);
    const actor = await door.signUp({ email, name, roles, secret });
    // Colleagues are called by the name of their profile, as anybody gives it.
    await door.stepUp(actor);
    await world.ask(actor, patchProfile, { body: { name } });
    actors.set(who as Who, actor);
    colleagues.push({ email, name, roles, secret });
  }
  const shownOn = new Map<Who, BusinessDate>();
  const ask: Team['ask'] = async (who, declaration, asked = {}) => {
    const actor = actors.get(who);
    if (!actor) throw new Error(`nobody is ${who}`);
    const today = world.clock.today();
    if (!shownOn.has(who) || (declaration.stepUp && shownOn.get(who) !== today)) {
      await door.stepUp(actor);
      shownOn.set(who, today);
    }
    const key = declaration.idempotent ? { key: randomUUID() } : {};
    return world.ask(actor, declaration, { ...key, ...asked });
  };
  return {
    colleagues,
    ask,
    tryTo: async (who, declaration, asked) => {
      try {
        return await ask(who, declaration, asked);
      } catch (error) {
        if (error instanceof DomainError) return undefined;
        throw error;
      }
    },
    whoIs: (userId) => [...actors].find(([, actor]) => actor.userId === userId)?.[0],
  };
}
