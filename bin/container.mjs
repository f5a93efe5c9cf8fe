/**
 * `npm run container [-- --check]`: carries out the Containerfile without a container engine, into .cache/container.
 * Starts the result unprivileged by Debian's `bubblewrap`, read-only except /data and /tmp. This machine's files
 * replace the base image, and the Node among the packages is used. --check stops once the image is healthy. Writes an
 * SBOM (CycloneDX) beside the image.
 */
import './node-version.mjs';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { installPackages } from './setup.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TARGET = path.join(ROOT, '.cache', 'container');
const HEALTHY_WITHIN_MS = 120_000;
/** Folders of this machine that replace the base image. */
const LENT = ['usr', 'bin', 'sbin', 'lib', 'lib64', 'etc', 'run'];
const NODE = path.join(ROOT, 'node_modules', '.bin', 'node');
const ignored = new Set(readFileSync(path.join(ROOT, '.dockerignore'), 'utf8').trim().split('\n'));

/** Instructions as [name, rest], without comments, with continued lines joined. */
function instructions() {
  const text = readFileSync(path.join(ROOT, 'Containerfile'), 'utf8');
  return text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => /^(\S+)\s+(.*)$/.exec(line).slice(1));
}

const newStage = (name) => ({
  name,
  root: path.join(TARGET, name),
  workdir: '/',
  env: {},
  cmd: [],
  check: [],
});

/** Builds all stages. @returns the last one, which is the image */
function build() {
  rmSync(TARGET, { recursive: true, force: true });
  const stages = [];
  for (const [instruction, rest] of instructions()) {
    if (instruction !== 'FROM') process.stdout.write(`${instruction} ${rest}\n`);
    const stage = stages.at(-1);
    const inside = (file) => path.join(stage.root, path.posix.resolve(stage.workdir, file));
    if (instruction === 'FROM') {
      stages.push(newStage(/ AS (\S+)$/.exec(rest)?.[1] ?? 'image'));
      mkdirSync(stages.at(-1).root, { recursive: true });
    } else if (instruction === 'WORKDIR') mkdirSync(inside((stage.workdir = rest)), { recursive: true });
    else if (instruction === 'ENV')
      Object.assign(stage.env, Object.fromEntries(rest.split(' ').map((one) => one.split('='))));
    else if (instruction === 'CMD') stage.cmd = JSON.parse(rest);
    else if (instruction === 'HEALTHCHECK') stage.check = JSON.parse(/CMD (\[.*\])$/.exec(rest)[1]);
    else if (instruction === 'COPY') copy(rest, stages, inside);
    else if (instruction === 'RUN') execute(stage, ['sh', '-euc', rest]);
    // USER, VOLUME and EXPOSE concern only the start; `start` does the same as an engine.
    else if (!['USER', 'VOLUME', 'EXPOSE'].includes(instruction))
      throw new Error(`${instruction} is unknown here.`);
  }
  return stages.at(-1);
}

function copy(rest, stages, inside) {
  const words = rest.split(' ').filter((word) => !word.startsWith('--'));
  const from = /--from=(\S+)/.exec(rest)?.[1];
  const source = from ? stages.find(({ name }) => name === from).root : ROOT;
  const to = words.pop();
  const entries = words[0] === '.' ? readdirSync(ROOT).filter((name) => !ignored.has(name)) : words;
  for (const entry of entries) {
    const found = path.join(source, entry);
    const isInto = to === './' || to === '.';
    cpSync(found, isInto ? inside(path.basename(entry)) : inside(to), {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
}

/** Arguments of bubblewrap for a program in a stage. */
function sandbox(stage, { isBuilding = false, binds = [] } = {}) {
  const lent = LENT.map((name) => `/${name}`).filter(existsSync);
  return [
    '--unshare-all',
    '--share-net',
    '--die-with-parent',
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--tmpfs',
    '/tmp',
    ...lent.flatMap((folder) =>
      lstatSync(folder).isSymbolicLink()
        ? ['--symlink', readlinkSync(folder), folder]
        : ['--ro-bind', folder, folder],
    ),
    '--ro-bind',
    NODE,
    '/image/node',
    ...readdirSync(stage.root).flatMap((name) => [
      isBuilding ? '--bind' : '--ro-bind',
      path.join(stage.root, name),
      `/${name}`,
    ]),
    ...binds,
    ...(isBuilding ? [] : ['--remount-ro', '/', '--uid', '1000', '--gid', '1000']),
    '--chdir',
    stage.workdir,
    '--clearenv',
    ...Object.entries({
      PATH: '/image:/usr/local/bin:/usr/bin:/bin',
      HOME: '/tmp',
      ...stage.env,
      ...(isBuilding ? ownNpm() : ownSettings()),
    }).flatMap(([name, value]) => ['--setenv', name, value]),
  ];
}

/** npm's registry, proxy and certificate settings of this machine. */
const ownNpm = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) =>
      /^(npm_config_(?!user)|https?_proxy|no_proxy|NODE_EXTRA_CA)/i.test(name),
    ),
  );

/** Settings that the caller's environment passes to the product, as to an engine. */
const ownSettings = () =>
  Object.fromEntries(
    ['PORT', 'HOST', 'DATABASE_URL', 'PUBLIC_URL'].flatMap((name) =>
      process.env[name] ? [[name, process.env[name]]] : [],
    ),
  );

function execute(stage, command) {
  const { status, error } = spawnSync('bwrap', [...sandbox(stage, { isBuilding: true }), ...command], {
    stdio: 'inherit',
  });
  if (error) throw new Error(`${error.message}. Debian has it: apt-get install bubblewrap`);
  if (status !== 0) throw new Error(`It ended with ${status}.`);
}

/** Starts the image; resolves with the product's process id once the health check passes. */
async function start(image) {
  const data = path.join(TARGET, 'data');
  mkdirSync(data, { recursive: true });
  const inside = [...sandbox(image, { binds: ['--bind', data, '/data'] })];
  // Own process group: signals must reach the product, which then stops, and never bubblewrap.
  const running = spawn('bwrap', ['--as-pid-1', '--info-fd', '3', ...inside, ...image.cmd], {
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  const [info] = await once(running.stdio[3], 'data');
  const product = JSON.parse(info)['child-pid'];
  const giveUpAt = Date.now() + HEALTHY_WITHIN_MS;
  while (spawnSync('bwrap', [...inside, ...image.check]).status !== 0) {
    if (running.exitCode !== null || Date.now() > giveUpAt) throw new Error('The image is not healthy.');
    await wait(1_000);
  }
  return product;
}

/** Checks that systemd knows each line of the unit, and that its exposure is at most 3 of 10. */
function checkUnit() {
  const unit = path.join(TARGET, 'punctual.service');
  const text = readFileSync(path.join(ROOT, 'deploy', 'punctual.service'), 'utf8');
  writeFileSync(unit, text.replaceAll('/srv/punctual', ROOT.replace(/\/$/, '')));
  for (const check of [['verify'], ['security', '--offline=true', '--threshold=30', '--no-pager']]) {
    const { status, error, stdout, stderr } = spawnSync('systemd-analyze', [...check, unit], {
      encoding: 'utf8',
    });
    if (error) process.stdout.write('The systemd unit is not checked: there is no systemd-analyze.\n');
    else if (status !== 0) throw new Error(`The systemd unit is refused: ${stderr || stdout}`);
    else process.stdout.write(stdout.trim().split('\n').at(-1).concat('\n'));
  }
}

process.chdir(ROOT);
await installPackages();
const image = build();
const { stdout: sbom } = spawnSync(
  'npm',
  ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'],
  { encoding: 'utf8' },
);
writeFileSync(path.join(TARGET, 'sbom.cdx.json'), sbom);
checkUnit();
const product = await start(image);
process.stdout.write(
  `The container is healthy; its bill of materials is ${path.join(TARGET, 'sbom.cdx.json')}.\n`,
);
if (process.argv.includes('--check')) process.kill(product, 'SIGTERM');
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.kill(product, signal));
