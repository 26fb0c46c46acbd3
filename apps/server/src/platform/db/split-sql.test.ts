import { expect, test } from 'vitest';
import { splitSql } from './split-sql.ts';

test.each([
  ['one without a semicolon', 'select 1', ['select 1']],
  ['two', 'select 1; select 2;\n', ['select 1', 'select 2']],
  ['one with a comment before it', '-- one; two\nselect 1;', ['-- one; two\nselect 1']],
  ['comments alone after the last', 'select 1; -- the end;\n/* over; */', ['select 1']],
  ['nothing between two semicolons', 'select 1;;select 2', ['select 1', 'select 2']],
  ['strings', "select 'a;''b;'; select e'a\\';'", ["select 'a;''b;'", "select e'a\\';'"]],
  ['a name in quotes', 'select "a;b"; select 2', ['select "a;b"', 'select 2']],
  [
    'a body between dollars',
    "do $$ begin perform 1; perform '$1'; end $$; select 2",
    ["do $$ begin perform 1; perform '$1'; end $$", 'select 2'],
  ],
  ['a body in a body', 'do $a$ x; $$;$$; $a$; select 2', ['do $a$ x; $$;$$; $a$', 'select 2']],
])('given a text of SQL with %s, when it is split, each statement is by itself', (_, text, statements) => {
  expect(splitSql(text)).toEqual(statements);
});
