/**
 * `node bin/texts.mjs`: lists every text that people read on screens, in mails, files and messages, to read all at
 * once. Each line has the place, a TAB and the text; filled-in values stand in braces. `node bin/texts.mjs src/web`
 * lists one folder.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

const FOLDERS = process.argv.length > 2 ? process.argv.slice(2) : ['src'];
/** Attributes and properties whose strings are never shown. */
const HIDDEN = new Set([
  'className',
  'class',
  'key',
  'id',
  'type',
  'd',
  'viewBox',
  'autoComplete',
  'rel',
  'href',
]);
/** A sentence, or a word that begins with a capital: 'Save', 'Not ready', '{n} min late'. */
const READABLE = /^[^\p{L}]*\p{Lu}\p{Ll}|\p{L}{2,}[^\p{L}]* \p{L}{2,}/u;
const MACHINE =
  /^(SELECT|INSERT|UPDATE|DELETE|WITH|CREATE|DROP|ALTER|SET|BEGIN|COPY|LISTEN|GRANT|REVOKE|SHOW|FROM|WHERE|AND|LEFT JOIN)\b|::|=>|\b(flex|grid|text-|bg-|border-|rounded|px-|py-)\b|^[A-Za-z]+(-[A-Za-z]+)+$|;$|\b[a-z]+_[a-z]+\b/;

const files = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((item) => {
    const path = join(folder, item.name);
    if (item.isDirectory()) return files(path);
    return /\.tsx?$/.test(item.name) ? [path] : [];
  });

const squeeze = (text) => text.replace(/\s+/g, ' ');

function textsOf(file) {
  const source = readFileSync(file, 'utf8');
  const found = [];
  const add = (node, text) => {
    const shown = squeeze(text).trim();
    if (READABLE.test(shown) && !MACHINE.test(shown))
      found.push({ line: source.slice(0, node.start).split('\n').length, shown });
  };
  const filledIn = (node) =>
    node.type === 'Literal'
      ? String(node.value)
      : `{${squeeze(source.slice(node.start, node.end)).slice(0, 40)}}`;

  function visit(node, parent) {
    if (Array.isArray(node)) {
      for (const child of node) visit(child, parent);
      return;
    }
    if (typeof node?.type !== 'string') return;
    if (/^(Import|Export(All|Named))/.test(node.type) && node.source) return;
    if (node.type.startsWith('TS') && /Type|Interface/.test(node.type)) return;
    if (node.type === 'ThrowStatement') return;
    if (node.type === 'TaggedTemplateExpression') return;
    if (HIDDEN.has(node.name?.name) || (node.type === 'Property' && HIDDEN.has(node.key?.name))) {
      if (node.type === 'JSXAttribute' || node.type === 'Property') return;
    }
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      const parts = node.children.map((child) => {
        if (child.type === 'JSXText') return child.value;
        return child.type === 'JSXExpressionContainer' ? filledIn(child.expression) : '…';
      });
      if (node.children.some((child) => child.type === 'JSXText' && child.value.trim() !== ''))
        add(node, parts.join(''));
    } else if (
      node.type === 'Literal' &&
      typeof node.value === 'string' &&
      parent?.type !== 'JSXExpressionContainer'
    )
      add(node, node.value);
    else if (node.type === 'TemplateLiteral')
      add(
        node,
        node.quasis
          .map(({ value }, i) => value.cooked + (node.expressions[i] ? filledIn(node.expressions[i]) : ''))
          .join(''),
      );
    for (const [name, child] of Object.entries(node))
      if (name !== 'type' && typeof child === 'object') visit(child, node);
  }
  visit(parseSync(file, source).program.body);
  return found.map(({ line, shown }) => `${file}:${line}\t${shown}`);
}

const rows = FOLDERS.flatMap(files).flatMap(textsOf);
console.log(rows.join('\n'));
console.log(`${rows.length} texts, ${new Set(rows.map((row) => row.split('\t')[1])).size} different`);
