import { type PartState, type ServiceStatus, STATUS_PARTS, type StatusPart } from '@mohlat/contract';
import { ageOfFigures, type Figure, type KeptFigure, oldestLook } from '#platform/figures/figures.ts';

/** Figures older than this say nothing of now. The alert `FiguresOld` begins here as well. */
const OLD_AFTER_MS = 120_000;
/** People are promised minutes: a bill without an outcome for longer is slow. */
const UNKNOWN_MAX_SECONDS = 600;
/** Fewer calls than this say nothing about a provider. The alert `ProviderFails` begins here as well. */
const CALLS_MIN = 10;
const FAILING_SHARE = 0.5;
/** Values of `mohlat_provider_circuit`. */
const [TRIED, OPEN] = [1, 2];

const PROVIDERS: Readonly<Record<StatusPart, readonly string[]>> = {
  paying: ['setu_billpay'],
  repaying: ['razorpay'],
  identity: ['setu_data', 'cashfree_vrs'],
  credit: ['decentro'],
  messages: ['msg91', 'smtp'],
};

/**
 * Derives the public state of each part from the last look at the figures that are declared. Bills that are refused, by a pause of the
 * staff or a short float, are known without a look. Rule: STAT-01.
 */
export function statusOf(
  figures: readonly KeptFigure[],
  now: Date,
  declared: readonly Pick<Figure, 'name'>[],
  areBillsRefused: boolean,
): ServiceStatus {
  const values = new Map(figures.map(({ name, label, value }) => [`${name} ${label}`, value]));
  const of = (name: string, label = '') => values.get(`${name} ${label}`) ?? 0;
  const oldest = oldestLook(figures, declared);
  const isOld = (ageOfFigures(figures, declared, now) ?? Infinity) > OLD_AFTER_MS;

  const stateOf = (part: StatusPart): PartState => {
    if (part === 'paying' && areBillsRefused) return 'down';
    if (isOld) return 'unknown';
    const providers = PROVIDERS[part];
    const circuit = Math.max(...providers.map((name) => of('mohlat_provider_circuit', name)));
    if (circuit === OPEN) return 'down';
    const isFailing = providers.some((name) => {
      const calls = of('mohlat_provider_calls', name);
      return calls >= CALLS_MIN && of('mohlat_provider_failures', name) > calls * FAILING_SHARE;
    });
    const isWaiting = part === 'paying' && of('mohlat_payment_unknown_seconds') > UNKNOWN_MAX_SECONDS;
    return circuit === TRIED || isFailing || isWaiting ? 'slow' : 'fine';
  };
  return {
    asOf: oldest?.toISOString() ?? null,
    parts: STATUS_PARTS.map((part) => ({ part, state: stateOf(part) })),
  };
}
