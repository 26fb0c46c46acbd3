import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Running } from '../programs.ts';
import { pause } from '../rehearsal.ts';
import { own } from './member.ts';
import { startService } from './service.ts';
import { backupValues, type Doors, productValues, type Scope } from './values.ts';

const STARTED_AGAIN_AFTER_MS = 1000;

/** Starts HAProxy and PgBouncer of a product's machine. */
export function startProduct(scope: Scope, doors: Doors): Running[] {
  const values = productValues(scope, doors);
  mkdirSync(join(scope.folder, 'pooler'));
  own(join(scope.folder, 'pooler'), scope.account);
  return [startService('leader', values, scope.account), startService('pooler', values, scope.account)];
}

/** Starts the backup, and starts it again whenever it ends, as systemd does: the log breaks off with each leader. */
export function startBackup(scope: Scope, doors: Doors): Running {
  mkdirSync(join(scope.folder, 'backups'));
  own(join(scope.folder, 'backups'), scope.account);
  const values = backupValues(scope, doors);
  let running = startService('backup', values, scope.account);
  let isOver = false;
  const keep = async (): Promise<number | null> => {
    const code = await running.ended;
    if (!isOver) await pause(STARTED_AGAIN_AFTER_MS);
    if (isOver) return code;
    running = startService('backup', values, scope.account);
    return keep();
  };
  const ended = keep();
  return {
    pid: running.pid,
    ended,
    output: () => running.output(),
    async stop(signal) {
      isOver = true;
      return running.stop(signal);
    },
    async kill() {
      isOver = true;
      return running.kill();
    },
  };
}
