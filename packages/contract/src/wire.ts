import type { BusinessDate, Paise } from '@mohlat/money';
import type { z } from 'zod';
import type { EndpointOf } from './catalogue.ts';

type SchemaOf<E, Part extends 'body' | 'query' | 'params' | 'answer'> =
  EndpointOf<E> extends { readonly [Key in Part]: infer S extends z.ZodType } ? S : never;

/** The parts of a request, parsed by the endpoint's schemas: amounts and days carry the brands of rules. */
export type BodyOf<E> = z.output<SchemaOf<E, 'body'>>;
export type QueryOf<E> = z.output<SchemaOf<E, 'query'>>;
/** The server's answer before its schema checks it on the way out: any number is accepted as an amount. */
export type AnswerOf<E> = z.input<SchemaOf<E, 'answer'>>;

/** The same on the other side of the wire: what a caller may send, and what it is told, with the brands of rules. */
export type SentOf<E, Part extends 'body' | 'query' | 'params'> = Part extends 'query'
  ? PlainEach<QueryOf<E>>
  : z.input<SchemaOf<E, Part>>;
export type ToldBy<E> = z.output<SchemaOf<E, 'answer'>>;

/** A query is a line of text: what is put into it are the values themselves, without brands. */
type PlainEach<T> = { [Key in keyof T]: Plain<T[Key]> };
type Plain<T> = T extends Paise ? number : T extends BusinessDate ? string : T;
