import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { birthOf, isAlive } from './postgres-processes.ts';

/** Names the process that stops the local database when it ends: its number, and its birth, for numbers come back. */
const fileOf = (dataDir: string) => join(dataDir, 'postgres-owner');
const nameOf = (pid: number) => `${pid} ${birthOf(pid)}`.trim();

export function ownDatabase(dataDir: string): void {
  writeFileSync(fileOf(dataDir), nameOf(process.pid));
}

/** Whether another process, which is alive, will stop the database. */
export function isOwnedElsewhere(dataDir: string): boolean {
  if (!existsSync(fileOf(dataDir))) return false;
  const owner = readFileSync(fileOf(dataDir), 'utf8').trim();
  const pid = Number(owner.split(' ')[0]);
  return Number.isInteger(pid) && pid > 1 && pid !== process.pid && isAlive(pid) && nameOf(pid) === owner;
}
