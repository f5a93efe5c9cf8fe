/**
 * Checks docs/specification.md: every point names existing tests, word for word, or says 'open' with its topic. Prints
 * how many points have tests and how many are open. With --titles it prints all test titles.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';

const DOCUMENT = 'docs/specification.md';
const TOPICS = ['employee screens', 'administrator screens'];
const SECTIONS = [
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
  '9',
  'D0',
  'D1',
  'D2',
  'D3',
  'D4',
  'D5',
  'D6',
  'D7',
  'E1',
];

const MODIFIERS = new Set(['each', 'for', 'concurrent', 'sequential', 'skipIf', 'runIf', 'extend']);

function testFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((item) => {
    const path = join(folder, item.name);
    if (item.isDirectory()) return testFiles(path);
    return /\.test\.tsx?$/.test(item.name) ? [path] : [];
  });
}

/** The identifier a call starts with: 'it' for it('…'), it.each(…)('…') and it.concurrent('…'). */
function rootOf(callee) {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression')
    return MODIFIERS.has(callee.property.name) ? rootOf(callee.object) : '';
  return callee.type === 'CallExpression' || callee.type === 'TaggedTemplateExpression'
    ? rootOf(callee.callee ?? callee.tag)
    : '';
}

function titleOf(node) {
  const [first] = node.arguments;
  if (first?.type === 'Literal' && typeof first.value === 'string') return first.value;
  return first?.type === 'TemplateLiteral' ? first.quasis.map((piece) => piece.value.cooked).join('…') : null;
}

/** Full titles, those of the describes around them included: 'lateness > 09:06 is a minute late'. */
function* titles(node, around = []) {
  if (Array.isArray(node)) {
    for (const child of node) yield* titles(child, around);
  } else if (typeof node === 'object' && node !== null) {
    const root = node.type === 'CallExpression' ? rootOf(node.callee) : '';
    const title = ['describe', 'it', 'test'].includes(root) ? titleOf(node) : null;
    if (title !== null && root !== 'describe') yield [...around, title].join(' > ');
    const inside = title !== null && root === 'describe' ? [...around, title] : around;
    for (const child of Object.values(node)) yield* titles(child, inside);
  }
}

const known = new Set(
  testFiles('tests').flatMap((path) => [
    ...titles(parseAst(readFileSync(path, 'utf8'), { lang: path.endsWith('x') ? 'tsx' : 'ts' }).body),
  ]),
);
if (process.argv.includes('--titles')) console.log([...known].join('\n'));

/** Rows like '| 5.3 | the point | the tests, separated by <br> |'. */
const rows = readFileSync(DOCUMENT, 'utf8')
  .split('\n')
  .flatMap((line, index) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
    return /^(\d|[DE]\d)\.\d+$/.test(cells[1] ?? '')
      ? [{ line: index + 1, number: cells[1], point: cells[2], shown: cells[3] ?? '' }]
      : [];
  });

const faults = [];
const open = new Map(TOPICS.map((topic) => [topic, 0]));
const numbers = new Set();
for (const row of rows) {
  const where = `${DOCUMENT}:${row.line} (${row.number})`;
  if (numbers.has(row.number)) faults.push(`${where}: this number stands twice`);
  numbers.add(row.number);
  const topic = /^open \((.+)\)$/.exec(row.shown)?.[1];
  if (topic !== undefined && open.has(topic)) open.set(topic, open.get(topic) + 1);
  else if (topic !== undefined) faults.push(`${where}: '${topic}' is not a topic (${TOPICS.join(', ')})`);
  else if (row.shown === '') faults.push(`${where}: names no test`);
  else
    for (const title of row.shown.split('<br>'))
      if (!known.has(title.trim())) faults.push(`${where}: there is no test called '${title.trim()}'`);
}
for (const section of SECTIONS)
  if (![...numbers].some((number) => number.startsWith(`${section}.`)))
    faults.push(`${DOCUMENT}: nothing from section ${section}`);

const waiting = [...open.values()].reduce((sum, count) => sum + count, 0);
for (const fault of faults) console.error(fault);
console.log(
  `specification: ${rows.length} points, ${rows.length - waiting} shown by tests, ${waiting} open (${[...open].map(([topic, count]) => `${topic} ${count}`).join(', ')})`,
);
process.exitCode = faults.length > 0 || rows.length === 0 ? 1 : 0;
