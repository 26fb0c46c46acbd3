import { ERRORS, type ErrorCode, type Problem } from '@mohlat/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ZodError, type z } from 'zod';
import { DomainError, type FieldError } from './domain-error.ts';
import { fieldInHindi } from './field-words.hi.ts';
import { languageOf } from './language.ts';
import { errorName, errorPlace } from '@mohlat/platform/http/error-name.ts';

const RETRY_AFTER_SECONDS = 3;
const FIELD_ERRORS_MAX = 20;

export const PROBLEM_TYPE = 'application/problem+json';

/** Answers a request with the problem document of an error. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const described = describe(error);
  const { code, retryAfterSeconds } = described;
  const entry = ERRORS[code];
  if (entry.status >= 500 && code === 'internal') {
    request.log.error(
      { code, error: errorName(error), stack: errorPlace(error) },
      'request failed unexpectedly',
    );
  } else {
    request.log.info({ code }, 'request refused');
  }
  const problem = problemOf(described, languageOf(request.headers), request.id);
  if (entry.status === 429 || entry.status === 503) {
    reply.header('retry-after', String(retryAfterSeconds ?? entry.waitSeconds ?? RETRY_AFTER_SECONDS));
  }
  // A public answer may be kept, a failure of it may not.
  reply.header('cache-control', 'no-store');
  return reply.status(entry.status).type(PROBLEM_TYPE).send(JSON.stringify(problem));
}

/**
 * The only translator from errors to problem documents (RFC 9457). A sentence with figures is more precise than the
 * catalogue's and is in English alone: who reads Hindi is told the catalogue's. Of fields the same: decision 191.
 */
export function problemOf(
  { code, errors, detail, first }: Described,
  language: 'en' | 'hi',
  requestId: string,
): Problem {
  const entry = ERRORS[code];
  return {
    type: `https://mohlat.example/problems/${code}`,
    title: titleOf(code),
    status: entry.status,
    code,
    detail: language === 'hi' ? entry.hi : (detail ?? entry.en),
    retry: entry.retry,
    ...(errors ? { errors: errors.map((one) => inLanguage(one, language)) } : {}),
    ...(first ? { first: { by: first.by, at: first.at.toISOString() } } : {}),
    requestId,
  };
}

function inLanguage({ path, message }: FieldError, language: 'en' | 'hi'): FieldError {
  return { path, message: language === 'hi' ? fieldInHindi(message) : message };
}

/** The code an error is answered with. */
export function codeOf(error: unknown): ErrorCode {
  return describe(error).code;
}

/** Turns a zod error into one entry a field. */
function fieldErrors(error: ZodError): FieldError[] {
  return onePerField(issuesOf(error));
}

/** Keeps the first thing wrong with each field; of very many fields, the first few. */
export function onePerField(errors: readonly FieldError[]): FieldError[] {
  const seen = new Set<string>();
  return errors.filter(({ path }) => !seen.has(path) && seen.add(path)).slice(0, FIELD_ERRORS_MAX);
}

/** Every issue of a zod error under the name of its field. */
export function issuesOf(error: ZodError): FieldError[] {
  return listIssues(error.issues, []);
}

function listIssues(issues: readonly z.core.$ZodIssue[], above: readonly PropertyKey[]): FieldError[] {
  return issues.flatMap((issue) => {
    const place = [...above, ...issue.path];
    const path = place.map(String).join('.');
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ path: path ? `${path}.${key}` : key, message: 'Unknown field' }));
    }
    return (
      (issue.code === 'invalid_union' && nearest(issue.errors, place)) || [{ path, message: issue.message }]
    );
  });
}

/** The issues of the option that was missed by the fewest, the first of several; undefined where no option was tried. */
function nearest(
  options: readonly (readonly z.core.$ZodIssue[])[],
  place: readonly PropertyKey[],
): FieldError[] | undefined {
  const [first, ...others] = options.map((issues) => listIssues(issues, place));
  return others.reduce((best, one) => (best && one.length < best.length ? one : best), first);
}

type Described = { readonly code: ErrorCode } & DomainError['details'];

function describe(error: unknown): Described {
  if (error instanceof DomainError) return { code: error.code, ...error.details };
  if (error instanceof ZodError) return { code: 'validation_failed', errors: fieldErrors(error) };
  const fastify = error as FastifyError;
  if (fastify.statusCode === 413) return { code: 'payload_too_large' };
  if (fastify.statusCode === 429) return { code: 'too_many_requests' };
  if (fastify.statusCode === 415 || fastify.statusCode === 400) return { code: 'bad_json' };
  return { code: 'internal' };
}

function titleOf(code: ErrorCode): string {
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
