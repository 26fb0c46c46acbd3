import type { TodoKind } from '@mohlat/contract';
import type { FastifyInstance } from 'fastify';
import type { CronEntry, Job } from '#platform/jobs/worker.ts';
import type { Figure } from '#platform/figures/figures.ts';
import type { Sweeps } from '#platform/jobs/sweeper.ts';
import type { SealedPlace } from '#platform/crypto/sealed-places.ts';
import type { Authenticate, EndpointRegistry } from '#platform/http/endpoints.ts';
import type { LongFiles } from '#platform/http/long-files.ts';
import type { DescribedPath } from '#platform/http/openapi.ts';
import type { BusinessGauge } from '#platform/http/operations.ts';
import type { ApprovalHandler } from './approvals/approvals.handlers.ts';
import type { BillerDirectory } from './cards/billers.ts';
import type { FeatureContext } from './context.ts';
import type { WritePapers } from './documents/documents.papers.ts';
import type { Messenger } from './notifications/messages.ts';
import type { Notifier } from './notifications/notify.ts';
import type { CopiedSection, Ending, HeldTable } from './personal-data.ts';
import type { RepaymentCover } from './repayments/cover.ts';
import type { ReviewHandler } from './reviews/reviews.handlers.ts';
import type { LenderIdentity } from './settings/lender.ts';
import type { StartContactChange } from './sign-in/contact-change.ts';

/** The context and the services that several features share. */
export interface SharedParts extends FeatureContext {
  readonly messenger: Messenger;
  readonly notifier: Notifier;
  readonly billers: BillerDirectory;
  readonly lender: LenderIdentity;
}

/** Work that waits for staff: a figure of the overview, with the list behind it. */
export interface Waiting {
  readonly kind: TodoKind;
  /** The staff page that lists as many rows as the figure says. */
  readonly path: string;
  /** Selects the number of rows, and since when the oldest waits. `$1` is now. */
  readonly select: string;
}

/** The parts a feature may work with. */
export interface Parts extends SharedParts {
  /** Carry out a verdict of each kind of review. */
  readonly handlers: readonly ReviewHandler[];
  /** Carry out an approval of each kind. */
  readonly approvals: readonly ApprovalHandler[];
  /** The tables with rows of a person. */
  readonly held: readonly HeldTable[];
  readonly copied: readonly CopiedSection[];
  readonly waiting: readonly Waiting[];
  readonly endings: readonly Ending[];
  readonly cover: RepaymentCover | undefined;
  readonly sealedPlaces: readonly SealedPlace[];
}

/** The parts that background jobs need in addition. */
export interface QueueParts extends Parts {
  /** Writes the papers that go with a mail. */
  readonly papers: WritePapers;
  /** Pauses before the first enquiries about a payment, in milliseconds. */
  readonly firstLooksMs?: readonly number[] | undefined;
}

/** The parts that answering requests needs in addition. */
export interface ServedParts extends Parts {
  readonly authenticate: Authenticate;
  readonly startContactChange: StartContactChange;
  /** Bounds the long files that are written at one time. */
  readonly longFiles: LongFiles;
  /** Pause between two signs of life of an event stream, in milliseconds. */
  readonly heartbeatMs?: number | undefined;
}

/**
 * Everything a feature adds to the product, said once. `all.ts` lists the features; the composition walks that list and
 * knows none of them by name.
 */
export interface Feature {
  readonly name: string;
  /** Registers the endpoints it declares in the contract. */
  readonly routes?: (endpoints: EndpointRegistry, parts: ServedParts) => void;
  /** Registers addresses outside the API: links in mails, call-backs, the event stream. */
  readonly outside?: (http: FastifyInstance, parts: ServedParts) => void;
  /** Describes those of them that programs use, for the OpenAPI document. */
  readonly described?: readonly DescribedPath[];
  /** Declares its work in the background. */
  readonly jobs?: (parts: QueueParts) => readonly Job[];
  /** Starts jobs by the calendar. */
  readonly crons?: readonly CronEntry[];
  /** Looks for due work every few seconds, by the name of the look. */
  readonly sweeps?: (parts: Parts) => Sweeps;
  /** Carries out verdicts on what people review. */
  readonly reviews?: (parts: SharedParts) => readonly ReviewHandler[];
  /** Carries out what two members of staff decide. */
  readonly approvals?: (parts: SharedParts) => readonly ApprovalHandler[];
  /** Its work that waits for staff. */
  readonly waiting?: readonly Waiting[];
  /** Pays a part of a repayment without money. At most one feature does. */
  readonly cover?: RepaymentCover;
  /** Its tables with rows of a person; a table stands after those its rows hang on. */
  readonly personalData?: readonly HeldTable[];
  /** Ends with an account what can be used in it alone. */
  readonly ending?: Ending;
  /** Its parts of a person's copy of their data that are no plain tables. */
  readonly copied?: readonly CopiedSection[];
  /** Its sealed columns. */
  readonly sealed?: readonly SealedPlace[];
  /** Figures of the business that a worker reads for an operator every few seconds, over all users. */
  readonly figures?: readonly Figure[];
  /** Figures that the API's process reads itself, whenever the metrics are. */
  readonly gauges?: (parts: Parts) => readonly BusinessGauge[];
}
