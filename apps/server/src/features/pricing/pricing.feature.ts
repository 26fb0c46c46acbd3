import { getPricing } from '@mohlat/contract';
import { bpsToDecimal, leastBill, paise, serviceFee } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import type { Feature } from '#features/feature.ts';
import { lateTerms, pricePlans, toOption } from '#features/payments/index.ts';
import { feeParamsOf, type LenderIdentity, settingsAt } from '#features/settings/index.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';

export const pricing: Feature = {
  name: 'pricing',
  routes: registerPricing,
};

/** The specification's own example: a bill of ₹15,000. */
const EXAMPLE_PAISE = paise(1_500_000);

function registerPricing(
  endpoints: EndpointRegistry,
  {
    api,
    clock,
    config,
    lender,
  }: Pick<FeatureContext, 'api' | 'clock' | 'config'> & { readonly lender: LenderIdentity },
): void {
  endpoints.handle(getPricing, async ({ reply }) => {
    const settings = await api.single((tx) => settingsAt(tx, clock.now()));
    const { fee, late } = settings;
    reply.header('cache-control', 'public, max-age=60');
    return {
      sandbox: config.sandboxUrl !== undefined,
      fee: {
        percent: bpsToDecimal(fee.feeBps),
        minPaise: fee.minPaise,
        maxPaise: fee.maxPaise,
        gstPercent: bpsToDecimal(fee.gstBps),
      },
      plans: settings.plans
        .filter((plan) => plan.isOn)
        .map((plan) => ({
          code: plan.code,
          kind: plan.kind,
          instalments: plan.instalments,
          annualRatePercent: bpsToDecimal(plan.annualRateBps),
          dueDays: plan.dueDays,
          billMinPaise: leastBill(plan, feeParamsOf(settings), clock.today()),
          billMaxPaise: plan.billMaxPaise,
        })),
      aprCeilingPercent: settings.aprCeilingBps === null ? null : bpsToDecimal(settings.aprCeilingBps),
      coolingOffDays: settings.coolingOffDays,
      late: lateTerms(late),
      example: {
        amountPaise: EXAMPLE_PAISE,
        serviceFeePaise: serviceFee(EXAMPLE_PAISE, feeParamsOf(settings)),
        options: pricePlans(EXAMPLE_PAISE, settings, clock.today()).map(toOption),
      },
      lender: { name: lender.name, registration: lender.registration },
      supportEmail: lender.supportEmail,
      grievanceOfficer: { ...lender.grievanceOfficer },
    };
  });
}
