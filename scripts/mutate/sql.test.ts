import { describe, expect, it } from 'vitest';
import { applyMutation } from './mutation.ts';
import { enclosingSql, mutateSql } from './sql.ts';

const HEAD = 'create or replace function f(p_day date) returns void language';

/** Applies each fault of a kind to the body of a function; answers the bodies. */
function madeOf(body: string, kind: string, language: 'sql' | 'plpgsql' = 'sql'): readonly string[] {
  const text = `${HEAD} ${language} as $$${body}$$;\ngrant execute on function f(date) to mohlat_worker;`;
  return mutateSql('a.sql', text)
    .filter((one) => one.kind === kind)
    .map((one) => applyMutation(text, one).split('$$')[1] ?? '');
}

describe('faults in SQL', () => {
  it('a boundary moves, a comparison turns round', () => {
    expect(madeOf('select 1 where a.due_on <= p_day', 'boundary')).toEqual([
      'select 1 where a.due_on < p_day',
    ]);
    expect(madeOf("select a.kind = 'penal'", 'comparison')).toEqual(["select a.kind <> 'penal'"]);
  });

  it('what is set is no comparison, and a person’s id is left alone', () => {
    const body =
      "update loans l set status = 'npa', closed_on = p_day from due where l.user_id = due.user_id and l.id = due.id";
    expect(madeOf(body, 'comparison')).toEqual([body.replace('l.id = due.id', 'l.id <> due.id')]);
    expect(madeOf(body, 'dropped condition')).toEqual([body.replace('and l.id = due.id', '')]);
  });

  it('what is raised or counted is no comparison', () => {
    const body = "begin get diagnostics v_count = row_count; raise exception using errcode = 'x'; end";
    expect(madeOf(body, 'comparison', 'plpgsql')).toEqual([]);
  });

  it('a condition that spares a statement on empty lists is not made wider', () => {
    const body = 'begin if cardinality(p_a) > 0 or cardinality(p_b) > 0 then update c set d = 1; end if; end';
    const wider = body.replace('cardinality(p_a) > 0 or cardinality(p_b) > 0', 'false');
    expect(madeOf(body, 'condition', 'plpgsql')).toEqual([wider]);
    expect(madeOf(body, 'boundary', 'plpgsql')).toEqual([]);
    expect(madeOf(body, 'constant', 'plpgsql')).toContain(body.replace('p_a) > 0', 'p_a) > 1'));
    expect(madeOf('begin if v_left > 0 then return; end if; end', 'condition', 'plpgsql')).toHaveLength(2);
  });

  it('one condition of several is left out, and an end of between is none', () => {
    const body =
      'select 1 from a where a.x between 2 and 3 and not a.y and exists (select 1 from b where b.z) order by 1';
    expect(madeOf(body, 'dropped condition')).toEqual([
      body.replace('a.x between 2 and 3 and ', ''),
      body.replace('and not a.y', ''),
      body.replace('and exists (select 1 from b where b.z)', ''),
      body.replace('b.z', 'true'),
    ]);
  });

  it('the least becomes the greatest, a sum a difference', () => {
    expect(madeOf('select least(a, b + 1)', 'opposite')).toEqual(['select greatest(a, b + 1)']);
    expect(madeOf('select least(a, b + 1)', 'arithmetic')).toEqual(['select least(a, b - 1)']);
    expect(madeOf('select count(*), a.* from a', 'arithmetic')).toEqual([]);
    // Two days have no sum.
    expect(madeOf('select p_day - i.start_on, p_day - 1', 'arithmetic')).toEqual([
      'select p_day - i.start_on, p_day + 1',
    ]);
  });

  it('an order turns round, but not that of locks, and a limit is left out', () => {
    expect(madeOf('select a from b order by seq desc limit 1', 'order')).toEqual([
      'select a from b order by seq asc limit 1',
    ]);
    expect(madeOf('select a from b order by seq limit 1', 'order')).toEqual([
      'select a from b order by seq desc limit 1',
    ]);
    expect(madeOf('select a from b order by seq limit 1', 'dropped limit')).toEqual([
      'select a from b order by seq ',
    ]);
    expect(madeOf('select a from b order by user_id for update', 'order')).toEqual([]);
  });

  it('a statement is left out, but no declaration and no lock', () => {
    const body =
      'declare v_a bigint := 1; begin perform 1 from a for update; v_a := 2; if b then perform g(v_a); end if; end';
    expect(madeOf(body, 'dropped statement', 'plpgsql')).toEqual([
      body.replace('v_a := 2', 'null'),
      body.replace('perform g(v_a)', 'null'),
    ]);
  });

  it('the order of a loop turns round, and not what stands in it', () => {
    const body = 'begin for v_a in select b from c order by d loop perform g(v_a, e); end loop; end';
    expect(madeOf(body, 'order', 'plpgsql')).toEqual([body.replace('order by d', 'order by d desc')]);
  });

  it('a statement that only locks is left alone as a whole', () => {
    const body =
      'begin perform 1 from a where b = 1 for update; perform rows_lock(c) from d where e = 2; perform f(g) from h where i = 3; end';
    expect(madeOf(body, 'comparison', 'plpgsql')).toEqual([body.replace('i = 3', 'i <> 3')]);
    const locking = `${HEAD.replace('f(', 'a_lock(')} sql as $$ select b where c = 1 $$;`;
    expect(mutateSql('a.sql', locking)).toEqual([]);
    expect(mutateSql('a.sql', locking.replace('returns void', 'returns uuid'))).not.toEqual([]);
  });

  it('a condition of a statement always holds, or never', () => {
    const body = 'begin if a > 0 then return; end if; end';
    expect(madeOf(body, 'condition', 'plpgsql')).toEqual([
      body.replace('a > 0', 'true'),
      body.replace('a > 0', 'false'),
    ]);
  });

  it('the name of a lock is left alone, and whether it is taken', () => {
    const body =
      "begin perform pg_advisory_xact_lock(hashtextextended('a', 0)); if not pg_try_advisory_xact_lock(7) then return 3; end if; end";
    expect(madeOf(body, 'constant', 'plpgsql')).toEqual([
      body.replace('return 3', 'return 4'),
      body.replace('return 3', 'return 2'),
    ]);
    expect(madeOf(body, 'condition', 'plpgsql')).toEqual([]);
  });

  it('numbers that name columns or ask for rows are left alone', () => {
    expect(madeOf('select 1 from a group by 1, 2 having sum(b) > 3', 'constant')).toEqual([
      'select 1 from a group by 1, 2 having sum(b) > 4',
      'select 1 from a group by 1, 2 having sum(b) > 2',
    ]);
  });

  it('comments, texts and what stands outside of bodies are left alone', () => {
    const text = `-- a < 1\n${HEAD} sql as $$ select 'a < 1 and b' /* not c */ $$;\ndrop function if exists g(date);`;
    expect(mutateSql('a.sql', text)).toEqual([]);
  });

  it('a block that installs is no function and left alone, and what comes behind it is not', () => {
    const block = 'do $$ begin if a > 1 then drop table b; end if; end $$;';
    expect(mutateSql('a.sql', block)).toEqual([]);
    const both = `${block}\n${HEAD} sql as $$ select b where c = 1 $$;`;
    expect(mutateSql('a.sql', both).every(({ at }) => at > block.length)).toBe(true);
    expect(mutateSql('a.sql', both)).not.toEqual([]);
  });

  it('knows the function around a fault, with what is said above it', () => {
    const text = `-- One.\n${HEAD} sql as $$ select 1 $$;\n\n-- Rule: RULE-L3.\n${HEAD.replace('f(', 'g(')} sql as $$ select 2 $$;\n`;
    expect(enclosingSql(text, text.indexOf('select 2'))).toEqual({
      name: 'g',
      text: text.slice(text.indexOf('-- Rule')),
    });
  });
});
