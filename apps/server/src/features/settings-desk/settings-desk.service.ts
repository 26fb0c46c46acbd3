import type { Trace } from '#platform/http/trace.ts';
import {
  type AnswerOf,
  type BodyOf,
  type getAdminSettings,
  type listSettingsVersions,
  PREVIEW_BILLS_PAISE,
  type previewSettings,
  type putPause,
  type putSettings,
  type QueryOf,
  type SettingsContent,
  type SettingsVersion,
  type withdrawSettings,
} from '@mohlat/contract';
import { propose } from '#features/approvals/index.ts';
import type { FeatureContext } from '#features/context.ts';
import { bpsToDecimal, type BusinessDate, paise, serviceFee } from '@mohlat/money';
import { pricePlans, toOption } from '#features/payments/index.ts';
import { feeParamsOf, readSettings } from '#features/settings/index.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { DomainError, invariant } from '#platform/http/domain-error.ts';
import { listPauses, setPause, type WantedPause } from './pauses.ts';
import * as repo from './settings-desk.repo.ts';
import {
  applyContent,
  changesBetween,
  needsSecondPerson,
  readStored,
  type StoredSettings,
  toContent,
} from './settings-desk.rules.ts';

type Deps = Pick<FeatureContext, 'worker' | 'clock'>;
type WithContent = SettingsVersion & { readonly content: SettingsContent };

export interface SettingsDeskService {
  get(actor: Actor): Promise<AnswerOf<typeof getAdminSettings>>;
  list(
    actor: Actor,
    page: QueryOf<typeof listSettingsVersions>,
  ): Promise<AnswerOf<typeof listSettingsVersions>>;
  /** Throws settings_changed. Nothing is kept. */
  preview(actor: Actor, body: BodyOf<typeof previewSettings>): Promise<AnswerOf<typeof previewSettings>>;
  /** Throws validation_failed for a start that is past, settings_changed, settings_unchanged, settings_scheduled, approval_open. */
  put(actor: Actor, body: BodyOf<typeof putSettings>, trace: Trace): Promise<AnswerOf<typeof putSettings>>;
  /** Throws settings_changed. Rule: LEND-18 */
  pause(actor: Actor, wanted: WantedPause, trace: Trace): Promise<AnswerOf<typeof putPause>>;
  /** Throws not_found, settings_begun, settings_scheduled where a later one was made upon it, approval_open. Rule: LEND-24 */
  withdraw(
    actor: Actor,
    version: number,
    reason: string,
    trace: Trace,
  ): Promise<AnswerOf<typeof withdrawSettings>>;
}

const AHEAD_MS_MAX = 366 * 86_400_000;

/** Shows staff the settings and takes their changes. A version is immutable: a change is a new one. Rule: LEND-S6 */
export function createSettingsDeskService(deps: Deps): SettingsDeskService {
  const { worker, clock } = deps;
  return {
    get: (actor) =>
      worker.asStaff(actor, async (tx) => {
        const now = clock.now();
        const [current, ...scheduled] = await presentAll(tx, await repo.listCurrent(tx, now), now);
        invariant(current, 'there is no settings version in force');
        const stored = readStored((await repo.findVersion(tx, current.version))?.content);
        return {
          inForce: current,
          scheduled,
          newestVersion: Math.max(current.version, ...scheduled.map((one) => one.version)),
          openApprovalId: await repo.findOpenApproval(tx, repo.SETTINGS_ID, now),
          gstPercent: bpsToDecimal(stored.fee.gstBps),
          paused: await listPauses(tx),
        };
      }),
    list: (actor, { limit, cursor }) =>
      worker.asStaff(actor, async (tx) => {
        const rows = await repo.listVersions(tx, readVersion(cursor), limit + 1);
        const items = await presentAll(tx, rows.slice(0, limit), clock.now());
        const nextCursor = rows.length > limit ? String(items.at(-1)!.version) : null;
        return { items, nextCursor };
      }),
    preview: (actor, { baseVersion, content }) =>
      worker.asStaff(actor, async (tx) => {
        const { before, after, changes } = await compare(tx, baseVersion, content);
        const today = clock.today();
        return {
          changes,
          needsSecondPerson: needsSecondPerson(changes),
          asOf: today,
          bills: previewOf(before, after, today),
        };
      }),
    put: (actor, body, trace) => worker.asStaff(actor, (tx) => put(tx, deps, actor, body, trace)),
    pause: (actor, wanted, trace) =>
      worker.asStaff(actor, (tx) => setPause(tx, actor, wanted, trace, clock.now())),
    withdraw: (actor, version, reason, trace) =>
      worker.asStaff(actor, (tx) => withdraw(tx, deps, actor, { version, reason }, trace)),
  };
}

async function put(
  tx: Tx,
  { clock }: Deps,
  actor: Actor,
  { baseVersion, content, startsAt, reason }: BodyOf<typeof putSettings>,
  trace: Trace,
): Promise<AnswerOf<typeof putSettings>> {
  const { after, changes, newest } = await compare(tx, baseVersion, content);
  const now = clock.now();
  const start = startOf(startsAt, now);
  if (changes.length === 0) throw new DomainError('settings_unchanged');
  if (start < newest.lastStart) throw new DomainError('settings_scheduled');
  if (needsSecondPerson(changes)) {
    const payload = { baseVersion, content, startsAt: startsAt ?? null };
    const proposal = { kind: 'settings', objectId: repo.SETTINGS_ID, userId: null, payload, reason } as const;
    const approvalId = await propose(tx, actor, proposal, trace, now);
    return { status: 'proposed', version: null, approvalId, changes };
  }
  const version = newest.highest + 1;
  const row = { version, startsAt: start, content: after, createdBy: actor.userId, approvalId: null, reason };
  await repo.insertVersion(tx, row, now);
  const details = { version, startsAt: start.toISOString(), changes };
  const note = { objectKind: 'settings', objectId: repo.SETTINGS_ID, details, reason };
  await writeAudit(tx, now, { action: 'settings.set', ...note }, trace);
  return { status: 'set', version, approvalId: null, changes };
}

/** Takes a version back. Two people decided upon it, so two take it back; until then it stands. Rule: LEND-24 */
async function withdraw(
  tx: Tx,
  { clock }: Deps,
  actor: Actor,
  { version, reason }: { readonly version: number; readonly reason: string },
  trace: Trace,
): Promise<AnswerOf<typeof withdrawSettings>> {
  const { row, now } = await withdrawable(tx, version, clock);
  if (row.approval_id !== null) {
    const payload = { version };
    const proposal = {
      kind: 'settings_withdrawal',
      objectId: repo.SETTINGS_ID,
      userId: null,
      payload,
      reason,
    } as const;
    const approvalId = await propose(tx, actor, proposal, trace, now);
    return { ...(await present(tx, row, now)), approvalId };
  }
  if (!(await repo.withdraw(tx, version, actor.userId, reason, now))) throw new DomainError('settings_begun');
  const note = { objectKind: 'settings', objectId: repo.SETTINGS_ID, details: { version }, reason };
  await writeAudit(tx, now, { action: 'settings.withdrawn', ...note }, trace);
  return { ...(await present(tx, (await repo.findVersion(tx, version))!, now)), approvalId: null };
}

/**
 * A version that can be taken back at an instant, and the one it was made upon; no other request adds one meanwhile. Throws
 * not_found, settings_begun, settings_scheduled.
 */
export async function withdrawable(tx: Tx, version: number, clock: Deps['clock']) {
  const { row: newest } = await repo.lockNewest(tx);
  const now = clock.now();
  const row = await repo.findVersion(tx, version);
  if (!row) throw new DomainError('not_found');
  if (row.starts_at === null || row.starts_at <= now) throw new DomainError('settings_begun');
  // A later version set upon this one holds its terms, and would bring them without it.
  if (newest.version !== version) throw new DomainError('settings_scheduled');
  return { row, now };
}

/** Applies a change to the newest version, locked. Throws settings_changed when it was made upon another. */
export async function compare(tx: Tx, baseVersion: number, content: SettingsContent) {
  const newest = await repo.lockNewest(tx);
  if (newest.row.version !== baseVersion) throw new DomainError('settings_changed');
  const before = readStored(newest.row.content);
  const after = applyContent(before, content);
  return { before, after, newest, changes: changesBetween(toContent(before), toContent(after)) };
}

/** At once where none is named. */
function startOf(startsAt: string | undefined, now: Date): Date {
  if (startsAt === undefined) return now;
  const start = new Date(startsAt);
  const isFit = start >= now && start.getTime() <= now.getTime() + AHEAD_MS_MAX;
  if (isFit) return start;
  const message = start < now ? 'This instant has passed' : 'Choose a start within a year';
  throw new DomainError('validation_failed', { errors: [{ path: 'startsAt', message }] });
}

function readVersion(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor);
  const errors = [{ path: 'cursor', message: 'This is not a cursor we gave' }];
  throw new DomainError('validation_failed', { errors });
}

/** One after the other: a transaction is one connection. */
async function presentAll(tx: Tx, rows: readonly repo.VersionRow[], now: Date): Promise<WithContent[]> {
  const shown: WithContent[] = [];
  for (const row of rows) shown.push(await present(tx, row, now));
  return shown;
}

async function present(tx: Tx, row: repo.VersionRow, now: Date): Promise<WithContent> {
  const content = toContent(readStored(row.content));
  const before = await repo.findBefore(tx, row.version);
  const member = (id: string | null, name: string | null) => (id === null ? null : { id, name });
  return {
    version: row.version,
    state: await stateOf(tx, row, now),
    // One that was taken back never begins: it is shown under the day on which it was made.
    startsAt: (row.starts_at ?? row.created_at).toISOString(),
    createdAt: row.created_at.toISOString(),
    createdBy: member(row.created_by, row.creator_name),
    approvedBy: member(row.approved_by, row.approver_name),
    reason: row.reason,
    changes: before ? changesBetween(toContent(readStored(before.content)), content) : [],
    content,
  };
}

async function stateOf(tx: Tx, row: repo.VersionRow, now: Date): Promise<SettingsVersion['state']> {
  if (row.withdrawn_at !== null || row.starts_at === null) return 'withdrawn';
  if (row.starts_at > now) return 'scheduled';
  const [current] = await repo.listCurrent(tx, now);
  return current?.version === row.version ? 'in_force' : 'past';
}

type Bills = AnswerOf<typeof previewSettings>['bills'];

/** Prices bills of today under one version and under another: the same arithmetic that quotes them. Rule: LEND-F8 */
function previewOf(before: StoredSettings, after: StoredSettings, today: BusinessDate): Bills {
  return PREVIEW_BILLS_PAISE.map((amountPaise) => ({
    amountPaise,
    before: price(amountPaise, before, today),
    after: price(amountPaise, after, today),
  }));
}

function price(amountPaise: number, stored: StoredSettings, today: BusinessDate): Bills[number]['before'] {
  const settings = readSettings(0, stored);
  const bill = paise(amountPaise);
  return {
    serviceFeePaise: serviceFee(bill, feeParamsOf(settings)),
    options: pricePlans(bill, settings, today).map((priced) => ({
      ...toOption(priced),
      schedule: priced.schedule.map((row) => ({
        number: row.number,
        dueDate: row.dueOn,
        principalPaise: row.principalPaise,
        interestPaise: row.interestPaise,
        feePaise: row.feePaise,
        amountPaise: row.amountPaise,
      })),
    })),
  };
}
