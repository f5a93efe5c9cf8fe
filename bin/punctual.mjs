#!/usr/bin/env node
// The command line; `help` lists its commands. Readable by any Node: see node-version.mjs.
import './node-version.mjs';

import('./run.mjs').then(function (run) {
  return run.run(process.argv.slice(2));
});
