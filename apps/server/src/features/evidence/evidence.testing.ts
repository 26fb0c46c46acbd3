import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, type BusinessDate } from '@mohlat/money';
import pg from 'pg';
import { newEvidenceKeys, parseEvidenceKeys } from '#platform/config/evidence-keys.ts';
import { openDisk } from '#platform/files/disk.ts';
import { createFileStore } from '#platform/files/files.ts';
import { createLog } from '#platform/log/log.ts';
import { runEndOfDay } from '#features/end-of-day/index.ts';
import { type Lab, noonOf, openLab } from '#test/lending-lab.ts';
import { evidenceJobs } from './evidence.jobs.ts';
import { outsideOf } from './evidence.outside.ts';
import { type EvidenceReport, proveEvidence } from './evidence.proof.ts';
import type { EvidenceDeps } from './evidence.service.ts';

/** A lab whose days are closed and anchored, with a file store and keys of its own. */
export async function openEvidenceLab() {
  const lab = await openLab();
  const dataDir = mkdtempSync(join(tmpdir(), 'mohlat-evidence-'));
  const disk = await openDisk({ env: {}, dataDir });
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  const { worker, clock, deps: labDeps } = lab;
  const vault = { seal: () => Buffer.alloc(0), open: () => '', fingerprint: () => Buffer.alloc(0) };
  const files = createFileStore({ disk, vault, clock, api: worker, worker, log });
  let keySet = newEvidenceKeys();
  const deps = (): EvidenceDeps => ({
    worker,
    clock,
    files,
    log,
    config: { ...labDeps.config, evidenceKeys: parseEvidenceKeys(keySet) },
  });
  const client = new pg.Client({ connectionString: lab.url });
  await client.connect();

  /** Closes all days through one, as the night does. */
  async function closeThrough(day: BusinessDate): Promise<void> {
    lab.set(new Date(noonOf(addDays(day, 1)).getTime() - 6 * 3_600_000));
    await runEndOfDay({ worker, clock, log }, day);
  }

  return {
    ...lab,
    deps,
    disk,
    /** The environment in which a command finds this lab. */
    env: () => ({ DATABASE_URL: lab.url, DATA_DIR: dataDir, EVIDENCE_KEYS: keySet, SANDBOX: 'off' }),
    client,
    closeThrough,
    logText: () => lines.join(''),
    anchor: () => evidenceJobs(deps())[0]!.run({}, { attempt: 1, isLastAttempt: false }),
    audit: (action: string, reason: string) =>
      worker.plain((tx) =>
        tx.call("select audit_system($1, 'system', $2, 'books', new_id(), null, '{}', $3)", [
          clock.now(),
          action,
          reason,
        ]),
      ),
    async prove(): Promise<EvidenceReport> {
      return proveEvidence(client, await outsideOf(disk, deps().config.evidenceKeys.known));
    },
    /** As the database's owner with every trigger off: nothing is refused. */
    async asOwner(sql: string, values: readonly unknown[] = []): Promise<void> {
      await client.query("set session_replication_role = 'replica'");
      await client.query(sql, [...values]);
      await client.query("set session_replication_role = 'origin'");
    },
    /** A new key signs; the old one is kept as its public part, or forgotten. */
    rotate(isKept = true): void {
      const old = parseEvidenceKeys(keySet).known;
      const { keys } = JSON.parse(newEvidenceKeys()) as { keys: object[] };
      keySet = JSON.stringify({ keys: isKept ? [...keys, ...old] : keys });
    },
    async close() {
      await client.end();
      await lab.close();
    },
  };
}

export type EvidenceLab = Awaited<ReturnType<typeof openEvidenceLab>> & Lab;
