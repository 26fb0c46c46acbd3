import { AsyncLocalStorage } from 'node:async_hooks';

/** Names, codes and counts alone: no address, no name, no amount, nothing of a body or of a statement's values. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

export type SpanKind = 'server' | 'consumer' | 'client' | 'internal';

/** A piece of work with its beginning and its end, in milliseconds since 1970 by the machine's time, with fractions. */
export interface Span {
  readonly name: string;
  readonly kind: SpanKind;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly facts: SpanFacts;
  /** The name of the error it ended with. */
  readonly error?: string | undefined;
  readonly parts: readonly Span[];
}

/** A request or a job that is over, with what was done for it. */
export interface Trail {
  readonly root: Span;
  /** The id of the thing that the work was about: trails of one subject belong together, whichever process they are of. */
  readonly subject: string | undefined;
  /** Whether this trail is the one that the subject began with. */
  readonly isFirst: boolean;
}

export type Deliver = (trail: Trail) => void;

/** More parts than this of one trail are counted and not kept: a stream of events may last for hours. */
const PARTS_MAX = 500;

interface OpenSpan {
  name: string;
  readonly kind: SpanKind;
  readonly startedAt: number;
  facts: SpanFacts;
  readonly parts: Span[];
  readonly trail: { subject?: string; isFirst: boolean; partCount: number };
}

const present = new AsyncLocalStorage<OpenSpan>();

const now = () => performance.timeOrigin + performance.now();

/** A trail that is entered in one place and ended in another, as a web server's hooks do. */
export interface OpenTrail {
  /** Runs work as part of the trail. */
  enter(work: () => void): void;
  /** Ends the trail and delivers it. `name` replaces the one it began with. */
  end(outcome: {
    readonly name?: string;
    readonly facts?: SpanFacts;
    readonly error?: string | undefined;
  }): void;
}

export function openTrail(
  { name, kind, facts = {} }: { readonly name: string; readonly kind: SpanKind; readonly facts?: SpanFacts },
  deliver: Deliver,
): OpenTrail {
  const trail = { isFirst: false, partCount: 0 };
  const root: OpenSpan = { name, kind, startedAt: now(), facts, parts: [], trail };
  return {
    enter: (work) => present.run(root, work),
    end(outcome) {
      const { subject, isFirst } = root.trail;
      root.name = outcome.name ?? name;
      root.facts = { ...facts, ...outcome.facts, ...lostParts(root) };
      deliver({ root: closed(root, now(), outcome.error), subject, isFirst });
    },
  };
}

/** Runs a piece of work as part of the trail it happens on; without a trail it is the work and nothing else. */
export function withSpan<T>(name: string, kind: SpanKind, work: () => Promise<T>): Promise<T> {
  const parent = present.getStore();
  if (parent === undefined) return work();
  const span: OpenSpan = { name, kind, startedAt: now(), facts: {}, parts: [], trail: parent.trail };
  return present.run(span, async () => {
    try {
      const result = await work();
      keep(parent, closed(span, now()));
      return result;
    } catch (error) {
      keep(parent, closed(span, now(), error instanceof Error ? error.name : 'unknown'));
      throw error;
    }
  });
}

/** Adds a piece of work that is over, `tookMs` long, to the trail it happened on. */
export function noteSpan(
  name: string,
  kind: SpanKind,
  tookMs: number,
  { facts = {}, error }: { readonly facts?: SpanFacts; readonly error?: string | undefined } = {},
): void {
  const parent = present.getStore();
  if (parent === undefined) return;
  const endedAt = now();
  keep(parent, { name, kind, startedAt: endedAt - tookMs, endedAt, facts, error, parts: [] });
}

/**
 * Says what the work under way is about: the id of a payment, say, a UUID. `isFirst`: it began here. The first word stands, so that
 * a trail belongs to one thing.
 */
export function isAbout(subject: string, { isFirst = false } = {}): void {
  const trail = present.getStore()?.trail;
  if (trail === undefined || trail.subject !== undefined) return;
  trail.subject = subject;
  trail.isFirst = isFirst;
}

/** Whether what is being done is part of a trail. */
export function isOnTrail(): boolean {
  return present.getStore() !== undefined;
}

function keep(parent: OpenSpan, span: Span): void {
  parent.trail.partCount += 1;
  if (parent.trail.partCount <= PARTS_MAX) parent.parts.push(span);
}

function lostParts({ trail }: OpenSpan): SpanFacts {
  return trail.partCount > PARTS_MAX ? { 'parts.lost': trail.partCount - PARTS_MAX } : {};
}

function closed({ name, kind, startedAt, facts, parts }: OpenSpan, endedAt: number, error?: string): Span {
  return { name, kind, startedAt, endedAt, facts, parts, error };
}
