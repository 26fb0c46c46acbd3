import type { Card } from '@mohlat/contract';
import type { Person } from '../../../apps/server/test/person.ts';
import type { Fleet } from '../fleet.ts';
import type { ShownCertificate } from './certificate.ts';
import { waitUntil } from './waiting.ts';

/** The running product, and a person who pays when a cause needs it. */
export interface Scene extends Fleet {
  readonly payer: Person;
  readonly card: Card;
  /** The one that its processes watch. */
  readonly certificate: ShownCertificate;
}

/** Something that happens to the product, and the alerts that tell it. */
export interface Cause {
  readonly alerts: readonly string[];
  readonly what: string;
  /** Whether it happens in the outside world, or an owner of the database writes its traces down. */
  readonly madeBy: 'the world' | 'SQL';
  /** Alerts that may tell it as well. */
  readonly beside?: readonly string[];
  begin(scene: Scene): Promise<unknown>;
  /** Puts it right. Without it the alert stays for the rest of the rehearsal. */
  end?(scene: Scene): Promise<unknown>;
}

export const letTimePass = ({ control }: Scene, advance: string) => control('POST', '/clock', { advance });

/** Has the books proven by a worker, and waits for that. */
export async function proveBooks({ sql }: Pick<Scene, 'sql'>): Promise<void> {
  const countProofs = async () => {
    const { rows } = await sql.query<{ count: string }>(
      "select count(*) from audit_log where action = 'books.proven'",
    );
    return Number(rows[0]?.count);
  };
  const before = await countProofs();
  await sql.query("select graphile_worker.add_job('books_prove', '{}')");
  await waitUntil('the proof of the books', async () => (await countProofs()) > before);
}
