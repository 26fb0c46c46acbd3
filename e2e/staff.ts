import { createHmac } from 'node:crypto';
import type { StaffRole } from '@mohlat/contract';
import pg from 'pg';
import { openConfiguredDatabase } from '../scripts/database.ts';
import { setStaffRoles } from '../scripts/staff.ts';
import { Member, someone } from './member.ts';
import { test as product } from './product.ts';

interface Fixtures {
  /** A member of staff in these roles, with a second factor shown; `name` is what colleagues read. */
  readonly colleague: (name: string, roles: readonly StaffRole[]) => Promise<Colleague>;
}

export const test = product.extend<Fixtures>({
  colleague: async ({ outside, baseURL }, use) => {
    await use((name, roles) => new Colleague(baseURL!, outside, someone(name)).join(roles));
  },
});

/** A member who is staff: made so by what the command for it does, without a process of its own for each. */
export class Colleague extends Member {
  async join(roles: readonly StaffRole[]): Promise<this> {
    await this.reach('profile');
    process.env.DATA_DIR = this.outside.dataDir;
    const database = await openConfiguredDatabase();
    const client = new pg.Client(database.url);
    await client.connect();
    await setStaffRoles(client, this.identity.email, roles);
    await client.end();
    await database.close();
    await this.showSecondFactor();
    return this;
  }

  private async showSecondFactor(): Promise<void> {
    const { id, totp } = await this.post<{ id: string; totp: { secret: string } }>('/auth/v1/factors', {
      factor_type: 'totp',
      friendly_name: 'Phone',
    });
    const challenge = await this.post<{ id: string }>(`/auth/v1/factors/${id}/challenge`, {});
    const code = codeAt(totp.secret, await this.outside.now());
    this.session = await this.post(`/auth/v1/factors/${id}/verify`, { challenge_id: challenge.id, code });
  }
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_SECONDS = 30n;

/** RFC 6238 with its defaults: the six digits an authenticator app shows. */
function codeAt(secret: string, now: Date): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now.getTime() / 1000)) / STEP_SECONDS);
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}
