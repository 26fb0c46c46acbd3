import type { FeatureContext } from '#features/context.ts';
import { lockProfile } from '#features/me/index.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Turns } from '#platform/jobs/turns.ts';
import * as repo from './kyc.repo.ts';
import { printedIdentity } from './kyc.rules.ts';

type Printed = Parameters<typeof printedIdentity>[0];

/** The keyed hashes of a document; `accountId` is its holder's account at DigiLocker, where the store names it. Rule: LEND-D10. */
export function marksOf(
  vault: Pick<Vault, 'fingerprint'>,
  document: Printed,
  accountId: string | undefined,
): repo.DocumentMarks {
  return {
    storeHash: accountId === undefined ? null : vault.fingerprint(accountId, 'digilocker'),
    personHash: vault.fingerprint(printedIdentity(document), 'aadhaar'),
  };
}

const LIMIT = 200;

/**
 * Claims documents that a process of the version before verified, the earliest first: of two accounts with one document that one holds
 * it, and the other is declined at its next assessment. Answers how many it took; safe to run at any time and by many. Rule: LEND-D10.
 */
export async function claimOlderDocuments(
  { worker, clock, vault }: Pick<FeatureContext, 'worker' | 'clock' | 'vault'>,
  turns: Turns,
): Promise<number> {
  const page = { without: turns.resting(), limit: LIMIT };
  const left = await worker.single((tx) => repo.findUnclaimed(tx, page));
  return turns.take(
    left,
    (userId) => userId,
    (userId) =>
      worker.forUser(userId, async (tx) => {
        await lockProfile(tx, userId);
        const document = await repo.findPrinted(tx, userId);
        // Another process took it, or it is gone.
        if (!document) return;
        const marks = marksOf(vault, document, undefined);
        await repo.claimDocument(tx, marks, clock.now());
        await repo.saveMarks(tx, userId, marks);
      }),
  );
}
