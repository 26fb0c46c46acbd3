import type { AnswerOf, assessCredit, Credit, Problem } from '@mohlat/contract';
import type { TestServer } from './harness.ts';
import { Person, type Reply } from './person.ts';
import { untilPassing } from './steps.ts';

type Assessment = AnswerOf<typeof assessCredit>;

export const codeOf = (reply: Reply<unknown>) => (reply.body as Problem).code;

/** A payslip as far as anybody's magic bytes go. */
export const PDF = Buffer.from(
  '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n',
);

/** Steps that tests of credit share, on the server of their file. */
export function crediting(server: () => TestServer) {
  const letters = new Map<string, number>();

  /** Identity verified, nothing assessed yet; the digits are the bureau's, the letter makes the PAN unique. */
  async function applicant(digits = '0782'): Promise<Person> {
    const used = letters.get(digits) ?? 0;
    letters.set(digits, used + 1);
    const person = new Person(server(), `SBXP${String.fromCharCode(65 + used)}${digits}A`);
    await person.signUp();
    await person.onboard();
    return person.passKyc();
  }

  const ask = (person: Person, acceptLimit?: boolean) =>
    person.call<Assessment>('POST', '/credit/assessment', {
      consent: true,
      ...(acceptLimit === undefined ? {} : { acceptLimit }),
    });
  const offered = async (person: Person) => (await ask(person, false)).body.offer!;
  const look = (person: Person) => person.ok<Credit>('GET', '/credit');
  const answer = (person: Person, id: string, word: 'accept' | 'decline') =>
    person.call<Credit>('POST', `/credit/offers/${id}/${word}`);
  const approveVideo = async (person: Person) =>
    server().sql.query("update kyc_records set video_status = 'verified' where user_id = $1", [
      await idOf(person),
    ]);
  const idOf = async (person: Person) => (await person.ok<{ id: string }>('GET', '/me')).id;
  const notices = async (person: Person) =>
    (await person.ok<{ items: { title: string }[] }>('GET', '/notifications')).items.map((one) => one.title);

  async function enquiriesOf(person: Person): Promise<number> {
    const truth = await server().control<{ bureauEnquiries: { pan: string }[] }>('GET', '/truth');
    return truth.bureauEnquiries.filter((one) => one.pan === person.pan).length;
  }

  async function consentsOf(person: Person): Promise<Record<string, number>> {
    const { rows } = await server().sql.query<{ purpose: string; count: string }>(
      'select purpose, count(*) from consents where user_id = $1 group by 1',
      [await idOf(person)],
    );
    return Object.fromEntries(rows.map((row) => [row.purpose, Number(row.count)]));
  }

  async function sendEvidence(
    person: Person,
    over: { content?: Buffer; kind?: string; monthlyIncomePaise?: string } = {},
  ): Promise<Reply<{ id: string; status: string; code?: string }>> {
    const form = new FormData();
    form.set('kind', over.kind ?? 'salary_slip');
    form.set('monthlyIncomePaise', over.monthlyIncomePaise ?? '8500000');
    form.set('file', new Blob([new Uint8Array(over.content ?? PDF)]), 'whatever.exe');
    const response = await fetch(`${server().url}/api/v1/credit/income-evidence`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}` },
      body: form,
    });
    const body = (await response.json()) as { id: string; status: string; code?: string };
    return { status: response.status, headers: response.headers, body };
  }

  /** The verdict of a member of staff, as their screen writes it; its effects are then found by the sweep. */
  async function judge(
    evidenceId: string,
    verdict: { status: 'approved' | 'rejected'; reason?: string; readIncomePaise?: number },
  ): Promise<void> {
    const { rowCount } = await server().sql.query(
      `update reviews set status = $2, reason = $3, verified_income_paise = $4, decided_at = created_at
       where subject_id = $1 and status = 'open'`,
      [evidenceId, verdict.status, verdict.reason ?? null, verdict.readIncomePaise ?? null],
    );
    if (rowCount !== 1) throw new Error('the review was not open');
  }

  /** Lets time pass, as the desk and the sweep need it, until the document is judged. */
  function untilEvidence(person: Person, status: string): Promise<NonNullable<Credit['evidence']>> {
    return untilPassing(server(), 'PT6S', async () => {
      const { evidence } = await look(person);
      return evidence?.status === status ? evidence : undefined;
    });
  }

  return {
    applicant,
    ask,
    offered,
    look,
    answer,
    approveVideo,
    idOf,
    notices,
    enquiriesOf,
    consentsOf,
    sendEvidence,
    judge,
    untilEvidence,
  };
}
