import { isDeclared } from './declared.ts';
import type { TestServer } from './harness.ts';
import type { Person } from './person.ts';

/** Autopay begun for a payment; answers its id. */
export async function aMandate(person: Person, paymentId: string): Promise<string> {
  const { mandate } = await person.ok<{ mandate: { id: string } }>('POST', '/mandates', {
    paymentId,
    kind: 'upi',
  });
  return mandate.id;
}

/** A limit offered to a person with a credit account; answers its id. */
export async function anOffer(server: TestServer, userId: string): Promise<string> {
  const { rows } = await server.sql.query<{ id: string }>(
    `insert into credit_offers (user_id, id, assessment_id, limit_paise, created_at, expires_at)
     select user_id, gen_random_uuid(), assessment_id, 6000000, now(), now() + interval '30 days'
     from credit_accounts where user_id = $1 returning id`,
    [userId],
  );
  return rows[0]!.id;
}

/** Something asked of the support team; answers its id, and nothing where no feature takes requests. */
export async function aRequest(person: Person): Promise<string> {
  if (!isDeclared('POST /support/requests')) return '';
  const { id } = await person.ok<{ id: string }>('POST', '/support/requests', {
    name: 'Asha Rao',
    email: person.email,
    subject: 'My repayment',
    message: 'It is shown twice.',
  });
  return id;
}

/** The same, and what its person adds to it; nothing where no feature takes requests. */
export async function aConversation(person: Person): Promise<void> {
  const id = await aRequest(person);
  if (id !== '') await person.ok('POST', `/support/requests/${id}/replies`, { message: 'Since Monday.' });
}

/** Words about a payment that may be published. */
export const aSentence = {
  quote: 'It was repaid without any trouble.',
  language: 'en',
  mayBePublished: true,
};
