// `npm run admin -- grant <email>`: makes a user staff in every role; with `--roles risk,finance` in these and no others. `--name` says
// under which name they act in the audit log, else that of their profile on the first day. `revoke <email>` undoes it, `list` says who is staff. `token [hours]`: prints a bearer token that administers accounts
// under /auth/v1/admin, for as long as said (one hour, at most a day).
import { fullNameSchema, STAFF_ROLES } from '@mohlat/contract';
import pg from 'pg';
import { createAccessTokenSigner } from '../packages/auth/src/index.ts';
import { readConfig } from '../apps/server/src/platform/config/config.ts';
import { readCommandLine } from './command-line.ts';
import { openConfiguredDatabase } from './database.ts';
import { say } from './run.ts';
import { listStaffMembers, readRoles, setStaffRoles } from './staff.ts';

const HOURS_MAX = 24;
const USAGE = [
  'npm run admin -- grant <email> [--roles <roles>] [--name <name>] | revoke <email> | list | token [hours]',
  `Roles: ${STAFF_ROLES.join(', ')}; several with commas between them; all where none is named.`,
].join('\n');

function refuse(message: string): never {
  say(message);
  process.exit(2);
}

async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const database = await openConfiguredDatabase();
  const client = new pg.Client(database.url);
  try {
    await client.connect();
    return await work(client);
  } finally {
    // A database started for this alone does not stay behind.
    await client.end();
    await database.close();
  }
}

async function grant(email: string, named: string | undefined, name: string | undefined): Promise<boolean> {
  const roles = readRoles(named ?? 'all') ?? refuse(USAGE);
  const clean = name === undefined ? undefined : fullNameSchema.safeParse(name);
  if (clean?.success === false) refuse('Give a name of 2 to 120 characters.');
  const granted = await withClient((client) => setStaffRoles(client, email, roles, clean?.data));
  if (granted)
    say(
      `${email} is staff now (${roles.join(', ')}), once signed in with a second step (Profile, Security). The audit log names them ${granted.name}; --name changes that.`,
    );
  return granted !== undefined;
}

async function revoke(email: string): Promise<boolean> {
  const revoked = await withClient((client) => setStaffRoles(client, email, []));
  if (revoked) say(`${email} is no longer staff.`);
  return revoked !== undefined;
}

async function list(): Promise<void> {
  const members = await withClient(listStaffMembers);
  if (members.length === 0) say('Nobody is staff.');
  for (const { name, email, roles } of members)
    say(`${email ?? 'no address'} (${name ?? 'no name'}): ${roles.join(', ') || 'no role'}`);
}

async function printToken(hours: number): Promise<void> {
  if (!(hours > 0 && hours <= HOURS_MAX)) refuse(`Give hours between 0 and ${HOURS_MAX}.`);
  const config = await readConfig({
    ...process.env,
    DATABASE_URL: process.env.DATABASE_URL ?? 'postgres:///unused',
  });
  const now = Math.floor(Date.now() / 1000);
  const sign = createAccessTokenSigner(config.jwtKeys);
  say(
    await sign({
      role: 'service_role',
      iss: `${config.publicUrl}/auth/v1`,
      iat: now,
      exp: now + hours * 3600,
    }),
  );
}

const { positionals, values } = readCommandLine(
  import.meta.filename,
  {
    allowPositionals: true,
    options: { roles: { type: 'string' }, name: { type: 'string' } },
  },
  { wordsMax: 2 },
);
const [command, subject = ''] = positionals;

if ((command === 'grant' || command === 'revoke') && subject !== '') {
  const isFound = await (command === 'grant' ? grant(subject, values.roles, values.name) : revoke(subject));
  if (!isFound) say(`Nobody has an account with ${subject}.`);
  process.exit(isFound ? 0 : 1);
} else if (command === 'list') await list();
else if (command === 'token') await printToken(Number(subject || 1));
else refuse(USAGE);
