#!/usr/bin/env node
// The command line; `help` lists its commands. Any Node can read this file: see node-version.mjs.
import './node-version.mjs';

import('./run.mjs').then(function (run) {
  return run.run(process.argv.slice(2));
});
