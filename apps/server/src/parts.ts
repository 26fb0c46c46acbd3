import { COVER, ENDINGS, FEATURES, HELD_TABLES, SEALED_PLACES } from '#features/all.ts';
import { createBillerDirectory } from '#features/cards/index.ts';
import type { FeatureContext } from '#features/context.ts';
import type { Parts } from '#features/feature.ts';
import { createMessenger, createNotifier } from '#features/notifications/index.ts';
import { readLender } from '#features/settings/index.ts';

/** Adds to the context the services that several features share, and the handlers that features declare. */
export function partsOf(context: FeatureContext): Parts {
  const { config, vault, clock } = context;
  const messenger = createMessenger(vault, clock);
  const shared = {
    ...context,
    messenger,
    notifier: createNotifier(vault, messenger),
    billers: createBillerDirectory(context.providers.billPayment, context.log),
    lender: readLender(config.env, config.sandboxUrl !== undefined),
  };
  return {
    ...shared,
    handlers: FEATURES.flatMap(({ reviews }) => reviews?.(shared) ?? []),
    approvals: FEATURES.flatMap(({ approvals }) => approvals?.(shared) ?? []),
    cover: COVER,
    held: HELD_TABLES,
    endings: ENDINGS,
    copied: FEATURES.flatMap(({ copied }) => copied ?? []),
    waiting: FEATURES.flatMap(({ waiting }) => waiting ?? []),
    sealedPlaces: SEALED_PLACES,
  };
}
