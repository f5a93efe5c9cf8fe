import { describe, expect, it } from 'vitest';
import { callsOf, importsOf, textsOf } from './sources.ts';

const source = (text: string) => ({ path: 'src/web/screens/login/login.tsx', text });

describe('how the architecture tests read sources', () => {
  it('finds imports of every form, with their target files', () => {
    const imports = importsOf(
      source(`
      import type { A } from '#domain/time/units';
      import { type B, c } from '../join/join.tsx';
      export * from '#server/platform/config';
      export { d } from 'zod/mini';
      const e = await import('./f.ts');
      const g = await import(h);
      // import { no } from './comment.ts';
    `),
    );
    expect(imports).toEqual([
      { specifier: '#domain/time/units', target: 'src/domain/time/units.ts', typeOnly: true },
      { specifier: '../join/join.tsx', target: 'src/web/screens/join/join.tsx', typeOnly: false },
      { specifier: '#server/platform/config', target: 'src/server/platform/config.ts', typeOnly: false },
      { specifier: 'zod/mini', target: null, typeOnly: false },
      { specifier: './f.ts', target: 'src/web/screens/login/f.ts', typeOnly: false },
      { specifier: '(computed)', target: null, typeOnly: false },
    ]);
  });

  it('finds texts in literals and templates, but not in comments', () => {
    expect(textsOf(source("const a = 'one'; const b = `two ${a} three`; // four"))).toEqual([
      'one',
      'two ? three',
    ]);
  });

  it('distinguishes reading the clock from making a date of a number', () => {
    expect(callsOf(source('Date.now(); new Date(); new Date(5); clock.now();'))).toEqual([
      'Date.now/0',
      'new Date/0',
      'new Date/1',
      'clock.now/0',
    ]);
  });
});
