import type { FeatureContext } from '#features/context.ts';
import type { Feature } from '#features/feature.ts';
import { announceEach } from '#features/notifications/index.ts';
import type { BusinessGauge } from '#platform/http/operations.ts';
import * as repo from './float.repo.ts';

export const float: Feature = {
  name: 'float',
  sweeps: (parts) => ({ float: () => sweepFloat(parts) }),
  gauges: floatGauges,
};

const TITLE = 'The float at the rail is short';

/** Looks at the float; tells staff of finance once when it has become short. Rule: PAY-23. */
async function sweepFloat({
  worker,
  clock,
  log,
}: Pick<FeatureContext, 'worker' | 'clock' | 'log'>): Promise<number> {
  const now = clock.now();
  const tells = await worker.plain(async (tx) => {
    if (!(await repo.lookAtFloat(tx, now))) return false;
    const staff = await repo.listStaffOf(tx, 'finance', now);
    const lines = staff.map((userId) => ({
      userId,
      kind: 'must' as const,
      type: 'warning' as const,
      icon: 'alert',
      title: TITLE,
      description: 'No payment is accepted until it is topped up. What is on its way goes on.',
      inHindi: {
        title: 'रेल का फ़्लोट कम है',
        description: 'उसे भरने तक कोई भुगतान नहीं लिया जाता। जो चल रहे हैं वे चलते रहेंगे।',
      },
      link: '/admin',
    }));
    await announceEach(tx, lines, now);
    return true;
  });
  if (tells) log.error({}, 'float short: payments are not accepted');
  return tells ? 1 : 0;
}

/** Figures to alert on. */
function floatGauges({ api }: Pick<FeatureContext, 'api'>): BusinessGauge[] {
  const read = async () => (await api.once<repo.FloatRow>(repo.FLOAT_SQL, []))[0];
  return [
    {
      name: 'mohlat_float_short',
      help: 'Whether the float at the rail is below its low-water mark and no payment is accepted',
      read: async () => ((await read())?.isShort ? 1 : 0),
    },
    {
      name: 'mohlat_float_paise',
      help: 'What the float held at the last look, less what is accepted; 0 where no low-water mark is set',
      read: async () => (await read())?.balancePaise ?? 0,
    },
  ];
}
