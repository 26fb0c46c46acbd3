import { type Answer, page } from './network.ts';
import { ID } from './staff-samples.ts';

/** A page of staff, by what it is answered. */
export interface Face {
  /** The address of the page. */
  readonly address: string;
  /** The call that it reads. */
  readonly reads: string;
  readonly content: Answer;
  /** A text of the content that the page shows. */
  readonly shows: string;
  /** A list without rows, and what it then says; left out where something is always there. */
  readonly empty?: string;
  /** The cards of a list on a phone, where no headings stand above the values: its name and the word beside each value. */
  readonly cards?: readonly {
    readonly list: string;
    readonly query?: string;
    readonly labels: readonly string[];
  }[];
}

/** A page about one thing. */
export const one = (path: string, reads: string, body: object, shows: string): Face => ({
  address: path.replace(':id', ID),
  reads: `GET /admin/${reads.replace(':id', ID)}`,
  content: [200, body],
  shows,
});
/** A page that lists. */
export const list = (address: string, reads: string, row: object, shows: string, empty: string): Face => ({
  address,
  reads: `GET /admin/${reads}`,
  content: page([row]),
  shows,
  empty,
});
