import { describe, expect, it } from 'vitest';
import { importsOf, sources } from './sources.ts';

const ISLAND = 'src/server/platform/database/embedded/';
const DOOR = 'src/server/platform/database/open.ts';

/** Wings without rooms. */
const HALLS = ['demo', 'live', 'metrics'];
/** Room of a file: its folder in a wing (`hours/corrections`), or the file. The embedded PostgreSQL is one room. */
function roomOf(path: string): string {
  if (path.startsWith(ISLAND)) return 'database/embedded';
  if (HALLS.includes(wingOf(path))) return wingOf(path);
  return path.slice('src/server/'.length).split('/').slice(0, 2).join('/');
}

/** For each room the rooms it imports, types included. */
function importsByRoom(folder: string, roomOf: (path: string) => string): Map<string, Set<string>> {
  const rooms = new Map<string, Set<string>>();
  for (const source of sources(folder)) {
    const from = roomOf(source.path);
    const imported = rooms.get(from) ?? new Set<string>();
    rooms.set(from, imported);
    for (const { target } of importsOf(source))
      if (target?.startsWith(`${folder}/`) && roomOf(target) !== from) imported.add(roomOf(target));
  }
  return rooms;
}

/** All rooms that a room reaches over any number of imports. */
function reachedFrom(room: string, rooms: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>();
  const visit = (one: string): void => {
    for (const next of rooms.get(one) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      visit(next);
    }
  };
  visit(room);
  return reached;
}

const wingOf = (path: string): string => path.split('/')[2] ?? '';

/** From the ground to the roof: a wing imports only wings before it. */
const SERVER = [
  'platform',
  'ledger',
  'workplace',
  'people',
  'hours',
  'payroll',
  'record',
  'live',
  'metrics',
  'demo',
];
/** What every screen uses; then a folder for each capability; then what shows several of them. */
const WEB =
  'ui browser time timeline api.ts product.ts documents forms session live security frame corrections people leave clock requests ' +
  'expected periods reports settings monitoring person team screens app.tsx main.tsx';

describe('the wings', () => {
  it.each([
    ['server', SERVER],
    ['web', WEB.split(' ')],
  ])('of the %s import only wings below them, and nothing of what composes all', (side, order) => {
    const folder = `src/${side}`;
    const all = sources(folder).filter(({ path }) => side === 'web' || path.split('/').length > 3);
    expect(new Set(all.map(({ path }) => wingOf(path)))).toEqual(new Set(order));
    const upward = all.flatMap((source) =>
      importsOf(source)
        .filter(({ target }) => target?.startsWith(`${folder}/`) && !target.endsWith('.css'))
        .filter(({ target }) => {
          const to = order.indexOf(wingOf(target ?? ''));
          return to < 0 || to > order.indexOf(wingOf(source.path));
        })
        .map(({ specifier }) => `${source.path} -> ${specifier}`),
    );
    expect(upward).toEqual([]);
  });
});

describe('the rooms', () => {
  it.each([
    ['rooms of the server', 'src/server', roomOf],
    ['files of the domain', 'src/domain', (path: string) => path],
  ])('no two %s import each other, directly or through others', (_, folder, nameOf) => {
    const rooms = importsByRoom(folder, nameOf);
    expect(rooms.size).toBeGreaterThan(20);
    const circular = [...rooms.keys()].filter((room) => reachedFrom(room, rooms).has(room));
    expect(circular).toEqual([]);
  });

  it('the embedded PostgreSQL imports nothing else of the project', () => {
    const abroad = sources(ISLAND.slice(0, -1)).flatMap((source) =>
      importsOf(source)
        .filter(({ target }) => target !== null && !target.startsWith(ISLAND))
        .map(({ specifier }) => `${source.path} -> ${specifier}`),
    );
    expect(abroad).toEqual([]);
  });

  it('only database/open.ts imports the embedded PostgreSQL', () => {
    const visitors = sources('src')
      .filter((source) => !source.path.startsWith(ISLAND) && source.path !== DOOR)
      .filter((source) => importsOf(source).some(({ target }) => target?.startsWith(ISLAND)))
      .map((source) => source.path);
    expect(visitors).toEqual([]);
  });
});
