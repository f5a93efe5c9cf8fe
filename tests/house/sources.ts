/**
 * Reads the project's own files for the tests of its architecture: their imports and texts.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseAst } from 'vite';

const IGNORED = new Set(['.git', '.cache', 'node_modules', 'dist', 'data', 'data-demo', 'test-results']);

export interface Source {
  /** Path from the project's root, with '/'. */
  readonly path: string;
  readonly text: string;
}

export interface Import {
  readonly specifier: string;
  /** Path from the root of one of our own files, or null for a package or a Node module. */
  readonly target: string | null;
  /** Erased by the compiler: reaches nothing at run time. */
  readonly typeOnly: boolean;
}

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

/**
 * Every file under `folder` ('' for the root) whose name ends with one of `endings`; all files without
 * endings.
 */
export function files(folder: string, endings: readonly string[] = ['']): string[] {
  return readdirSync(folder === '' ? '.' : folder, { withFileTypes: true })
    .flatMap((item) => {
      if (IGNORED.has(item.name)) return [];
      const path = posix.join(folder, item.name);
      if (item.isDirectory()) return files(path, endings);
      return endings.some((ending) => path.endsWith(ending)) ? [path] : [];
    })
    .toSorted();
}

export const read = (path: string): Source => ({ path, text: readFileSync(path, 'utf8') });

/** All TypeScript of the folder. */
export const sources = (folder: string): Source[] => files(folder, ['.ts', '.tsx']).map(read);

function collect(value: unknown, found: Node[]): Node[] {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, found);
  } else if (typeof value === 'object' && value !== null) {
    if ('type' in value && typeof value.type === 'string') found.push(value as Node);
    for (const child of Object.values(value)) collect(child, found);
  }
  return found;
}

/** Caches the nodes of each parsed text, since many rules read the same files. */
const trees = new Map<string, Node[]>();

/** All nodes of a file, from the top down. */
function tree({ path, text }: Source): Node[] {
  const lang = path.endsWith('x') ? 'tsx' : 'ts';
  const known = trees.get(lang + text);
  if (known) return known;
  const nodes = collect(parseAst(text, { lang }), []);
  trees.set(lang + text, nodes);
  return nodes;
}

const textOf = (node: unknown): string | null =>
  typeof node === 'object' && node !== null && 'value' in node && typeof node.value === 'string'
    ? node.value
    : null;

function targetOf(specifier: string, from: string): string | null {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  const [, room, rest] = /^#(texts|domain|contract|documents|server|web|tests)\/(.+)$/.exec(specifier) ?? [];
  if (room === undefined || rest === undefined) return null;
  const root = room === 'tests' ? 'tests' : `src/${room}`;
  return room === 'web' ? `${root}/${rest}` : `${root}/${rest}.ts`;
}

function isTypeOnly(node: Node): boolean {
  if (node['importKind'] === 'type' || node['exportKind'] === 'type') return true;
  const specifiers = node['specifiers'];
  return (
    Array.isArray(specifiers) &&
    specifiers.length > 0 &&
    specifiers.every((one: Node) => one['importKind'] === 'type' || one['exportKind'] === 'type')
  );
}

/**
 * Static and dynamic imports and re-exports. A dynamic import of anything but a plain text is listed as
 * '(computed)'.
 */
export function importsOf(source: Source): Import[] {
  const kinds = new Set([
    'ImportDeclaration',
    'ExportAllDeclaration',
    'ExportNamedDeclaration',
    'ImportExpression',
    'TSImportType',
  ]);
  return tree(source)
    .filter((node) => kinds.has(node.type))
    .flatMap((node) => {
      if (node.type === 'ExportNamedDeclaration' && (node['source'] ?? null) === null) return [];
      const specifier = textOf(node['source'] ?? node['argument']) ?? '(computed)';
      return [
        {
          specifier,
          target: targetOf(specifier, source.path),
          typeOnly: isTypeOnly(node) || node.type === 'TSImportType',
        },
      ];
    });
}

/** The texts written in a file: string literals and the pieces of templates, comments excluded. */
export function textsOf(source: Source): string[] {
  return tree(source).flatMap((node) => {
    if (node.type === 'Literal' || node.type === 'JSXText') return textOf(node) ?? [];
    if (node.type !== 'TemplateLiteral') return [];
    const quasis = node['quasis'] as readonly { value: { cooked: string } }[];
    return quasis.map((piece) => piece.value.cooked).join('?');
  });
}

const isWords = (text: string): boolean => /[A-Za-z]{2}/.test(text);
/** An attribute with a sentence or a capital is a text. */
const MAYBE_CLASSES = /^(className|class|d|viewBox|points|style|href|type|\w*Class)$/;

/** Texts that stand in the markup itself: between tags, in braces between tags, and in attributes. */
export function textsInMarkup(source: Source): string[] {
  return tree(source).flatMap((node) => {
    if (node.type === 'JSXText') return isWords(textOf(node) ?? '') ? [textOf(node)?.trim() ?? ''] : [];
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      return (node['children'] as readonly Node[]).flatMap((child) => {
        const text = child.type === 'JSXExpressionContainer' ? textOf(child['expression']) : null;
        return text !== null && isWords(text) ? text : [];
      });
    if (node.type !== 'JSXAttribute') return [];
    const [name, text] = [String((node['name'] as Node)['name']), textOf(node['value'])];
    return text !== null && !MAYBE_CLASSES.test(name) && /^[A-Z][a-z]|[a-z] [a-z]/.test(text) ? text : [];
  });
}

/**
 * Names called without an object or on an object, e.g. 'Date.now', with the number of arguments:
 * 'Date.now/0', 'new Date/1'.
 */
export function callsOf(source: Source): string[] {
  const name = (node: unknown): string => {
    if (typeof node !== 'object' || node === null || !('type' in node)) return '?';
    const one = node as Node;
    if (one.type === 'Identifier') return String(one['name']);
    if (one.type === 'MemberExpression') return `${name(one['object'])}.${name(one['property'])}`;
    return '?';
  };
  return tree(source).flatMap((node) => {
    const count = Array.isArray(node['arguments']) ? node['arguments'].length : 0;
    if (node.type === 'NewExpression') return `new ${name(node['callee'])}/${count}`;
    return node.type === 'CallExpression' ? `${name(node['callee'])}/${count}` : [];
  });
}

/** The build replaces these by their values, so that they bring no imports. */
const REPLACED_BY_BUILD = 'src/contract/addresses.ts';

/** All of our own files that `entry` reaches at run time, itself included. */
export function reachableFrom(entry: string): Set<string> {
  const known = new Set(files('src', ['.ts', '.tsx']));
  const reached = new Set<string>();
  const visit = (path: string): void => {
    if (reached.has(path) || !known.has(path)) return;
    reached.add(path);
    if (path === REPLACED_BY_BUILD) return;
    for (const one of importsOf(read(path))) if (one.target !== null && !one.typeOnly) visit(one.target);
  };
  visit(entry);
  return reached;
}
