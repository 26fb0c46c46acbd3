import { get } from 'node:https';
import { json } from 'node:stream/consumers';
import { pause } from '../rehearsal.ts';
import type { Member } from './member.ts';
import { HOST } from './values.ts';

interface Told {
  readonly members: readonly {
    readonly name: string;
    readonly role: string;
    readonly state: string;
    readonly lag?: number;
  }[];
}

const WHOLE_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 200;
const ANSWERED_WITHIN_MS = 1000;
const LAG_MAX_BYTES = 1024;

/** Resolves with the leader once all members are well and say the same, one of them waited for by each commit. */
export async function waitUntilWhole(members: readonly Member[], authority: string): Promise<Member> {
  const until = Date.now() + WHOLE_WITHIN_MS;
  let told: readonly (Told | undefined)[] = [];
  while (Date.now() < until) {
    told = await Promise.all(members.map((member) => ask(member, authority)));
    const leaders = new Set(told.map((one) => leaderOf(one, members.length)));
    const [leader] = leaders;
    // One that was cut off may still tell of the past.
    const member = leaders.size === 1 ? members.find(({ name }) => name === leader) : undefined;
    if (member) return member;
    await pause(LOOK_EVERY_MS);
  }
  throw new Error(`the cluster did not become whole: ${JSON.stringify(told)}`);
}

/** Tells who leads a cluster of so many that is whole, as one member tells it. */
function leaderOf(told: Told | undefined, count: number): string | undefined {
  const members = told?.members ?? [];
  const isWell = ({ role, state, lag = 0 }: Told['members'][number]) =>
    /^(running|streaming)$/.test(state) && (role === 'leader' || lag <= LAG_MAX_BYTES);
  const isWhole =
    members.length === count && members.every(isWell) && members.some(({ role }) => role === 'sync_standby');
  return isWhole ? members.find(({ role }) => role === 'leader')?.name : undefined;
}

/** The cluster as one member sees it, who shows a certificate of the authority. */
async function ask({ ports }: Member, authority: string): Promise<Told | undefined> {
  try {
    return await new Promise<Told>((resolve, reject) => {
      const asked = get(
        `https://${HOST}:${ports.rest}/cluster`,
        { ca: authority, agent: false, signal: AbortSignal.timeout(ANSWERED_WITHIN_MS) },
        (answer) => void json(answer).then((told) => resolve(told as Told), reject),
      );
      asked.once('error', reject);
    });
  } catch {
    // Half an answer is none.
    return undefined;
  }
}
