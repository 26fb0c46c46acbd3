/** Strings, names, comments and bodies between dollars, in which a semicolon ends nothing; then the semicolon that does. */
const PARTS =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\be'(?:[^'\\]|''|\\[\s\S])*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|(?<![\w$])(\$(?:[a-z_]\w*)?\$)[\s\S]*?\1|;/gi;

/**
 * The statements of a text, in order, each with the comments before it. Comments after the last one are left out. Comments within
 * comments, `begin atomic` and rules of several statements are not followed: their parts would be refused.
 */
export function splitSql(text: string): string[] {
  const statements: string[] = [];
  let [from, hasWords] = [0, false];
  let at = 0;
  for (const { 0: part, index } of text.matchAll(PARTS)) {
    hasWords ||= text.slice(at, index).trim() !== '';
    at = index + part.length;
    if (part === ';') {
      if (hasWords) statements.push(text.slice(from, index).trim());
      [from, hasWords] = [at, false];
    }
  }
  if (hasWords || text.slice(at).trim() !== '') statements.push(text.slice(from).trim());
  return statements;
}
