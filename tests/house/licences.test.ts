import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Package {
  readonly dev?: boolean;
  readonly license?: string;
}

/** Licences that ask for nothing but their own text. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PSF-2.0',
  '(MIT OR Apache-2.0)',
  'Unlicense',
  '(MIT OR Apache-2.0)',
  // Licence of `date-holidays`, whose data NOTICE mentions.
  '(ISC AND CC-BY-3.0)',
];
/** The package.json names no licence, but a licence file does: MIT. */
const UNNAMED = ['node_modules/png-js'];

it('every package that runs with the product has a licence that lets anybody pass it on', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Readonly<Record<string, Package>>;
  };
  const others = Object.entries(packages).filter(
    ([name, { dev, license }]) =>
      name !== '' && !dev && !UNNAMED.includes(name) && !ALLOWED.includes(license ?? ''),
  );
  expect(others).toEqual([]);
});
