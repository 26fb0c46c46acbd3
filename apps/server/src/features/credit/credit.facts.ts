import type { BusinessDate } from '@mohlat/money';
import type { BureauReport } from '#providers/index.ts';

/** The facts of a bureau's report that a decision needs; kept with the decision, the report itself is not. */
export interface BureauFacts {
  readonly score: number;
  readonly enquiries90Days: number;
  readonly hasDpd30In12Months: boolean;
  readonly pulledOn: BusinessDate;
  readonly reference: string;
  /** Absent in facts that were kept before obligations were read. */
  readonly obligationsPaise?: number;
  readonly lateOn?: string | null;
  readonly writtenOffOn?: string | null;
}

/** Reads a report. No hit is −1, a thin file 1: neither is a low score. Rule: LEND-13. */
export function toBureauFacts(report: BureauReport, pulledOn: BusinessDate): BureauFacts {
  const summary = report.kind === 'no_hit' ? undefined : report.summary;
  return {
    score: report.kind === 'score' ? report.score : report.kind === 'no_hit' ? -1 : 1,
    enquiries90Days: summary?.enquiries90DaysCount ?? 0,
    hasDpd30In12Months: summary?.late30On !== undefined,
    pulledOn,
    reference: report.reportRef,
    obligationsPaise: summary?.monthlyObligations ?? 0,
    lateOn: summary?.late30On ?? null,
    writtenOffOn: summary?.writtenOffOn ?? null,
  };
}

/** True of facts that hold everything a decision asks for. */
export function areFactsWhole(facts: BureauFacts): boolean {
  return facts.obligationsPaise !== undefined;
}
