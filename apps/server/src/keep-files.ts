import { machineClock, machinePause } from '#platform/clock/clock.ts';
import { ConfigError, readFileCopiesConfig } from '#platform/config/config.ts';
import { openFileCopies, type Round } from '#platform/files/copies.ts';

const EVERY_MS = 60_000;
const FRESH_MS = 15 * 60_000;

/**
 * Keeps a copy of the files in `FILES_COPIES`, a round each minute. `check` says when the last one ended, and fails where that is long ago
 * or files are lost. `restore [instant]` puts back what the folder lacks, to its end. `erased <name>…` says that lost files were erased.
 */
async function main([action, ...words]: readonly string[]): Promise<void> {
  process.umask(0o077);
  const copies = openFileCopies(readFileCopiesConfig(process.env));
  if (action === 'restore') {
    say(`${await copies.putBack(instantOf(words[0]))} files were put back.`);
  } else if (action === 'check') {
    const last = await copies.lastRound();
    say(`The last round ended ${last?.at ?? 'never'}; files that are lost: ${lostOf(last)}.`);
    // A round that lies far ahead is of a clock that was set back since, and says nothing of now.
    const isFresh =
      last !== undefined && Math.abs(machineClock.now().getTime() - Date.parse(last.at)) < FRESH_MS;
    if (!isFresh || last.lost > 0) process.exitCode = 1;
  } else if (action === 'erased') {
    say(`${await copies.sayErased(words, machineClock.now())} copies were set aside.`);
  } else if (action === undefined) {
    process.on('SIGTERM', () => process.exit(0));
    for (;;) {
      await copies.keep(machineClock.now()).then(tell, (error: unknown) => say(`No round: ${String(error)}`));
      await machinePause(EVERY_MS);
    }
  } else throw new ConfigError(`"${action}" is none of: check, restore [instant], erased <name>`);
}

function tell(round: Round): void {
  if (round.copied > 0) say(`${round.copied} files were copied.`);
  if (round.lost > 0) say(`Files that are lost: ${lostOf(round)}. Put them back (docs/runbooks/deploy.md).`);
}

function lostOf(round: Round | undefined): string {
  const names = round?.names.join(', ') ?? '';
  return `${round?.lost ?? 0}${names && ` (${names}${round!.lost > round!.names.length ? ', …' : ''})`}`;
}

function instantOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  if (Number.isNaN(Date.parse(text)))
    throw new ConfigError(`${text} is not written like 2026-11-24T15:00:00Z`);
  return new Date(text);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`The files are not copied: ${String((error as Error).message)}\n`);
  process.exitCode = 1;
});
