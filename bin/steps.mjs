/**
 * Runs the checks of the project one after the other or side by side, tells how each went, and adds the
 * results up.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

const bin = (name) => join('node_modules', name);

/**
 * For tools written in Go. All steps run at once and already use all processors, so more threads would only read the
 * same types twice. GOGC=400 saves time and costs memory.
 */
const ONE_THREAD = { GOMAXPROCS: '1', GOGC: '400' };

const types = (name, project) => ({
  name,
  args: [bin('typescript/bin/tsc'), '-p', project, '--singleThreaded'],
  env: ONE_THREAD,
});

/** The quick checks, each a command of its own. */
export const CHECKS = [
  types('types of the server', 'tsconfig.json'),
  types('types of the web client', 'tsconfig.web.json'),
  {
    name: 'lint',
    args: [bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings', '--report-unused-disable-directives'],
    env: ONE_THREAD,
  },
  { name: 'format', args: [bin('oxfmt/bin/oxfmt'), '--check', '.'] },
  { name: 'nothing unused', args: [bin('knip/bin/knip.js'), '--production'] },
  { name: 'specification', args: ['bin/specification.mjs'] },
];

/**
 * Runs Node with `args`. With `quiet` the output is shown only when the step fails.
 * Resolves to 'passed' or 'failed'; never rejects.
 */
export function runStep({ name, args, quiet = true, env = {} }) {
  const began = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    let output = '';
    child.stdout?.on('data', (data) => {
      output += data;
    });
    child.stderr?.on('data', (data) => {
      output += data;
    });
    const stop = () => child.kill('SIGTERM');
    process.once('SIGINT', stop).once('SIGTERM', stop);
    const end = (code, reason = '') => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      const passed = code === 0;
      if (!passed) console.log(output.trimEnd() + reason);
      else if (name === 'specification') console.log(output.trimEnd());
      console.log(
        `${passed ? 'ok    ' : 'FAILED'} ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`,
      );
      resolve(passed ? 'passed' : 'failed');
    };
    child.once('error', (error) => end(-1, `\n${error.message}`));
    child.once('close', (code) => end(code));
  });
}

/** Passed, failed and skipped steps and tests, added up. */
export class Tally {
  passed = 0;
  failed = 0;
  skipped = 0;

  add(result) {
    this[result] += 1;
  }

  /** Prints the totals and sets the exit code. No result at all counts as a failure. */
  finish() {
    if (this.passed + this.failed + this.skipped === 0) this.failed = 1;
    process.exitCode = this.failed > 0 ? 1 : 0;
    process.stdout.write(`${this.passed} passed, ${this.failed} failed, ${this.skipped} skipped\n`);
  }
}

/** One line for each failed test, or file that could not run, with the first line of its error. */
function* failures({ testResults }) {
  for (const { name, status, message, assertionResults } of testResults) {
    const failed = assertionResults.filter((result) => result.status === 'failed');
    for (const { fullName, failureMessages = [] } of failed)
      yield `FAILED ${relative('.', name)}: ${fullName}: ${failureMessages[0]?.split('\n')[0] ?? ''}`;
    if (status === 'failed' && failed.length === 0)
      yield `FAILED ${relative('.', name)}: ${message.split('\n')[0]}`;
  }
}

/** Runs vitest over the projects and files (all when none is named) and adds every test to the tally. */
export async function runTests(tally, { projects = [], files = [], env = {}, options = [] } = {}) {
  const report = join('test-results', `vitest-${projects.join('-') || 'all'}.json`);
  rmSync(report, { force: true });
  const result = await runStep({
    name: `tests (${projects.join(', ') || 'all'})`,
    quiet: false,
    env,
    args: [
      bin('vitest/vitest.mjs'),
      'run',
      ...files,
      ...projects.flatMap((project) => ['--project', project]),
      ...options,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
  });
  const counts = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8'))
    : { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
  for (const line of failures(counts)) console.log(line);
  tally.passed += counts.numPassedTests;
  tally.failed += counts.numFailedTests;
  tally.skipped += counts.numPendingTests + counts.numTodoTests;
  // A file that cannot be loaded, or an error outside any test, fails the run without failing a test.
  if (counts.numFailedTests === 0 && (result === 'failed' || counts.numPassedTests === 0)) tally.failed += 1;
}
