import { getServiceStatus } from '@mohlat/contract';
import type { FeatureContext } from '#features/context.ts';
import type { Feature } from '#features/feature.ts';
import { isFloatShort } from '#features/float/index.ts';
import { isPaused } from '#features/settings/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { listFigures } from '#platform/figures/figures.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { createStatusLook } from './status.look.ts';
import { statusOf } from './status.rules.ts';

export const status: Feature = { name: 'status', routes: registerStatus };

type Deps = Pick<FeatureContext, 'api' | 'machineClock' | 'figures'>;

/** Answers anybody whether the parts of the product work. */
function registerStatus(endpoints: EndpointRegistry, { api, machineClock, figures }: Deps): void {
  const look = createStatusLook(
    async (now) => statusOf(await listFigures(api), now, figures, await api.plain(areBillsRefused)),
    machineClock,
  );
  endpoints.handle(getServiceStatus, async ({ reply }) => {
    const answer = await look();
    reply.header('cache-control', 'public, max-age=10');
    return answer;
  });
}

/** Whether every acceptance is refused, by the rows that it reads itself. */
async function areBillsRefused(tx: Tx): Promise<boolean> {
  return (await isPaused(tx, 'bill_payments')) || (await isFloatShort(tx));
}
