import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, hash, id, layAccount, NOW } from '#test/account-world.ts';
import { amongLaid } from '#test/laying.ts';
import { EMI3, type Lab, type LabLoan, openLab } from '#test/lending-lab.ts';

let lab: Lab;
let like: LabLoan;
beforeAll(async () => {
  lab = await openLab();
  like = await lab.lend('like', EMI3);
});
afterAll(() => lab.close());

const AFTER = new Date(NOW.getTime() + 1);

/** Does something among accounts, as one of them or as nobody. */
const among = <T>(accounts: Readonly<Record<string, Account>>, work: (client: pg.PoolClient) => Promise<T>) =>
  amongLaid(lab, async (client) => {
    for (const [name, one] of Object.entries(accounts)) await layAccount(client, name, one, like);
    return await work(client);
  });
const as = (client: pg.PoolClient, name: string) =>
  client.query("select set_config('app.user_id', $1, true)", [id(name)]);
const ask = async <T>(client: pg.PoolClient, sql: string, values: readonly unknown[] = []): Promise<T> =>
  (await client.query<{ said: T }>(`select ${sql} as said`, [...values])).rows[0]!.said;

const DISPUTED: Readonly<Record<string, readonly [account: Account, disputes: string, owes: boolean]>> = {
  nothing: [{}, '(0,0)', false],
  'a dispute': [{ disputes: [['chargebacks', {}]] }, '(1,5)', true],
  'a dispute that ended': [{ disputes: [['chargebacks', { status: 'won', ended_at: NOW }]] }, '(0,0)', false],
  'one for staff': [
    { disputes: [['reconciliation_breaks', { kind: 'chargeback_partial', theirs_paise: 7, ours_paise: 9 }]] },
    '(1,7)',
    true,
  ],
  'one of ours': [
    { disputes: [['reconciliation_breaks', { kind: 'lost_twice', ours_paise: 9 }]] },
    '(1,9)',
    true,
  ],
  'one without a sum': [
    { disputes: [['reconciliation_breaks', { kind: 'chargeback_unclear' }]] },
    '(1,0)',
    true,
  ],
  'one that was cleared': [
    { disputes: [['reconciliation_breaks', { kind: 'lost_twice', resolved_at: NOW }]] },
    '(0,0)',
    false,
  ],
  'another difference': [
    { disputes: [['reconciliation_breaks', { kind: 'missing', ours_paise: 9 }]] },
    '(0,0)',
    false,
  ],
  both: [
    {
      disputes: [
        ['chargebacks', {}],
        ['reconciliation_breaks', { kind: 'lost_twice', ours_paise: 9 }],
      ],
    },
    '(2,14)',
    true,
  ],
  'a loan': [{ loan: 'active' }, '(0,0)', true],
  'a loan written off': [{ loan: 'written_off' }, '(0,0)', true],
  'a loan repaid': [{ loan: 'closed' }, '(0,0)', false],
};

test('LEND-D10: given an account of any kind, then it owes what it borrowed or what a dispute may bring back', async () => {
  const accounts = Object.fromEntries(Object.entries(DISPUTED).map(([name, [account]]) => [name, account]));
  const said = await among(accounts, async (client) => {
    const all = [];
    for (const name of Object.keys(DISPUTED)) {
      await as(client, name);
      const disputes = await ask<string>(client, 'disputes_open()::text');
      expect(disputes).toBe(await ask(client, 'disputes_of($1)::text', [id(name)]));
      all.push([name, disputes, await ask<boolean>(client, 'owes_still($1)', [id(name)])]);
    }
    return all;
  });
  expect(said).toEqual(Object.entries(DISPUTED).map(([name, [, disputes, owes]]) => [name, disputes, owes]));
});

const PEOPLE: Readonly<
  Record<string, readonly [account: Account, isUnproven: boolean, others: readonly string[]]>
> = {
  one: [{ pan: 'P', store: 'S', person: 'N' }, false, ['same pan', 'same store', 'same print without store']],
  'same pan': [{ pan: 'P', loan: 'active' }, false, ['one']],
  'same pan without document': [{ pan: 'P', hasDocument: false }, true, []],
  'same pan not verified': [{ pan: 'P', isPanKnown: false }, false, []],
  'same store': [{ store: 'S', block: 'fraud' }, false, ['one']],
  'same print without store': [{ person: 'N' }, false, ['one', 'same print and another store']],
  'same print and another store': [{ person: 'N', store: 'T' }, false, ['same print without store']],
  'past its PAN': [{ hasDocument: false, credit: 'active' }, false, []],
  'before credit': [{ hasDocument: false, credit: 'none' }, true, []],
  nobody: [{}, false, []],
};

test('LEND-D10: given accounts that show the same, then they are one person’s where it proves both', async () => {
  const accounts = Object.fromEntries(Object.entries(PEOPLE).map(([name, [account]]) => [name, account]));
  const said = await among(accounts, async (client) => {
    const all = [];
    for (const name of Object.keys(PEOPLE)) {
      const unproven = await ask<boolean>(client, 'is_unproven($1)', [id(name)]);
      const { rows } = await client.query<{ other: string }>(
        'select other from accounts_of_person($1) as other',
        [id(name)],
      );
      all.push([
        name,
        unproven,
        Object.keys(PEOPLE).filter((one) => rows.some(({ other }) => other === id(one))),
      ]);
    }
    return all;
  });
  expect(said).toEqual(
    Object.entries(PEOPLE).map(([name, [, unproven, others]]) => [name, unproven, others]),
  );
});

const ELSEWHERE: Readonly<
  Record<string, readonly [accounts: Readonly<Record<string, Account>>, answer: string]>
> = {
  alone: [{ me: { pan: 'P', claims: { P: null } } }, ''],
  'owes elsewhere': [{ me: { pan: 'P' }, other: { pan: 'P', loan: 'npa' } }, 'in use'],
  'owed elsewhere': [{ me: { pan: 'P' }, other: { pan: 'P', loan: 'closed' } }, ''],
  'claimed elsewhere': [{ me: { pan: 'P' }, other: { claims: { P: null } } }, 'in use'],
  'released elsewhere': [{ me: { pan: 'P' }, other: { claims: { P: NOW } } }, ''],
  'released later': [{ me: { pan: 'P' }, other: { claims: { P: AFTER } } }, 'in use'],
  'another claim': [{ me: { pan: 'P' }, other: { claims: { Q: null } } }, ''],
  'its document elsewhere': [{ me: { store: 'S' }, other: { claims: { S: null } } }, 'in use'],
  'a fraud itself': [{ me: { block: 'fraud' } }, 'flagged'],
  'a fraud no more': [{ me: { block: 'lifted' } }, ''],
  'blocked otherwise': [{ me: { block: 'other' } }, ''],
  'a fraud elsewhere': [
    { me: { pan: 'P' }, other: { pan: 'P', block: 'fraud' }, last: { pan: 'P' } },
    'flagged',
  ],
  'a mark': [{ me: { pan: 'P' }, other: { marks: { P: 'gone' } } }, 'in use, flagged'],
  'its own mark': [{ me: { pan: 'P', marks: { P: 'me' } } }, ''],
  'another mark': [{ me: { pan: 'P' }, other: { marks: { Q: 'gone' } } }, ''],
};

test('LEND-D10, LEND-D11: given a person, then what their other accounts owe, claim or were blocked for is known', async () => {
  const said = [];
  for (const [name, [accounts]] of Object.entries(ELSEWHERE)) {
    const answer = await among(accounts, async (client) => {
      await as(client, 'me');
      return await client.query<{ is_in_use: boolean; is_flagged: boolean }>(
        'select * from identity_elsewhere($1)',
        [NOW],
      );
    });
    const { is_in_use: isInUse, is_flagged: isFlagged } = answer.rows[0]!;
    said.push([name, [...(isInUse ? ['in use'] : []), ...(isFlagged ? ['flagged'] : [])].join(', ')]);
  }
  expect(said).toEqual(Object.entries(ELSEWHERE).map(([name, [, answer]]) => [name, answer]));
});

/** The account that holds a claim, and whether it gives way to another that asks now. */
const HELD: Readonly<Record<string, readonly [holder: Account, isTaken: boolean]>> = {
  'of nobody': [{}, true],
  proved: [{ claims: { P: null } }, false],
  released: [{ claims: { P: NOW } }, true],
  'released later': [{ claims: { P: AFTER } }, false],
  'released, and owes': [{ claims: { P: NOW }, loan: 'active' }, false],
  'of an unproven one': [{ claims: { P: null }, hasDocument: false }, true],
  'of an unproven one that owes': [{ claims: { P: null }, hasDocument: false, loan: 'active' }, false],
};

test('LEND-D10: given a claim that another account holds, then it gives way where it was released or proves nothing', async () => {
  const said = [];
  for (const [name, [holder]] of Object.entries(HELD)) {
    const one = await among({ beside: { claims: { Q: null } }, me: {}, holder }, async (client) => {
      await as(client, 'me');
      const isTaken = await ask<boolean>(client, 'claim_identity($1, $2)', [hash('P'), NOW]);
      const held = await ask<string>(client, 'holder_of_identity($1)', [hash('P')]);
      const isHeldYet = await ask<boolean>(client, 'claim_identity($1, $2)', [hash('P'), AFTER]);
      const row = `(select (claimed_by, at, released_at)::text from identity_claims where pan_hash = $1)`;
      const other = await ask<string>(client, 'holder_of_identity($1)', [hash('Q')]);
      return { isTaken, held, isHeldYet, row: await ask<string>(client, row, [hash('P')]), other };
    });
    expect([name, one.held, one.other]).toEqual([name, id(one.isTaken ? 'me' : 'holder'), id('beside')]);
    // Asked again it is theirs.
    if (one.isTaken)
      expect([one.isHeldYet, one.row]).toEqual([true, `(${id('me')},"2027-01-15 06:30:00+00",)`]);
    said.push([name, one.isTaken]);
  }
  expect(said).toEqual(Object.entries(HELD).map(([name, [, isTaken]]) => [name, isTaken]));
  const again = await among({ me: { claims: { P: NOW } } }, async (client) => {
    await as(client, 'me');
    const isTaken = await ask<boolean>(client, 'claim_identity($1, $2)', [hash('P'), AFTER]);
    return [isTaken, await ask(client, '(select released_at from identity_claims)')];
  });
  expect(again).toEqual([true, null]);
});

const TOLD: Readonly<Record<string, Account>> = {
  unproven: { pan: 'P', hasDocument: false },
  proved: { pan: 'P' },
  'of another PAN': { pan: 'Q', hasDocument: false },
  'not verified': { pan: 'P', hasDocument: false, isPanKnown: false },
};

interface Proof {
  readonly given: string;
  readonly me: Account;
  readonly lost: readonly string[];
  readonly others?: Readonly<Record<string, Account>>;
}
const PROOFS: readonly Proof[] = [
  { given: 'proved and claimed', me: { pan: 'P', claims: { P: null } }, lost: ['unproven'] },
  { given: 'unproven', me: { pan: 'P', hasDocument: false, claims: { P: null } }, lost: [] },
  { given: 'proved, with another claim', me: { pan: 'P', claims: { Q: null } }, lost: [] },
  {
    given: 'proved, with a claim of another',
    me: { pan: 'P' },
    lost: [],
    others: { holder: { claims: { P: null } } },
  },
];

test.each(PROOFS)(
  'LEND-D10: given an account that is $given, then those lose the PAN that only typed it',
  async ({ me, lost, others = {} }) => {
    const jobs = await among({ ...TOLD, ...others, me }, async (client) => {
      await as(client, 'me');
      await client.query('select tell_unproven($1)', [hash('P')]);
      const { rows } = await client.query<{ said: string }>(
        "select concat_ws(' ', task_identifier, key, max_attempts, priority) as said from graphile_worker.jobs",
      );
      return rows.map(({ said }) => said);
    });
    expect(jobs).toEqual(lost.map((name) => `kyc.pan_lost pan_lost:${id(name)} 25 0`));
  },
);

const FRAUD: Account = { pan: 'P', store: 'S', person: 'N', block: 'fraud' };
/** The same without the account that the store names. */
const PRINTED: Account = { pan: 'P', person: 'N', block: 'fraud' };
const marksOf = async (client: pg.PoolClient) =>
  (
    await client.query<{ said: string }>(
      "select encode(pan_hash, 'escape') || ' ' || coalesce(fraud_of::text, 'none') || ' ' || coalesce(released_at::text, 'held') as said from identity_claims order by 1",
    )
  ).rows.map(({ said }) => said);

test('LEND-D11: given a fraud, then what proved it is marked, and unmarked once its block is lifted', async () => {
  const others = { next: { claims: { S: null } }, late: { marks: { P: 'late' }, block: 'fraud' as const } };
  const read = (rows: readonly string[], names: readonly string[]) =>
    rows.map((row) => names.reduce((text, name) => text.replace(id(name), name), row).replace(' held', ''));
  const names = ['me', 'next', 'late'];
  const marked = async (me: Account) =>
    await among(
      { me: { ...me, claims: { X: null, N: null } }, ...others, far: { claims: { Z: null } } },
      async (client) => {
        await client.query('select mark_fraud($1)', [id('me')]);
        return read(await marksOf(client), names);
      },
    );
  // The mark of another fraud stays.
  expect(await marked(FRAUD)).toEqual(['N me', 'P late', 'S me', 'X me', 'Z none']);
  expect(await marked(PRINTED)).toEqual(['N me', 'P late', 'S none', 'X me', 'Z none']);
  expect(await marked({ ...FRAUD, block: 'lifted' })).toEqual([
    'N none',
    'P late',
    'S none',
    'X none',
    'Z none',
  ]);
  expect(await marked({ ...FRAUD, hasDocument: false })).toEqual([
    'N none',
    'P late',
    'S none',
    'X none',
    'Z none',
  ]);
  const printed = {
    me: PRINTED,
    next: { claims: { N: null } },
    far: { claims: { S: null } },
  };
  const byPrint = await among(printed, async (client) => {
    await client.query('select mark_fraud($1)', [id('me')]);
    return read(await marksOf(client), names);
  });
  expect(byPrint).toEqual(['N me', 'S none']);
  const unmarked = async (block: 'fraud' | 'lifted') =>
    await among(
      {
        me: { block, marks: { A: 'me' } },
        next: { marks: { B: 'me' }, block: 'fraud' },
        far: { marks: { C: 'far' } },
      },
      async (client) => {
        await client.query('select unmark_fraud($1)', [id('me')]);
        return read(await marksOf(client), [...names, 'far']);
      },
    );
  expect(await unmarked('lifted')).toEqual(['A none', 'B next', 'C far']);
  expect(await unmarked('fraud')).toEqual(['A me', 'B me', 'C far']);
});

test('LEND-24: given an account that ends, then its claims give way from then on, and the mark of a fraud stays', async () => {
  const accounts = {
    me: { ...FRAUD, claims: { P: null } },
    next: { claims: { Q: null } },
    far: { claims: { Z: null } },
  };
  const released = (work: (client: pg.PoolClient) => Promise<unknown>) =>
    among(accounts, async (client) => {
      await work(client);
      return (await marksOf(client)).map((row) => row.replace(id('me'), 'me'));
    });
  const at = '2027-01-15 06:30:00+00';
  const own = await released(async (client) => {
    await as(client, 'me');
    await client.query('select release_identity($1)', [NOW]);
  });
  expect(own).toEqual([`P me ${at}`, 'Q none held', 'Z none held']);
  const users = [id('me'), id('next')];
  const both = await released((client) => client.query('select release_identities($1, $2)', [users, NOW]));
  expect(both).toEqual([`P me ${at}`, `Q none ${at}`, 'Z none held']);
});
