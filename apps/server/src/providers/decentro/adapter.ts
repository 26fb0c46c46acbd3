import type { Now } from '../call-context.ts';
import type { DecentroConfig } from '../config.ts';
import { ProviderAuthError, ProviderDuplicate, ProviderRejected, ProviderServerError } from '../errors.ts';
import type { ProviderError, ProviderErrorDetails } from '../errors.ts';
import { present } from '../present.ts';
import { readWire, stringAt } from '../transport.ts';
import type { Dialect, Transport } from '../transport.ts';
import { type BureauPull, type BureauReport, type CreditBureauPort, PinCodeMissing } from './port.ts';
import { summaryOf } from './summary.ts';
import { reportAnswer } from './wire.ts';

const PURPOSE = 'Deciding on a credit limit the person has applied for';
const SCORE_MIN = 300;
const SCORE_MAX = 900;
const at = { provider: 'decentro', op: 'pullReport', isWrite: true } as const;

/** Keys that ask for an operator: credits or rights of our account are missing. */
const ACCOUNT_KEYS = new Set([
  'error_module_credits_exhausted',
  'error_unauthorized_module',
  'error_no_subscription_found',
]);

/** Decentro's credit bureau summary. A pull counts as a write: it may leave an enquiry on the person's file. */
export function createDecentro(
  config: DecentroConfig,
  deps: { transport: Transport; now: Now },
): CreditBureauPort {
  const dialect: Dialect = {
    provider: 'decentro',
    baseUrl: config.url,
    headers: () => ({
      client_id: config.clientId,
      client_secret: config.clientSecret,
      module_secret: config.moduleSecret,
    }),
    codeOf: (json) => stringAt(json, 'responseKey'),
    traceOf: (json) => stringAt(json, 'decentroTxnId'),
    refuse: (_answer, details) => refusalOf(details),
    refuseGood: ({ json }, details) =>
      stringAt(json, 'status') === 'FAILURE'
        ? (refusalOf(details) ?? new ProviderServerError({ ...details, isWrite: true }))
        : undefined,
  };

  return {
    async pull(i, c) {
      const { json, status } = await deps.transport.call(dialect, {
        op: at.op,
        kind: 'write',
        timeout: 'slow',
        repeats: { notDone: 1, unknown: 0 },
        method: 'POST',
        path: '/v2/financial_services/credit_bureau/credit_report/summary',
        body: pullBody(config, i),
        context: c,
      });
      const providerCode = stringAt(json, 'responseKey');
      const providerTrace = stringAt(json, 'decentroTxnId');
      const details: ProviderErrorDetails = {
        ...at,
        message: providerCode ?? 'answer without a key',
        httpStatus: status,
        ...present({ providerCode, providerTrace }),
      };
      return readReport(json, details, deps.now);
    },
  };
}

/** Failures carry their meaning in `responseKey`, whatever the HTTP status. */
function refusalOf(details: ProviderErrorDetails): ProviderError | undefined {
  const key = details.providerCode;
  if (key === undefined || [401, 403, 429].includes(details.httpStatus ?? 0)) return undefined;
  if (key === 'error_duplicate_reference_id') return new ProviderDuplicate(details);
  if (ACCOUNT_KEYS.has(key)) return new ProviderAuthError(details);
  if (key === 'error_provider_error' || key === 'error_decentro_error') {
    return new ProviderServerError({ ...details, isWrite: true });
  }
  if (/^error_(empty|invalid)_pincode$/.test(key)) return new PinCodeMissing(details);
  return key.startsWith('error_') ? new ProviderRejected(details) : undefined;
}

function pullBody(config: DecentroConfig, i: BureauPull): unknown {
  return {
    reference_id: i.key,
    consent: true,
    consent_purpose: PURPOSE,
    name: i.name,
    mobile: i.mobile,
    date_of_birth: i.dateOfBirth,
    document_type: 'PAN',
    document_id: i.pan,
    address_type: 'H',
    address: i.address,
    ...present({ pincode: i.pincode }),
    inquiry_purpose: config.inquiryPurpose,
  };
}

function readReport(json: unknown, details: ProviderErrorDetails, now: Now): BureauReport {
  const answer = readWire(reportAnswer, json, { ...at, trace: details.providerTrace });
  const reportRef = answer.decentroTxnId;
  const [item] = answer.data.cCRResponse.cIRReportDataLst;
  const refusal = item?.Error?.ErrorDesc ?? item?.error?.errorDesc;
  if (item?.Error || item?.error) {
    if (/not found|no hit|no record/i.test(refusal ?? '')) return { kind: 'no_hit', reportRef };
    // The bureau was asked and gave no file: no score is invented, tomorrow is another day.
    const code = item.Error?.ErrorCode ?? item.error?.errorCode;
    throw new ProviderServerError({
      ...details,
      message: 'the bureau answered with an error item',
      ...present({ providerCode: code }),
      isWrite: true,
    });
  }
  const report = item?.cIRReportData;
  if (!report) return { kind: 'no_hit', reportRef };
  const summary = summaryOf(report, now);
  const score = report.scoreDetails.find((s) => s.value !== undefined);
  const hasScore = score?.value !== undefined && score.value >= SCORE_MIN && score.value <= SCORE_MAX;
  if (hasScore && score.value !== undefined) {
    const model = [score.name ?? score.type ?? 'unnamed', score.version].filter(Boolean).join(' ');
    return { kind: 'score', score: score.value, model, summary, reportRef };
  }
  // Without a score there are two stories: nothing on file at all, or too little to score.
  const isEmpty = report.retailAccountDetails.length === 0 && summary.activeAccountCount === 0;
  return isEmpty ? { kind: 'no_hit', reportRef } : { kind: 'thin_file', summary, reportRef };
}
