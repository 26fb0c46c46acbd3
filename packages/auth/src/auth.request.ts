import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { clientAddress } from '@mohlat/platform/http/client-address.ts';
import { findUnstorable } from '@mohlat/platform/http/storable.ts';
import { AuthError } from './auth.errors.ts';
import type { Caller } from './auth.parts.ts';

const USER_AGENT_MAX = 500;
const LANGUAGES_MAX = 100;
/** Long enough that another's cannot be found by chance. */
const DEVICE_NAME = /^[\w-]{20,64}$/;

/** Reads the caller of a request, and the addresses they would like to be led to. */
export function readCaller(request: FastifyRequest): Caller {
  return {
    ip: clientAddress(request),
    userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_MAX) ?? null,
    device: DEVICE_NAME.exec(headerText(request, 'x-device-name') ?? '')?.[0] ?? null,
    languages: headerText(request, 'accept-language')?.slice(0, LANGUAGES_MAX),
    targets: [
      headerText(request, 'redirect_to'),
      queryText(request, 'redirect_to') || undefined,
      request.headers.referer,
    ],
  };
}

export function headerText(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** A query parameter; the first where it is repeated, empty where it is missing. */
export function queryText(request: FastifyRequest, name: string): string {
  const value = (request.query as Readonly<Record<string, unknown>>)[name];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : '';
}

/** All query parameters that are given once, or the first of each. */
export function queryTexts(request: FastifyRequest): Record<string, string> {
  const names = Object.keys(request.query as object);
  return Object.fromEntries(names.map((name) => [name, queryText(request, name)]));
}

/** The parameters of a posted form. */
export function formText(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '');
}

/** A part of the path, as its pattern names it. */
export function pathText(request: FastifyRequest, name: string): string {
  return (request.params as Readonly<Record<string, string>>)[name] ?? '';
}

/** The body where it can be read so, before it is known whether it has to be. */
export function peekBody<S extends z.ZodType>(request: FastifyRequest, schema: S): z.infer<S> | undefined {
  try {
    return readBody(request, schema);
  } catch {
    return undefined;
  }
}

/** As `readBody`, where sending nothing is right too. */
export function readOptionalBody<S extends z.ZodType>(request: FastifyRequest, schema: S): z.infer<S> {
  const isEmpty = !Buffer.isBuffer(request.body) || request.body.toString('utf8').trim() === '';
  return isEmpty ? schema.parse({}) : readBody(request, schema);
}

/** The body as the schema has it: unknown fields dropped, null taken for absent. Throws bad_json. */
export function readBody<S extends z.ZodType>(request: FastifyRequest, schema: S): z.infer<S> {
  const text = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
  if (text.trim() === '') throw badJson('unexpected end of JSON input');
  const parsed = schema.safeParse(parse(text) ?? {});
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path.join('.') ?? '';
  throw badJson(path === '' ? 'an object is expected' : `field ${path} has the wrong type`);
}

function parse(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badJson('invalid character or structure');
  }
  // Said here it is a 400, by the database it would be a 500.
  const found = findUnstorable(value);
  if (found) throw badJson(found.message.toLowerCase());
  return value;
}

function badJson(detail: string): AuthError {
  return new AuthError('bad_json', { message: `Could not parse request body as JSON: ${detail}` });
}
